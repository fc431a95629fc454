/** Platforms that push people and groups themselves (SCIM 2.0) among the integration platforms. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { platformEdits } from './admin-platforms.ts';
import { platformContent } from './platform-fields.ts';
import type { PlatformBase } from './admin-platforms.ts';
import { limits } from './limits.ts';

/** Below it is the id of the platform. The protocol gives the rest. */
export const scimPath = '/scim/v2';

export interface ScimPlatform extends PlatformBase {
  protocol: 'scim';
  /** What the platform must be told: where it pushes to. */
  address: string;
  /** When its token was made, and when it was used last. Null: there is none, or it never was. */
  tokenTime: string | null;
  usedTime: string | null;
  /** The platform (OpenID Connect) with which its people sign in; null: as with any other, by account name. */
  signInPlatformId: string | null;
  /** The claim there that says the `externalId` here. */
  signInClaim: string;
  /** Nobody is frozen, because too many were to be, until an administrator lets it through. */
  held: boolean;
}

const content = {
  name: platformContent.name,
  matchesAccounts: platformContent.matchesAccounts,
  enabled: platformContent.enabled,
  signInPlatformId: fields.id.nullable(),
  signInClaim: platformContent.accountNameClaim,
};
const shown = ['name', 'matchesAccounts', 'enabled', 'signInPlatformId', 'signInClaim'];

export const createScim = call<ScimPlatform>()({
  name: 'adminPlatform.createScim',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/createScim',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  request: z.strictObject({
    ...content,
    matchesAccounts: z.boolean().default(false),
    enabled: z.boolean().default(false),
    signInPlatformId: content.signInPlatformId.default(null),
    signInClaim: content.signInClaim.default('sub'),
  }),
  log: { deed: 'change', made: { platform: 'platformId' }, details: shown },
  summary: 'Adds a platform that pushes people and groups (SCIM 2.0). It has no token yet.',
});

export const updateScim = call<ScimPlatform>()({
  name: 'adminPlatform.updateScim',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/updateScim',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  request: z.strictObject({ platformId: fields.id, ...z.strictObject(content).partial().shape }),
  log: { deed: 'change', of: { platform: 'platformId' }, details: shown },
  summary: 'Changes a platform that pushes people, or switches it on or off. If it is off, its token opens nothing.',
});

export const renewScimToken = call<{ token: string }>()({
  name: 'adminPlatform.renewScimToken',
  method: 'POST',
  changes: 'repeatable', // an answer with a secret is never kept to be given again
  path: '/disk/api/admin/platform/renewScimToken',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  limit: { times: 60, seconds: 600, per: 'caller' },
  request: z.strictObject({ platformId: fields.id }),
  log: { deed: 'change', of: { platform: 'platformId' } },
  summary: 'Makes a token for a platform that pushes people, shown once. The one before opens nothing from then on.',
});

/** A request of the platform that changed something, or was refused. */
export interface ScimRequest {
  time: string;
  method: string;
  /** `Users` or `Groups`. */
  resource: string;
  /** Whom or what it was about; empty: nobody knows. */
  name: string;
  status: number;
  /** Why it was refused, in the caller's language. */
  failure: string | null;
}

export interface ScimState {
  /** People and groups whose data come from the platform; `frozen`: those of them who are frozen. */
  people: number;
  frozen: number;
  groups: number;
  /** How many were frozen in the last hour. */
  frozenLately: number;
  held: boolean;
  /** Until when everybody may be frozen, because an administrator let it through. */
  releasedUntil: string | null;
  /** The latest, the newest first. */
  requests: ScimRequest[];
}

export const scimState = call<ScimState>()({
  name: 'adminPlatform.scimState',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/platform/scimState',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'platforms.view',
  request: z.strictObject({ platformId: fields.id }),
  log: 'none',
  summary: 'What a platform has pushed, and its latest requests that changed something or were refused.',
});

export const releaseScim = call<null>()({
  name: 'adminPlatform.releaseScim',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/platform/releaseScim',
  fieldsIn: 'json',
  freshProof: true,
  ...platformEdits,
  request: z.strictObject({ platformId: fields.id, syncReason: z.string().trim().min(1).max(limits.syncReasonLength) }),
  log: { deed: 'change', of: { platform: 'platformId' }, details: ['syncReason'] },
  summary: 'Lets a platform freeze people for an hour, although they are unusually many.',
});
