import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { countsBelow, ownOnlyAtFirst, ownOnlyBelow, visibleUnder } from '../permission/index.ts';
import type { Place } from '../permission/index.ts';

export interface Weight {
  /** Files and folders, the item itself counted. */
  rows: number;
  /** As they are now, without older versions. */
  bytes: number;
  /** With older versions. */
  versionBytes: number;
}

/** What of an item's tree the person may do it with. */
export async function countVisible(database: Kysely<Tables>, caller: Caller, place: Place, item: PermissionItem): Promise<Weight> {
  const visible = await visibleUnder(database, caller, place.isFile ? [] : [place], item);
  const { rows } = await sql<{ rows: number; bytes: number; version_bytes: number }>`
    with recursive under as (
      select i.id, i.is_file, i.size, ${ownOnlyAtFirst(visible)} as own_only from instance i where i.id = ${place.instanceId}
      union all
      select c.id, c.is_file, c.size, ${ownOnlyBelow(visible)} from under join instance c on c.parent_id = under.id
      where c.deleted_at is null and not under.is_file and ${countsBelow(visible)}
    )
    select count(*) as rows, coalesce(sum(size) filter (where is_file), 0)::bigint as bytes,
      coalesce(sum((select sum(v.size) from version v where v.instance_id = under.id)), 0)::bigint as version_bytes from under`.execute(
    database,
  );
  const { rows: count, bytes, version_bytes: versionBytes } = rows[0]!;
  return { rows: count, bytes, versionBytes };
}
