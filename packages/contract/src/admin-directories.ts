/** Directories of the company (LDAP, Active Directory) among its integration platforms. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { platformEdits } from './admin-platforms.ts';
import { platformContent, platformSecret } from './platform-fields.ts';
import type { PlatformBase } from './admin-platforms.ts';

export const directoryProtocols = ['ldap', 'ad'] as const;
export type DirectoryProtocol = (typeof directoryProtocols)[number];

export interface DirectoryPlatform extends PlatformBase {
  protocol: DirectoryProtocol;
  /** `ldaps://…`, or `ldap://…`. */
  url: string;
  /** `ldap://` changes to TLS before anything is said. */
  startTls: boolean;
  /** The certificate authority of the company (PEM); empty: the public ones. */
  authority: string;
  /** Everybody is below it. */
  base: string;
  /** The account that reads. */
  user: string;
  /** Who is a person, as an LDAP filter. */
  filter: string;
  /** The attribute with the person's department; empty: the organizational units that they are in. */
  departmentClaim: string;
  /** When everything that it said was last applied; null: never. */
  lastSync: string | null;
}

const text = (most: number) =>
  z
    .string()
    .transform((given) => given.trim())
    .pipe(z.string().min(1).max(most));
/** No attribute with a password, which would become a name. */
const attribute = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,63}$/)
  .refine((name) => !/password|pwd/i.test(name));
const changeable = {
  url: z.string().max(512),
  startTls: z.boolean(),
  authority: z.string().max(16_384),
  base: text(512),
  user: text(256),
  filter: text(1024),
};
const place = { protocol: z.enum(directoryProtocols), ...changeable };
const content = {
  ...changeable,
  name: platformContent.name,
  accountNameClaim: attribute,
  realNameClaim: attribute,
  mailClaim: attribute,
  departmentClaim: z.union([z.literal(''), attribute]),
  matchesAccounts: platformContent.matchesAccounts,
  createsAccounts: platformContent.createsAccounts,
  enabled: platformContent.enabled,
};
const shown = [
  'name',
  'url',
  'startTls',
  'base',
  'user',
  'filter',
  'accountNameClaim',
  'realNameClaim',
  'mailClaim',
  'departmentClaim',
  'matchesAccounts',
  'createsAccounts',
  'enabled',
];

export const createDirectory = call<DirectoryPlatform>()({
  name: 'adminPlatform.createDirectory',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/createDirectory',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  request: z.strictObject({
    ...content,
    protocol: place.protocol,
    startTls: z.boolean().default(true),
    authority: place.authority.default(''),
    departmentClaim: content.departmentClaim.default(''),
    matchesAccounts: z.boolean().default(false),
    createsAccounts: z.boolean().default(false),
    enabled: z.boolean().default(false),
    secret: platformSecret.default(''),
  }),
  log: { deed: 'change', made: { platform: 'platformId' }, details: ['protocol', ...shown] },
  summary: 'Adds a directory of the company as an integration platform.',
});

export const updateDirectory = call<DirectoryPlatform>()({
  name: 'adminPlatform.updateDirectory',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/updateDirectory',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  /** Without a secret, the stored one stays. Another address, authority or account drops it, so that nobody sends it to a server of their own. */
  request: z.strictObject({ platformId: fields.id, ...z.strictObject(content).partial().shape, secret: platformSecret.optional() }),
  log: { deed: 'change', of: { platform: 'platformId' }, details: shown },
  summary: 'Changes a directory, or switches it on or off. If it is off, the sessions that it opened end.',
});

/** What was found out, in order. The first step that is false is the one that failed. */
export interface DirectoryTest {
  /** It answers at this address, with a certificate that is verified if there is TLS. */
  answers: boolean;
  /** It lets the account in that reads. */
  accepts: boolean;
  /** There are people below the base, who all say who they are. */
  finds: boolean;
  /** How many were read, at most a hundred. */
  people: number;
}

/** A failure says nothing of what is at the address: whatever fails takes the same time. */
export const testDirectory = call<DirectoryTest>()({
  name: 'adminPlatform.testDirectory',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/platform/testDirectory',
  fieldsIn: 'json',
  ...platformEdits,
  limit: { times: 30, seconds: 600, per: 'caller' },
  /** With `platformId` and without `secret`, the stored secret is used, if it is for this address and account. */
  request: z.strictObject({ ...place, accountNameClaim: attribute, platformId: fields.id.optional(), secret: platformSecret.optional() }),
  log: { deed: 'read', details: ['url', 'base', 'user'] },
  summary: 'Asks a directory for people, before or after it is saved.',
});
