/** SQL of the search over all spaces. Each statement reads a bounded part of an index. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { foldName, limits, sensitivities, spaceKindOf, spaceKinds } from '@alcove/contract';
import type { calls, InstanceId, RequestOf, SpaceKind } from '@alcove/contract';
import { like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

export type FileFilter = RequestOf<typeof calls.adminFile.page>;

export interface NamedFile {
  id: InstanceId;
  name: string;
  updated_at: Date;
}

export interface FoundFile extends NamedFile {
  is_file: boolean;
  category: number;
  size: number;
  space_kind: SpaceKind;
  space_name: string;
  /** From the top of the space down, without the top. */
  folders: string[];
  owner_id: string;
  owner: string;
  /** An index of `sensitivities`. */
  level: number;
  shared_with: number;
  links: number;
}

/** A place in the order of change. As text, because a date of this language has no microseconds. */
export interface Moment {
  at: string;
  id: string;
}

/** Who answers for an item, over `i` and `s`: the owner of a personal space, elsewhere whoever made it. */
export const ownerOf = sql`case when s.kind = ${sql.lit(spaceKinds.personal)} then s.owner_id else i.creator_id end`;
/** What is not deleted itself, and is no top of a space: the condition of the indexes of what changed last. */
const there = sql`i.deleted_at is null and i.parent_id is not null and i.updated_at > '-infinity'`;

const levelOf = (item: string) => sql`array_position(${sql.lit(`{${sensitivities.join()}}`)}::text[], ${sql.raw(item)}.sensitivity) - 1`;
/** Grants and links of the instance `i` that stand. */
const sharedWith = sql`(select count(distinct g.subject_id)::int from file_grant g
  where g.instance_id = i.id and g.source_kind = 'share' and (g.expires_at is null or g.expires_at > now()))`;
const linksOn = sql`(select count(*)::int from link l
  where l.instance_id = i.id and l.state in ('verifying', 'valid') and (l.expires_at is null or l.expires_at > now()))`;

/** What can be told from the row itself and its space. */
function cheap(filter: FileFilter): RawBuilder<unknown> {
  const { keyword, instanceType, ownerId, classifierId, category, sizeMin, sizeMax, from, to } = filter;
  return sql.join(
    [
      there,
      ...(keyword ? [sql`i.folded_name like ${like(foldName(keyword))}`] : []),
      ...(instanceType ? [sql`s.kind = ${spaceKindOf(instanceType)}`] : []),
      ...(ownerId ? [sql`${ownerOf} = ${ownerId}`] : []),
      ...(classifierId ? [sql`i.is_file = ${classifierId === 'File'}`] : []),
      ...(category === undefined ? [] : [sql`i.is_file and i.category = ${category}`]),
      ...(sizeMin === undefined ? [] : [sql`i.is_file and i.size >= ${sizeMin}`]),
      ...(sizeMax === undefined ? [] : [sql`i.is_file and i.size <= ${sizeMax}`]),
      ...(from ? [sql`i.updated_at >= ${from}`] : []),
      ...(to ? [sql`i.updated_at <= ${to}`] : []),
    ],
    sql` and `,
  );
}

/** What must be looked up for each item. */
function dear({ sensitivity, shared, linked }: FileFilter): RawBuilder<unknown> {
  return sql.join(
    [
      sql`not above.gone`,
      ...(sensitivity ? [sql`above.level = ${sensitivities.indexOf(sensitivity)}`] : []),
      ...(shared === undefined ? [] : [sql`(${sharedWith} > 0) = ${shared}`]),
      ...(linked === undefined ? [] : [sql`(${linksOn} > 0) = ${linked}`]),
    ],
    sql` and `,
  );
}

/** What is told of an item that a filter finds, over `i` and `above`. `Row` is the type of the answer. */
export interface Facts<Row> {
  columns: RawBuilder<Row>;
  joins: RawBuilder<unknown>;
}

/** The folders above `i`: whether one of them is deleted, their names, and the highest level of them and the item. */
const above = sql`lateral (
  with recursive up as (
    select p.parent_id, p.name, p.deleted_at, ${levelOf('p')} as level, 0 as depth from instance p where p.id = i.parent_id
    union all
    select p.parent_id, p.name, p.deleted_at, ${levelOf('p')}, up.depth + 1 from up join instance p on p.id = up.parent_id
    where up.depth <= ${sql.lit(limits.folderDepth + 2)}
  )
  select bool_or(up.deleted_at is not null) as gone, greatest(max(up.level), ${levelOf('i')}) as level,
    coalesce(json_agg(up.name order by up.depth desc) filter (where up.parent_id is not null), '[]') as folders
  from up
) above`;

export const nameOnly: Facts<NamedFile> = { columns: sql`i.id, i.name, i.updated_at`, joins: sql`` };
export const allFacts: Facts<FoundFile> = {
  columns: sql`i.id, i.name, i.is_file, i.category, i.size, i.updated_at, i.space_kind, above.folders, above.level::int as level,
    i.owner_id, o.real_name as owner, coalesce(gs.name, d.name, ed.name, so.real_name, '') as space_name,
    ${sharedWith} as shared_with, ${linksOn} as links`,
  joins: sql`join user_account o on o.id = i.owner_id
    left join group_space gs on gs.space_id = i.space_id left join department d on d.space_id = i.space_id
    left join ended_department ed on ed.space_id = i.space_id left join user_account so on so.id = i.space_owner_id`,
};

/**
 * The latest of the candidates `c` (a query for ids in `i.id`) that a filter finds. The inner query is in the order of change, and whatever is dear is asked from
 * the latest on, until there are enough.
 */
const latestOf = <Row>(source: RawBuilder<unknown>, filter: FileFilter, facts: Facts<Row>, most: number): RawBuilder<Row> => sql<Row>`
  select ${facts.columns}
  from (
    select i.*, s.kind as space_kind, s.owner_id as space_owner_id, ${ownerOf} as owner_id
    from ${source} join space s on s.id = i.space_id where ${cheap(filter)} order by i.updated_at desc, i.id desc offset 0
  ) i cross join ${above} ${facts.joins}
  where ${dear(filter)}
  order by i.updated_at desc, i.id desc limit ${most}`;

/** Where a walk goes, from the latest change to the earliest: through all spaces, through what a person made, or through the files of a space. */
export type Walk = 'everywhere' | { madeBy: string } | { filesOf: string };
const within = (walk: Walk): RawBuilder<unknown> => {
  if (walk === 'everywhere') return there;
  if ('madeBy' in walk) return sql`${there} and i.creator_id = ${walk.madeBy}`;
  return sql`i.deleted_at is null and i.is_file and i.space_id = ${walk.filesOf}`;
};
const before = (moment: Moment | null): RawBuilder<unknown> =>
  moment ? sql`(i.updated_at, i.id) < (${moment.at}::timestamptz, ${moment.id}::uuid)` : sql`true`;

/** The moment that is `rows` rows before another one; null: there are not so many. It reads the index only. */
export async function momentBefore(
  database: Kysely<Tables>,
  walk: Walk,
  { after, to, rows }: { after: Moment | null; to: string | undefined; rows: number },
): Promise<Moment | null> {
  const { rows: found } = await sql<Moment>`
    select i.updated_at::text as at, i.id from instance i
    where ${within(walk)} and ${before(after)} and i.updated_at <= ${to ?? 'infinity'}
    order by i.updated_at desc, i.id desc limit 1 offset ${rows - 1}`.execute(database);
  return found[0] ?? null;
}

/** What a filter finds between two moments; `until` null: down to the earliest. */
export async function findBetween<Row>(
  database: Kysely<Tables>,
  walk: Walk,
  filter: FileFilter,
  facts: Facts<Row>,
  { after, until, most }: { after: Moment | null; until: Moment | null; most: number },
): Promise<Row[]> {
  const down = until ? sql`(i.updated_at, i.id) >= (${until.at}::timestamptz, ${until.id}::uuid)` : sql`true`;
  const source = sql`(select i.* from instance i where ${within(walk)} and ${before(after)} and ${down} order by i.updated_at desc, i.id desc offset 0) i`;
  const { rows } = await latestOf(source, filter, facts, most).execute(database);
  return rows;
}

/** Those whose names have the keys, and those that have no keys yet. `few`: there are not more of them than `candidates`. */
export async function findByKeys<Row extends NamedFile>(
  database: Kysely<Tables>,
  keys: readonly number[],
  filter: FileFilter,
  facts: Facts<Row>,
  { candidates, most }: { candidates: number; most: number },
): Promise<{ few: boolean; found: Row[] }> {
  const source = sql`named c join instance i on i.id = c.id`;
  const { rows } = await sql<{ n: number; found: Row | null }>`
    with keyed as materialized (select k.instance_id as id from instance_name k where k.keys @> ${keys}::int[] limit ${candidates + 1}),
    named as materialized (select id from keyed union select w.id from (select k.instance_id as id from instance_name k where k.keys is null
      order by k.space_id, k.instance_id limit ${candidates}) w)
    select c.n, to_json(f) as found from (select count(*)::int as n from keyed) c
      left join lateral (${latestOf(source, filter, facts, most)}) f on c.n <= ${candidates}`.execute(database);
  const found = rows.flatMap(({ found: file }) => (file ? [{ ...file, updated_at: new Date(file.updated_at) }] : []));
  return { few: rows[0]!.n <= candidates, found };
}

/** The personal space of somebody. */
export async function personalSpaceOf(database: Kysely<Tables>, userId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from space where kind = ${sql.lit(spaceKinds.personal)} and owner_id = ${userId}`.execute(database);
  return rows[0]?.id ?? null;
}
