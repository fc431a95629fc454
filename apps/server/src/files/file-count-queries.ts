import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import { children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/**
 * The number of files in these spaces, at most `most`. Files in recycle bins do not count. Reads a range of an index for each space; files
 * are read themselves only where a folder is in a bin.
 */
export async function countFiles(database: Kysely<Tables>, spaceIds: readonly SpaceId[], most: number): Promise<number> {
  const deleted = sql`instance where space_id = any(${spaceIds}::uuid[]) and deleted_at is not null and not is_file`;
  const { rows: anyGone } = await sql`select from ${deleted} limit 1`.execute(database);
  const stays = anyGone.length > 0 ? sql`(c.parent_id in (select id from gone)) is not true` : sql`true`;
  const { rows } = await sql<{ files: number }>`
    with recursive gone as (
      select id from ${deleted}
      union all
      select f.id from gone cross join ${children('gone.id', 'folders')} f
    )
    select count(*) as files from (
      select from instance c where c.space_id = any(${spaceIds}::uuid[]) and c.is_file and c.deleted_at is null and ${stays} limit ${most}
    ) as counted`.execute(database);
  return rows[0]!.files;
}
