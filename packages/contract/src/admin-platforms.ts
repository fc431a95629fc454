/** Integration platforms: the company's own servers, with which people sign in. */
import { z } from 'zod';
import type { DirectoryPlatform } from './admin-directories.ts';
import type { ScimPlatform } from './admin-scim.ts';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { platformContent, platformSecret } from './platform-fields.ts';
import type { SigningAlgorithm } from './platform-fields.ts';

/** What every platform has. */
export interface PlatformBase {
  platformId: string;
  name: string;
  /** Whether a secret is stored. It is never shown. */
  hasSecret: boolean;
  /** The claims, or the attributes of a directory, with the account name, the full name and the email address. */
  accountNameClaim: string;
  realNameClaim: string;
  mailClaim: string;
  /** At the first sign-in, an account with the same account name becomes the person's. */
  matchesAccounts: boolean;
  /** At the first sign-in, an account is made for whoever has none. */
  createsAccounts: boolean;
  enabled: boolean;
  /** People who have signed in with it. */
  people: number;
  lastSignIn: string | null;
}

export interface OidcPlatform extends PlatformBase {
  protocol: 'oidc';
  issuer: string;
  clientId: string;
  scopes: string;
  algorithm: SigningAlgorithm;
  /** Whoever is signed out is led there, and does not see our own form. */
  isTheSignIn: boolean;
  /** It asks people for a second factor itself, so Alcove does not. */
  asksSecondFactor: boolean;
  /** What the platform must be told: where people come back to, after signing in and out, and where it reports a sign-out. */
  addresses: { redirect: string; signedOut: string; logout: string };
}

export type Platform = OidcPlatform | DirectoryPlatform | ScimPlatform;
export type PlatformProtocol = Platform['protocol'];

export const platformEdits = { caller: 'administrator', adminItem: 'platforms.edit' } as const;
const shown = [
  'name',
  'issuer',
  'clientId',
  'scopes',
  'algorithm',
  'accountNameClaim',
  'realNameClaim',
  'mailClaim',
  'matchesAccounts',
  'createsAccounts',
  'enabled',
  'isTheSignIn',
  'asksSecondFactor',
];

export const page = call<Platform[]>()({
  name: 'adminPlatform.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/platform/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'platforms.view',
  request: z.strictObject({}),
  log: 'none',
  summary: 'All integration platforms, by name.',
});

export const create = call<OidcPlatform>()({
  name: 'adminPlatform.create',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/create',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  request: z.strictObject({
    ...platformContent,
    scopes: platformContent.scopes.default('openid profile email'),
    algorithm: platformContent.algorithm.default('RS256'),
    accountNameClaim: platformContent.accountNameClaim.default('preferred_username'),
    realNameClaim: platformContent.realNameClaim.default('name'),
    mailClaim: platformContent.mailClaim.default('email'),
    matchesAccounts: z.boolean().default(false),
    createsAccounts: z.boolean().default(false),
    enabled: z.boolean().default(false),
    isTheSignIn: z.boolean().default(false),
    asksSecondFactor: z.boolean().default(false),
    secret: platformSecret.default(''),
  }),
  log: { deed: 'change', made: { platform: 'platformId' }, details: shown },
  summary: 'Adds an integration platform.',
});

export const update = call<OidcPlatform>()({
  name: 'adminPlatform.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/update',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  /** Without a secret, the stored one stays. A new issuer or client drops it, so that nobody sends it to an address of their own. */
  request: z.strictObject({ platformId: fields.id, ...z.strictObject(platformContent).partial().shape, secret: platformSecret.optional() }),
  log: { deed: 'change', of: { platform: 'platformId' }, details: shown },
  summary: 'Changes an integration platform, or switches it on or off. If it is off, the sessions that it opened end.',
});

export const remove = call<null>()({
  name: 'adminPlatform.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/remove',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  request: z.strictObject({ platformId: fields.id }),
  log: { deed: 'change', of: { platform: 'platformId' }, before: true },
  summary: 'Deletes an integration platform. The sessions that it opened end, and the accounts stay.',
});

/** What was found out, in order. The first step that is false is the one that failed. */
export interface PlatformTest {
  /** It answers at this address, and is who it says it is. */
  answers: boolean;
  /** It signs in the way that is set. */
  fits: boolean;
  /** It publishes keys with which its signatures are checked. */
  hasKeys: boolean;
}

/** A failure says nothing of what is at the address: whatever fails takes the same time. */
export const test = call<PlatformTest>()({
  name: 'adminPlatform.test',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/platform/test',
  fieldsIn: 'json',
  ...platformEdits,
  limit: { times: 30, seconds: 600, per: 'caller' },
  request: z.strictObject({ issuer: platformContent.issuer, algorithm: platformContent.algorithm }),
  log: { deed: 'read', details: ['issuer'] },
  summary: 'Asks a sign-in server for its description and its keys, before or after it is saved.',
});
