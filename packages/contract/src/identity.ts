import { z } from 'zod';
import { sampleEdition } from './agreements.ts';
import { call } from './call.ts';
import type { AdminItem } from './company-rights.ts';
import type { CommonSettings } from './common-settings.ts';
import * as fields from './fields.ts';
import type { Language } from './failures.ts';
import type { FileRoleItems, PermissionItem } from './permission.ts';
import type { SignInPlatform } from './platforms.ts';
import type { FactorKind } from './second-factor.ts';
import type { Announcement, ServiceConfig, SystemTitle } from './service-config.ts';
import type { SignInRegion } from './sign-in-regions.ts';

const none = z.strictObject({ t: fields.timestamp });

export interface CurrentUser {
  userId: string;
  /** The username for signing in. */
  accountName: string;
  /** The display name; defaults to the account name. */
  userName: string;
  /** Their full name. */
  userRealName: string;
  language: Language;
  skin: 'light' | 'dark' | 'auto';
  /** Identifies the session for the client; never the cookie's value. */
  token: string;
  departmentName: string;
  personalRootId: string;
  /** The administration items of the person's roles. */
  adminItems: AdminItem[];
  /** The file items that the person's roles allow anywhere, their own space included. */
  permissions: PermissionItem[];
  /** The items of every file role in this company. */
  fileRoles: FileRoleItems;
  commonSettings: CommonSettings;
  /** Whether they have accepted every version that asks for it. If a company published it, most calls are refused with AGREEMENT_NEEDED until then. */
  agreementAcknowledged: boolean;
  /** The edition that they accepted last; 0: none. */
  agreementEdition: number;
  /** Until they have changed their password, most calls are refused with PASSWORD_CHANGE_NEEDED. */
  mustChangePassword: boolean;
  /** Why: the password is older than the service configuration allows; otherwise, an administrator knows it. */
  passwordExpired: boolean;
  /** Service setting: browsers can download folders. */
  folderDownload: boolean;
  /** Until they have set up a second factor, most calls are refused with SECOND_FACTOR_REQUIRED. */
  mustEnrol: boolean;
  /** Service setting, as are the following: empty files can be uploaded. */
  emptyFiles: boolean;
  /** The maximum length of a new name, without its extension. */
  renameLength: number;
  /** The maximum number of files that the browser takes at once. */
  filesPerSelection: number;
  /** For how many days what is deleted stays in the recycle bin. */
  recycleDays: number;
  /** Days from dissolving a group to its permanent removal. */
  groupGraceDays: number;
  /** For how many days finished uploads and downloads are listed. */
  transferRecordDays: number;
  /** What new external links begin with, and what limits them. */
  linkRules: LinkRules;
  /** The maximum number of people of one import. */
  importRows: number;
  /** What everybody is told, now or soon. */
  announcement: Announcement | null;
  /** The system is being moved: what changes something is refused with BEING_MOVED for a minute. */
  beingMoved: boolean;
  /** The site is public on the internet, so it does not offer the plug-in. */
  publicSite: boolean;
  /** The systems with a desktop app; on others the interface never mentions it. */
  clients: DesktopSystem[];
}

export type LinkRules = Pick<
  ServiceConfig,
  'linkMostDays' | 'linkMostVisits' | 'linkPasswordLength' | 'linkPermission' | 'linkValidity' | 'linkWatermark'
>;

/** All sizes are bytes. */
export interface Capacity {
  /** Used storage: the person's own files, and everything allotted to groups. */
  usedSize: number;
  /** 0 when unlimited. */
  totalSize: number;
  /** '0' means unlimited, '1' limited. */
  isLimist: '0' | '1';
  usedCapacity: number;
  totalCapacity: number;
  usedSelfCapacity: number;
  /** Allotted to the person's groups: it counts as used, whether the groups use it or not. */
  groupCapacity: number;
  /** The part of `groupCapacity` that the groups' files use. */
  usedGroupCapacity: number;
}

const credentials = {
  username: z.string().min(1).max(120),
  password: z.string().min(1).max(1024),
  /** One of `SignInWays.regions`. */
  region: z.string().max(64).optional(),
  /** The directory that knows the password; `local` or none: Alcove itself. */
  platform: z.string().max(64).optional(),
};

export const signIn = call<CurrentUser>()({
  name: 'user.signIn',
  method: 'POST',
  changes: 'repeatable',
  path: '/authentication/form',
  fieldsIn: 'form',
  caller: 'anyone',
  area: 'signIn',
  perMinute: 120,
  countsFailures: true,
  request: z.strictObject(credentials),
  log: { deed: 'session' },
  summary: 'Signs in with the password of Alcove, or of a directory if one is named, and sets the session cookie.',
});

/** Here `token` is the bearer token for client mode. */
export const login = call<CurrentUser>()({
  name: 'pub.login',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/login',
  fieldsIn: 'json',
  caller: 'anyone',
  area: 'signIn',
  perMinute: 120,
  countsFailures: true,
  request: z.strictObject(credentials),
  log: { deed: 'session' },
  summary: 'Signs in, with a directory if one is named, and returns a bearer token.',
});

/** A system that has a desktop app and plug-in. */
export type DesktopSystem = 'windows' | 'macos' | 'linux';
export interface PluginInfo {
  revision: string;
  systems: { system: DesktopSystem; version: string; address: string }[];
  /** Host names of test sites, where the plug-in listens on its other ports. */
  testHosts: string[];
}
export const pluginInfo = call<PluginInfo>()({
  name: 'pub.pluginInfo',
  method: 'GET',
  path: '/disk/api/pub/pluginInfo',
  fieldsIn: 'query',
  caller: 'anyone',
  request: none,
  log: 'none',
  summary: 'Returns the versions and download addresses of the desktop client.',
});
export const requestIp = call<{ ip: string }>()({
  name: 'pub.requestIp',
  method: 'GET',
  path: '/disk/api/pub/requestIp',
  fieldsIn: 'query',
  caller: 'anyone',
  area: 'any',
  request: none,
  log: 'none',
  summary: "Returns the caller's IP address as the server sees it.",
});
export interface SignInWays {
  /** The platforms that one can sign in with, by name. */
  platforms: SignInPlatform[];
  /** The directories whose accounts sign in with their password, by name. */
  directories: SignInPlatform[];
  /** Whoever is signed out is led there; null on a test site. */
  platformId: string | null;
  /** Whether a passkey is enough to sign in. */
  passkeys: boolean;
  /** Where to redirect a signed-out person. */
  redirect: string;
  /** Where to go after a sign-out that names no other address. */
  signOut: string;
  /** Whether one can sign in by a code that a phone confirms. */
  qr: boolean;
  /** The regions to choose from; none: nobody is asked. */
  regions: readonly SignInRegion[];
  systemTitle: SystemTitle;
  links: { helpDocs: string; publicDocs: string; feedback: string; outsourcing: string; productSite: string; portal: string };
}
export const checkRedirect = call<SignInWays>()({
  name: 'pub.checkRedirect',
  method: 'GET',
  path: '/disk/api/pub/checkRedirect',
  fieldsIn: 'query',
  caller: 'anyone',
  request: none,
  log: 'none',
  summary: 'Returns where to sign in, the system title and the configured links.',
});
export const dlpVersion = call<{ version: string }>()({
  name: 'pub.dlpVersion',
  method: 'GET',
  path: '/disk/api/pub/dlpVersion',
  fieldsIn: 'query',
  caller: 'anyone',
  request: none,
  log: 'none',
  summary: 'Returns the version of the content rule set.',
});
export const generateQrId = call<{ qrId: string; expiresAt: string; /** Clocks of browsers differ. */ secondsLeft: number }>()({
  name: 'pub.generateQrId',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/generateQrId',
  fieldsIn: 'json',
  caller: 'anyone',
  area: 'signIn',
  perMinute: 60,
  limit: { times: 600, seconds: 600, per: 'address' },
  request: z.strictObject({}),
  log: 'none',
  summary: 'Starts a sign-in by QR code, bound to this browser.',
});
export const queryStatusByQrId = call<{ status: 'waiting' | 'scanned' | 'confirmed' | 'refused' | 'expired'; user?: CurrentUser }>()({
  name: 'pub.queryStatusByQrId',
  method: 'GET',
  path: '/disk/api/pub/queryStatusByQrId',
  fieldsIn: 'query',
  caller: 'anyone',
  area: 'signIn',
  perMinute: 600,
  limit: { times: 6000, seconds: 600, per: 'address' },
  request: z.strictObject({ qrId: z.string().max(128), t: fields.timestamp }),
  log: { deed: 'session' },
  summary: 'Returns the status of a sign-in by QR code. Once it is confirmed, this signs the browser in.',
});
/** The browser that shows a code. */
export interface QrBrowser {
  agent: string;
  address: string;
  /** As in `OpenSession`. */
  place: string | null;
  /** When it got the code. */
  createTime: string;
  secondsLeft: number;
}
export const confirmQr = call<QrBrowser>()({
  name: 'pub.confirmQr',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/pub/confirmQr',
  fieldsIn: 'json',
  caller: 'user',
  limit: { times: 60, seconds: 600, per: 'caller' },
  request: z.strictObject({ qrId: z.string().max(128), accept: z.boolean().optional() }),
  log: { deed: 'change', details: ['accept'] },
  summary:
    'A signed-in phone reports that it scanned a QR code (without `accept`), or accepts or refuses the sign-in. Returns which browser asks.',
});

const clientFacts = z.strictObject({ clientVersion: z.string().max(64).optional(), system: z.string().max(64).optional() });
export const clientLogin = call<{ token: string; expiresAt: string }>()({
  name: 'user.login',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/user/login',
  fieldsIn: 'json',
  caller: 'user',
  area: 'signIn',
  request: clientFacts,
  log: { deed: 'session', details: ['clientVersion', 'system'] },
  summary: 'Opens a session for the desktop client and returns its token.',
});
export const logPc = call<null>()({
  name: 'user.logPc',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/user/logPc',
  fieldsIn: 'json',
  caller: 'user',
  limit: { times: 60, seconds: 600, per: 'caller' },
  request: clientFacts,
  log: { deed: 'session', details: ['clientVersion', 'system'] },
  summary: 'Logs the desktop sign-in with the version and system of the client. Reporting the same again in a session leaves no entry.',
});
export const logout = call<{ address: string | null }>()({
  name: 'user.logout',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/user/logout',
  fieldsIn: 'json',
  caller: 'anyone',
  area: 'any',
  request: z.strictObject({}),
  log: { deed: 'session' },
  summary: 'Ends this session. Returns where to go to sign out at the platform that opened it, if it did.',
});
/** How a session was opened: `session` by another session of the same person, as those of the desktop app. */
export type SignInWay = 'password' | 'platform' | 'qr' | 'session';
/** An open session. */
export interface OpenSession {
  sessionId: string;
  kind: 'browser' | 'client';
  /** The user agent of the browser or client; empty if unknown. */
  agent: string;
  /** The IP address at sign-in. */
  address: string;
  /** The region that it is in, as administrators named it. */
  place: string | null;
  /** Null: unknown. */
  way: SignInWay | null;
  /** The name of the platform that opened it. */
  platform: string | null;
  /** Its device, if the person has not said yet whether it is theirs. */
  askedDevice: string | null;
  createTime: string;
  lastTime: string;
  /** Whether it is the caller's own session. */
  current: boolean;
}
export const sessions = call<OpenSession[]>()({
  name: 'user.sessions',
  method: 'GET',
  path: '/disk/api/user/sessions',
  fieldsIn: 'query',
  caller: 'user',
  request: none,
  log: 'none',
  summary: "Lists the caller's open sessions, most recently used first.",
});
export const endSession = call<{ ended: number }>()({
  name: 'user.endSession',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/endSession',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ sessionIds: z.array(fields.id).min(1).max(100) }),
  log: { deed: 'change' },
  summary: 'Ends sessions of the caller, with their links and streams, and returns the number of ended sessions.',
});

/** What ended with a device that was not the person's. */
export interface DeviceAnswered {
  /** Sessions, with those of desktop clients and of browsers that it let in. */
  ended: number;
  /** The factors that were added there. */
  removed: { factor: FactorKind; name: string }[];
}

export const answerDevice = call<DeviceAnswered>()({
  name: 'user.answerDevice',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/answerDevice',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ deviceId: fields.id, mine: z.boolean() }),
  log: { deed: 'change', details: ['mine'] },
  summary:
    'Says whether a sign-in on a new device was the caller. If not, its sessions end, with those that it opened and the factors that were added there, and a new password must be chosen. Returns what ended.',
});
export const changePassword = call<null>()({
  name: 'user.changePassword',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/changePassword',
  fieldsIn: 'json',
  caller: 'user',
  withGivenPassword: true,
  request: z.strictObject({
    oldPassword: z.string().min(1).max(1024),
    newPassword: z.string().max(1024),
    confirmPassword: z.string().max(1024).optional(),
  }),
  log: { deed: 'change' },
  summary: 'Changes the password and ends every other session.',
});
export const saveSettings = call<CommonSettings>()({
  name: 'user.saveSettings',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/saveSettings',
  fieldsIn: 'json',
  caller: 'user',
  withGivenPassword: true,
  request: z.strictObject({
    showRedCount: z.boolean().optional(),
    vioceTip: z.boolean().optional(),
    downloadPath: z.string().max(1024).optional(),
    askDownloadPath: z.boolean().optional(),
    language: z.enum(['zh-CN', 'en-US']).optional(),
    skin: z.enum(['light', 'dark', 'auto']).optional(),
  }),
  log: { deed: 'change' },
  summary: 'Saves the given settings. Omitted fields stay as they are.',
});
export const acknowledgeAgreement = call<null>()({
  name: 'user.acknowledgeAgreement',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/acknowledgeAgreement',
  fieldsIn: 'json',
  caller: 'user',
  beforeAgreeing: true,
  beforeEnrolling: true,
  request: z.strictObject({
    /** The edition that was shown, as `pub.agreements` told it; without it, the sample that every company begins with. */
    edition: z.number().int().min(1).max(1_000_000_000).default(sampleEdition),
  }),
  log: { deed: 'change', details: ['edition'] },
  summary: 'Records that the caller accepted the agreements, as they were in an edition. Refused if a later one asks to be accepted.',
});
export const currentUser = call<CurrentUser>()({
  name: 'user.currentUser',
  method: 'GET',
  path: '/disk/api/user/currentUser',
  fieldsIn: 'query',
  caller: 'user',
  withGivenPassword: true,
  request: none,
  log: 'none',
  summary: 'Returns the signed-in person.',
});
export const queryUserCapacity = call<Capacity>()({
  name: 'user.queryUserCapacity',
  method: 'GET',
  path: '/disk/api/user/queryUserCapacity',
  fieldsIn: 'query',
  caller: 'user',
  request: none,
  log: 'none',
  summary: "Returns used and total storage, the person's own and what is allotted to groups.",
});

/** At least 9 characters and at least 3 of the four kinds (specification 2 section 5). */
export function passwordIsStrong(password: string): boolean {
  const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  return [...password].length > 8 && kinds >= 3;
}
