/** With which platforms a person signs in, for administrators. */
import { z } from 'zod';
import type { PlatformProtocol } from './admin-platforms.ts';
import { call } from './call.ts';
import * as fields from './fields.ts';

/** A platform that knows who a person is. */
export interface PersonPlatform {
  platformId: string;
  name: string;
  protocol: PlatformProtocol;
  /** When it came to know them: their first sign-in there, or a sync. */
  createTime: string;
  lastSignIn: string;
}

export const platforms = call<PersonPlatform[]>()({
  name: 'adminUser.platforms',
  method: 'GET',
  path: '/disk/api/admin/user/platforms',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'people.view',
  request: z.strictObject({ userId: fields.id, t: fields.timestamp }),
  log: 'none',
  summary: 'Lists the platforms with which a person signs in, by name.',
});

/** Whoever may do this can let somebody else in: the next one whom the platform calls by this account name. */
export const unlinkPlatform = call<{ unlinked: boolean }>()({
  name: 'adminUser.unlinkPlatform',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/user/unlinkPlatform',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'people.resetPassword',
  request: z.strictObject({ userId: fields.id, platformId: fields.id }),
  log: { deed: 'change', of: { person: 'userId' }, details: ['platformId'] },
  summary: 'Takes away that a platform knows a person. The sessions that it opened for them end. False: it did not know them.',
});
