import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { foldName, limits } from '@alcove/contract';
import type { calls, InstanceId, RequestOf, SpaceId, SpaceKind } from '@alcove/contract';
import { bins, like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

export type BinFilter = Pick<RequestOf<typeof calls.adminRecycle.page>, 'keyword' | 'spaceId' | 'deletedBy' | 'from' | 'to'>;

/** The parts by which the index of deleted names finds a keyword: its pairs of characters, or the one that it has. */
function pairsOf(folded: string): string[] {
  const letters = [...folded];
  return letters.length === 1 ? letters : [...new Set(letters.slice(1).map((letter, at) => letters[at]! + letter))];
}

/**
 * The entries `r` of the administrators' bin that a filter finds. A keyword begins at the index of deleted names; everything else is a range
 * of an index in the order of deletion.
 */
export function entriesLike({ keyword, spaceId, deletedBy, from, to }: BinFilter): RawBuilder<unknown> {
  const folded = keyword ? foldName(keyword) : '';
  const source =
    folded === ''
      ? sql`recycle r`
      : sql`(
          select i.id from instance i
          where i.deleted_at is not null and name_pairs(i.folded_name) @> ${pairsOf(folded)}::text[] and i.folded_name like ${like(folded)} offset 0
        ) named join recycle r on r.instance_id = named.id`;
  const conditions = [
    sql`r.bin = ${bins.administrators}`,
    ...(spaceId ? [sql`r.space_id = ${spaceId}`] : []),
    ...(deletedBy ? [sql`r.deleted_by = ${deletedBy}`] : []),
    ...(from ? [sql`r.deleted_at >= ${from}`] : []),
    ...(to ? [sql`r.deleted_at <= ${to}`] : []),
  ];
  return sql`${source} where ${sql.join(conditions, sql` and `)}`;
}

export interface BinRow {
  id: string;
  instance_id: InstanceId;
  name: string;
  is_file: boolean;
  /** The top folder of a dissolved group, which stands for all of it. */
  whole: boolean;
  leader_left: boolean;
  category: number;
  bytes: number | null;
  files: number | null;
  space_kind: SpaceKind;
  space_id: SpaceId;
  space_name: string;
  /** From the top of the space down. */
  folders: { id: InstanceId; name: string; deleted: boolean }[];
  deleted_by: string;
  deleter: string;
  deleted_at: Date;
  left_at: Date;
  expires_at: Date;
  days_left: number;
  going_at: Date | null;
  due: boolean;
}

/** What is shown of an entry is read only for those of the page. `days`: how long an item stays in the bin. */
export async function findPage(
  database: Kysely<Tables>,
  filter: BinFilter,
  { offset, limit, order, days }: { offset: number; limit: number; order: 'asc' | 'desc'; days: number },
): Promise<BinRow[]> {
  const by = sql.raw(`r.deleted_at ${order}, r.id ${order}`);
  const ends = sql`r.left_at + make_interval(days => ${days})`;
  const { rows } = await sql<BinRow>`
    select r.id, r.instance_id, i.name, i.is_file, i.parent_id is null as whole,
      i.parent_id is null and exists (select from offboarding l where l.user_id = s.owner_id) as leader_left, i.category, r.bytes, r.files, s.kind as space_kind, r.space_id,
      coalesce(gs.name, d.name, ed.name, o.real_name, '') as space_name, above.folders,
      r.deleted_by, u.real_name as deleter, r.deleted_at, r.left_at, ${ends} as expires_at,
      greatest(0, ceil(extract(epoch from ${ends} - now()) / 86400))::int as days_left, r.going_at, coalesce(r.going_at <= now(), false) as due
    from (select r.* from ${entriesLike(filter)} order by ${by} limit ${limit} offset ${offset}) r
      join instance i on i.id = r.instance_id join space s on s.id = r.space_id join user_account u on u.id = r.deleted_by
      left join group_space gs on gs.space_id = s.id left join department d on d.space_id = s.id
      left join ended_department ed on ed.space_id = s.id left join user_account o on o.id = s.owner_id
      cross join lateral (
        with recursive up as (
          select p.id, p.parent_id, p.name, p.deleted_at, 0 as depth from instance p where p.id = r.parent_id
          union all
          select p.id, p.parent_id, p.name, p.deleted_at, up.depth + 1 from up join instance p on p.id = up.parent_id
          where up.depth <= ${sql.lit(limits.folderDepth + 2)}
        )
        select coalesce(json_agg(json_build_object('id', up.id, 'name', up.name, 'deleted', up.deleted_at is not null) order by up.depth desc), '[]') as folders
        from up
      ) above
    order by ${by}`.execute(database);
  return rows;
}

/** At most `most`. */
export async function countEntries(database: Kysely<Tables>, filter: BinFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${entriesLike(filter)} limit ${most}) found`.execute(database);
  return rows[0]!.total;
}
