import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { Failure } from '../http/index.ts';
import { findItemAlso } from './item-queries.ts';
import { judge } from './authorise.ts';

/** Whether what was allowed earlier is allowed still: by the right, because the person may still sign in, and as that version is there. */
export async function stillMay(
  database: Kysely<Tables>,
  asker: Asker,
  instanceId: string,
  items: readonly PermissionItem[],
  version: number | null = null,
): Promise<boolean> {
  const active = sql`(select ${isActive} from user_account u where u.id = ${asker.userId})`;
  const isThere = version === null ? sql`true` : sql`exists (select from version v where v.instance_id = i.id and v.number = ${version})`;
  const found = await findItemAlso(database, asker, instanceId, sql<boolean>`to_json(${active} and ${isThere})`);
  return found !== undefined && found.also && items.every((item) => !(judge(found.place, item) instanceof Failure));
}
