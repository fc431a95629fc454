import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { InstanceId, LinkPermission } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { grantLink } from './index.ts';

export interface NewLink {
  creatorId: string;
  instanceId: InstanceId;
  permissions?: LinkPermission[];
  expiresAt?: Date;
}

/** Inserts a link that is being verified. */
export async function makeLink(
  database: Kysely<Tables>,
  { creatorId, instanceId, permissions = ['download'], expiresAt }: NewLink,
): Promise<string> {
  const id = newId();
  await database
    .insertInto('link')
    .values({
      id,
      path: randomBytes(16).toString('base64url'),
      instance_id: instanceId,
      creator_id: creatorId,
      name: 'link',
      password_hash: null,
      permissions,
      visitor_type: 'everyone',
      validity: expiresAt ? 'custom' : 'employment',
      expires_at: expiresAt ?? null,
      visit_limit: null,
    })
    .execute();
  return id;
}

/** A link that was verified and is open. */
export async function openLink(database: Kysely<Tables>, link: NewLink): Promise<string> {
  const id = await makeLink(database, link);
  await database.transaction().execute((transaction) => grantLink(transaction, id));
  return id;
}

/** Somebody who came through the link. */
export const visitorOf = (linkId: string): Caller => ({
  userId: newId(),
  visitor: { linkId, linkPath: '', creatorId: newId(), person: null, needsPerson: false },
  sessionId: newId(),
  sessionKind: 'browser',
  accountName: '',
  realName: '',
  adminItems: [],
  speedLimit: null,
});
