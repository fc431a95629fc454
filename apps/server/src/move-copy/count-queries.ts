import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId, PermissionItem } from '@alcove/contract';
import { children, isNamed } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { findChild } from '../files/index.ts';
import type { Caller } from '../http/index.ts';
import { countsBelow, ownOnlyAtFirst, ownOnlyBelow, visibleUnder } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { OnFileConflict } from './deps.ts';

export interface RowCount {
  /** Files and folders, including the item itself. */
  rows: number;
  /** Bytes of the current versions. */
  bytes: number;
  /** Bytes of all versions. */
  versionBytes: number;
}

/** Counts those items of a tree on which the caller has this permission item. */
export async function countVisible(database: Kysely<Tables>, caller: Caller, place: ItemContext, item: PermissionItem): Promise<RowCount> {
  const visible = await visibleUnder(database, caller, place.isFile ? [] : [place], item);
  const { rows } = await sql<{ rows: number; bytes: number; version_bytes: number }>`
    with recursive under as (
      select i.id, i.is_file, i.size, ${ownOnlyAtFirst(visible)} as own_only from instance i where i.id = ${place.instanceId}
      union all
      select c.id, c.is_file, c.size, ${ownOnlyBelow(visible)} from under cross join ${children('under.id')} c
      where not under.is_file and ${countsBelow(visible)}
    )
    select count(*) as rows, coalesce(sum(size) filter (where is_file), 0)::bigint as bytes,
      coalesce(sum((select sum(v.size) from version v where v.instance_id = under.id)), 0)::bigint as version_bytes from under`.execute(
    database,
  );
  const { rows: count, bytes, version_bytes: versionBytes } = rows[0]!;
  return { rows: count, bytes, versionBytes };
}

/**
 * Counts what a merge inside a space changes: the rows in the folders that meet a folder of the same name, and the bytes of files that
 * become versions.
 * Null if the folder meets none.
 */
export async function countMerge(
  database: Kysely<Tables>,
  source: { instanceId: InstanceId; name: string; isFile: boolean },
  target: ItemContext,
  onFileConflict: OnFileConflict,
): Promise<Pick<RowCount, 'rows' | 'bytes'> | null> {
  const met = source.isFile ? undefined : await findChild(database, target.instanceId, source.name);
  if (!met || met.is_file || met.id === source.instanceId) return null;
  const { rows } = await sql<{ rows: number; bytes: number }>`
    with recursive pair as (
      select ${source.instanceId}::uuid as id, ${met.id}::uuid as into_id
      union all
      select c.id, d.id from pair cross join ${children('pair.id', 'folders')} c cross join lateral (
        select id from instance where ${isNamed('instance', sql`pair.into_id`, sql`c.folded_name`)} and not is_file offset 0
      ) d where d.id <> ${source.instanceId}
    )
    select coalesce(sum(k.folders + k.files), 0)::bigint + 1 as rows, coalesce(sum((
      select sum(c.size) from instance c join instance d on ${isNamed('d', sql`pair.into_id`, sql`c.folded_name`)} and d.is_file
      where c.parent_id = pair.id and c.is_file and c.deleted_at is null)), 0)::bigint as bytes
    from pair left join folder_count k on k.folder_id = pair.id`.execute(database);
  const { rows: changed, bytes } = rows[0]!;
  return { rows: changed, bytes: onFileConflict === 'version' ? bytes : 0 };
}
