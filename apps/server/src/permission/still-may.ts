import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { Failure } from '../http/index.ts';
import { findPlaceAlso } from './place-query.ts';
import { judge } from './authorise.ts';

/** Whether what was allowed earlier is allowed still: by the right, and because the person may still sign in. */
export async function stillMay(database: Kysely<Tables>, asker: Asker, instanceId: string, item: PermissionItem): Promise<boolean> {
  const active = sql<boolean>`(select to_json(u.frozen_at is null and (u.expires_at is null or u.expires_at > now())) from user_account u where u.id = ${asker.userId})`;
  const found = await findPlaceAlso(database, asker, instanceId, active);
  return found !== undefined && found.also && !(judge(found.place, item) instanceof Failure);
}
