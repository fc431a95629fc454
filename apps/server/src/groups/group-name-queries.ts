import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** Names of these groups, by id. Ids that are not groups are absent. */
export async function groupNames(database: Kysely<Tables>, groupIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom('group_space')
    .select(['space_id', 'name'])
    .where('space_id', '=', sql<SpaceId>`any(${groupIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.space_id, row.name]));
}
