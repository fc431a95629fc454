import { z } from 'zod';
import { limits } from './limits.ts';
import { signInRegionNames } from './sign-in-regions.ts';
import type { SignInRegion } from './sign-in-regions.ts';

/** A path of this site or a web address, because it becomes a link on our pages. */
const address = z.union([z.string().regex(/^\/(?!\/)[^\s\\]*$/), z.url({ protocol: /^https?$/ })]).and(z.string().max(2048));
/** '' for no link. */
const link = z.union([z.literal(''), address]);
const title = z.string().trim().min(1).max(60);
/** What the company calls its drive. */
export type SystemTitle = Record<'zh-CN' | 'en-US', string>;
const hosts = z.array(z.string().max(253)).max(100);
const moment = z.iso.datetime();
const announcement = z
  .strictObject({
    text: z.strictObject({ 'zh-CN': z.string().trim().min(1).max(500), 'en-US': z.string().trim().min(1).max(500) }),
    from: moment,
    to: moment,
    stopsAt: moment.nullable().default(null),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to));
export type Announcement = z.output<typeof announcement>;
const client = z.strictObject({ version: z.string().max(64), address });

const signInRegions = Object.keys(signInRegionNames) as SignInRegion[];

/**
 * Every code of the service configuration: the schema of its row's value, and the default without one. An invalid value counts as missing,
 * so that no page or call breaks on it.
 */
export const serviceConfigCodes = {
  /** Browsers can download folders. */
  folderDownload: z.boolean().default(false),
  /** New uploads are obfuscated in the store. */
  storageEncryption: z.boolean().default(false),
  /** Empty files can be uploaded; if off, they are refused as unreadable. */
  emptyFiles: z.boolean().default(true),
  /** The maximum length of a new name, without its extension. */
  renameLength: z.number().int().min(1).max(limits.nameLength).default(limits.renameLength),
  /** The maximum number of files that the browser takes at once. */
  filesPerSelection: z.number().int().min(1).max(limits.filesPerSelection.client).default(limits.filesPerSelection.web),
  /** Whose content instant upload may match: the whole company's, or only what the person has access to. */
  instantTransferScope: z.enum(['company', 'reachable']).default('company'),
  /** Bytes of a new person's space, unless the administrator says otherwise; null: unlimited. */
  defaultQuotaBytes: z.number().int().min(0).nullable().default(null),
  /** Bytes per second of everybody without a speed limit of their own; null: no limit. */
  defaultSpeedLimit: z.number().int().min(1).nullable().default(null),
  /** After how many days a password must be changed at the next request; null: never. */
  passwordTermDays: z.number().int().min(1).max(3650).nullable().default(null),
  /** After how many hours without a request a session ends; null: as the server was started. */
  sessionIdleHours: z.number().int().min(1).max(8760).nullable().default(null),
  /** After how many hours a session ends, however much it is used; null: as the server was started. */
  sessionHours: z.number().int().min(1).max(8760).nullable().default(null),
  /** The most open sessions of one person in browsers, and in desktop clients; one more ends the least recently used. */
  browserSessions: z.number().int().min(1).max(limits.sessionsPerPerson.browser).default(limits.sessionsPerPerson.browser),
  clientSessions: z.number().int().min(1).max(limits.sessionsPerPerson.client).default(limits.sessionsPerPerson.client),
  /** Who must have a second factor, besides people whose role asks for it. */
  secondFactorFor: z.enum(['nobody', 'administrators', 'everybody']).default('nobody'),
  /** A passkey that verifies its owner is enough to sign in. */
  passkeySignIn: z.boolean().default(false),
  /** For how many minutes after proving who one is no dangerous act asks again. */
  proofMinutes: z.number().int().min(1).max(1440).default(10),
  /** How many wrong passwords in a row an account may have from one place before each further one makes that place wait. */
  signInTries: z.number().int().min(1).max(20).default(5),
  /** The longest that it then waits, in minutes. */
  signInWaitMinutes: z.number().int().min(1).max(1440).default(15),
  /** The regions that people choose from when they sign in; none: they are not asked. */
  signInRegions: z
    .array(z.enum(signInRegions))
    .max(signInRegions.length)
    .transform((chosen) => signInRegions.filter((region) => chosen.includes(region)))
    .default([]),
  /** People can sign in with a code that their phone confirms. */
  qrSignIn: z.boolean().default(true),
  /** The most people of one import. */
  importRows: z.number().int().min(1).max(limits.importPeople).default(limits.importPeople),
  /** How many versions a file keeps, with the current one; null: as the server was started. */
  versionsKept: z.number().int().min(1).max(10_000).nullable().default(null),
  /** For how many days a version is kept after it was replaced; 0: for ever; null: as the server was started. */
  versionDays: z.number().int().min(0).max(36_500).nullable().default(null),
  /** For how many days the personal space of somebody who left is kept, unless a successor gets it. */
  leaverSpaceDays: z.number().int().min(1).max(3650).default(30),
  /** For how many days nobody else gets the account name of somebody who left. */
  leaverNameDays: z.number().int().min(0).max(3650).default(90),
  /** For how many days the files of a department that has ended stay as they are, read-only, before its heirs may change them. */
  endedDepartmentDays: z.number().int().min(0).max(365).default(limits.endedDepartmentDays),
  /** For how many days an import of people is kept, with the one-time passwords that it made. */
  importDays: z.number().int().min(1).max(90).default(limits.importDays),
  /** For how many hours an upload waits to be continued, from when something last came. */
  uploadHours: z.number().int().min(1).max(720).default(24),
  /** For how many days without being asked for a preview is kept; it is made anew when it is needed. */
  previewDays: z.number().int().min(1).max(3650).default(90),
  /** For how many days what is deleted stays in the recycle bin. */
  recycleDays: z.number().int().min(1).max(365).default(limits.recycleDays),
  /** Days from dissolving a group to its permanent removal; until then it can be canceled. */
  groupGraceDays: z.number().int().min(1).max(90).default(limits.groupGraceDays),
  /** For how many days notifications that were read are kept. */
  noticeDays: z.number().int().min(1).max(3650).default(limits.noticeDays),
  /** For how many days the activity of files is kept. */
  activityDays: z.number().int().min(1).max(3650).default(limits.activityDays),
  /** For how many days people see what they have uploaded and downloaded. */
  transferRecordDays: z.number().int().min(1).max(365).default(limits.recordDays),
  /** For how many days shares that have ended are kept. */
  endedShareDays: z.number().int().min(1).max(365).default(limits.endedShareDays),
  /** After how many days an access request that nobody answers ends. */
  accessRequestDays: z.number().int().min(1).max(365).default(limits.accessRequestDays),
  /** For how many days an imported person can sign in with the one-time password. */
  firstSecretDays: z.number().int().min(1).max(90).default(limits.firstSecretDays),
  /** For how many days what left a recycle bin stays in the administrators' bin. */
  secondBinDays: z.number().int().min(1).max(3650).default(30),
  /** For how many hours what was marked to be deleted for good can still be kept. */
  secondBinMarkedHours: z.number().int().min(0).max(720).default(24),
  /** The brake: in 24 hours, at most this share of the company's files is deleted for good, in percent, or the number below if that is more. */
  secondBinBrakePercent: z.number().min(0).max(100).default(10),
  secondBinBrakeFiles: z.number().int().min(0).max(1_000_000_000).default(1000),
  /** How long an administrator may look into a file for one reason, in minutes, and the least characters of that reason. */
  lookMinutes: z.number().int().min(1).max(240).default(15),
  lookGroundsLength: z.number().int().min(1).max(200).default(10),
  /** After how many minutes a directory whose people are synchronised by themselves is asked again for what changed. */
  directorySyncMinutes: z.number().int().min(5).max(1440).default(30),
  /** The brake: if a synchronisation would freeze more than this share of a directory's people, in percent, an administrator has to let it through. */
  directorySyncBrakePercent: z.number().min(0).max(100).default(5),
  /** In how many days all stored contents are read again, to find what a disk has damaged; 0: never. */
  contentCheckDays: z.number().int().min(0).max(365).default(30),
  /** Bytes per second at which they are read at most; null: as many as the days need. */
  contentCheckSpeed: z
    .number()
    .int()
    .min(1)
    .nullable()
    .default(20 * 2 ** 20),
  /** For how many days the entries of the audit log are kept: at least 180; 0: for ever. */
  logDays: z.union([z.literal(0), z.number().int().min(180).max(36_500)]).default(0),
  /** After how many days without a visit an external link ends; 0: never. */
  linkUnvisitedDays: z.number().int().min(0).max(3650).default(0),
  /** The longest term of an external link in days, from now; null: the limit of the product, and links may last as long as their creator works here. */
  linkMostDays: z
    .number()
    .int()
    .min(1)
    .max(limits.linkYears * 365)
    .nullable()
    .default(null),
  /** The most visits of an external link. If set, each link needs a limit; null: none does. */
  linkMostVisits: z.number().int().min(1).max(limits.linkVisits).nullable().default(null),
  /** The least length of the password of an external link. */
  linkPasswordLength: z.number().int().min(limits.linkPassword.least).max(limits.linkPassword.most).default(limits.linkPassword.least),
  /** How many wrong passwords of an external link lock out the place that they come from, and for how many minutes. */
  linkPasswordTries: z.number().int().min(1).max(20).default(5),
  linkLockMinutes: z.number().int().min(1).max(1440).default(30),
  /** A visit ends after so many minutes without a request, and after so many hours in any case. */
  linkVisitIdleMinutes: z
    .number()
    .int()
    .min(5)
    .max(1440)
    .default(limits.linkVisitIdleMs / 60_000),
  linkVisitHours: z
    .number()
    .int()
    .min(1)
    .max(168)
    .default(limits.linkVisitMs / 3_600_000),
  /** Bytes of the largest file that a visitor uploads, and of everything that comes through one link. */
  visitorFileBytes: z
    .number()
    .int()
    .min(2 ** 20)
    .max(limits.fileBytes)
    .default(limits.visitorFileBytes),
  linkUploadBytes: z
    .number()
    .int()
    .min(2 ** 20)
    .max(2 ** 50)
    .default(limits.linkUploadBytes),
  /** For how many days the review of an external link is kept after the link is gone. */
  reviewDays: z.number().int().min(30).max(3650).default(400),
  /** What a new external link begins with, until its creator chooses otherwise. */
  linkPermission: z.enum(['preview', 'download', 'edit']).default('download'),
  linkValidity: z.enum(['employment', '3d', '1w', '1m', '3m']).default('1w'),
  linkWatermark: z.boolean().default(true),
  /** What the watermark of external links says: `{name}`, `{account}` (or the address of who is not signed in) and `{time}`. It must say who looks. */
  watermarkText: z
    .string()
    .trim()
    .max(100)
    .regex(/\{(name|account)\}/)
    .default('{name} {account} {time}'),
  /** Creators of external links read masked names of the colleagues who visited. */
  maskVisitorNames: z.boolean().default(false),
  /** Whether the content rules act on what goes outside. */
  contentRules: z.boolean().default(true),
  /** Who looks at external links before they open: nobody unless a content rule finds something, or a reviewer at each. */
  outboundReview: z.enum(['matches', 'everything']).default('matches'),
  /** The site is public on the internet, so it does not offer the plug-in. */
  publicSite: z.boolean().default(false),
  /** A strip on top of every screen; null: none. From `stopsAt`, the drive is not in use: an hour before, the strip turns yellow. */
  announcement: announcement.nullable().default(null),
  helpDocuments: link.default('/disk/help'),
  publicDocuments: link.default(''),
  feedback: link.default(''),
  outsourcingProcess: link.default(''),
  productSite: link.default(''),
  portal: link.default(''),
  systemTitle: z.strictObject({ 'zh-CN': title, 'en-US': title }).default({ 'zh-CN': '云阁', 'en-US': 'Alcove' }),
  /** Where the browser goes after signing out, unless a platform signed the person in: that one has its own page for it. '': our sign-in page. */
  signOutAddress: link.default(''),
  /** Host names of test sites, where the plug-in listens on its other ports, and no platform takes the place of our sign-in page. */
  testHosts: hosts.default([]),
  /** Where to download the desktop app, by system. */
  clientDownload: z.strictObject({ windows: client.optional(), macos: client.optional(), linux: client.optional() }).default({}),
  /** The plug-in on offer. `systems` and `testHosts` can be set here or under their own codes. */
  pluginInfo: z
    .strictObject({
      revision: z.string().regex(/^\d{1,9}(\.\d{1,9}){0,5}$/),
      systems: z
        .array(client.extend({ system: z.enum(['windows', 'macos', 'linux']) }))
        .max(20)
        .default([]),
      testHosts: hosts.default([]),
    })
    .default({ revision: '0.0.0.0', systems: [], testHosts: [] }),
} as const;

export type ServiceConfigCode = keyof typeof serviceConfigCodes;
export type ServiceConfig = { readonly [Code in ServiceConfigCode]: z.output<(typeof serviceConfigCodes)[Code]> };

/** The configuration from these rows, and the codes that are unknown or have an invalid value. */
export function serviceConfigOf(rows: readonly { code: string; value: unknown }[]): { config: ServiceConfig; wrong: string[] } {
  const values = new Map(rows.map(({ code, value }) => [code, value]));
  const wrong = rows.flatMap(({ code }) => (Object.hasOwn(serviceConfigCodes, code) ? [] : [code]));
  const config = Object.fromEntries(
    Object.entries(serviceConfigCodes).map(([code, schema]) => {
      const parsed = schema.safeParse(values.get(code));
      if (!parsed.success) wrong.push(code);
      return [code, parsed.success ? parsed.data : schema.parse(undefined)];
    }),
  ) as ServiceConfig;
  return { config, wrong };
}
