import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { highest, itsLevel, judgedColumns, judgedJoins } from './file-queries.ts';
import type { FoundRow } from './file-queries.ts';

export interface Folder {
  id: InstanceId;
  level: Sensitivity;
  path: string;
  /** The children after this folded name. */
  after: string;
}

/** Of each folder. */
const childrenAtOnce = 1000;

/** The linked item; undefined if it is in a bin or gone. */
export async function findTop(database: Kysely<Tables>, linkId: string | null, instanceId: InstanceId): Promise<FoundRow | undefined> {
  const { rows } = await sql<FoundRow & { deleted: boolean }>`
    select ${judgedColumns}, l.deleted
    from instance i cross join ${itsLevel} ${judgedJoins(linkId)}
    where i.id = ${instanceId}`.execute(database);
  return rows[0]?.deleted ? undefined : rows[0];
}

/** `n`: of its folder, from 1. `last`: the folder has more. */
export async function findChildren(
  database: Kysely<Tables>,
  linkId: string | null,
  folders: readonly Folder[],
): Promise<(FoundRow & { n: number; folded: string; last: boolean })[]> {
  const { rows } = await sql<FoundRow & { n: number; folded: string; last: boolean }>`
    select ${judgedColumns}, f.n::int, i.folded_name as folded, i.row_number = ${childrenAtOnce} as last
    from unnest(${folders.map(({ id }) => id)}::uuid[], ${folders.map(({ level }) => level)}::text[], ${folders.map(({ after }) => after)}::text[])
        with ordinality as f (id, level, after, n)
      cross join lateral (
        select c.*, row_number() over (order by c.folded_name) from instance c
        where names_in(c.parent_id) = f.id and c.deleted_at is null and c.folded_name > f.after order by c.folded_name limit ${childrenAtOnce}
      ) i
      cross join lateral (select ${highest(sql`array[f.level, i.sensitivity]`)} as level) l ${judgedJoins(linkId)}
    order by f.n, i.folded_name`.execute(database);
  return rows;
}
