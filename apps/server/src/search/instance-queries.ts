import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { foldName } from '@alcove/contract';
import type { InstanceId, SearchScope, SpaceId } from '@alcove/contract';
import { children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Region } from '../permission/index.ts';

export interface FoundRow {
  id: InstanceId;
  name: string;
  is_file: boolean;
  /** Bytes; 0 for a folder. */
  size: number;
  /** Microseconds since 1970. */
  updated_at: number;
}

export interface FoundRows {
  /** Best first. */
  rows: FoundRow[];
  /** There may be more: the limit is reached, or not everything below the caller's places was walked through. */
  cut: boolean;
  /** Some names of these spaces wait to be indexed, so that some may be missing. */
  waits: boolean;
}

export interface InstanceFilter {
  isFile?: boolean | undefined;
  category?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sizeMin?: number | undefined;
  sizeMax?: number | undefined;
  creatorId?: string | undefined;
  tag?: string | undefined;
}

/** Whether names or texts are searched. */
export type Wanted = { in: 'names'; spaces: readonly WantedIn[] } | WantedTexts;
/** The keys that are looked for within one space. */
export interface WantedIn {
  spaceId: SpaceId;
  keys: readonly number[];
}
export interface WantedTexts {
  in: 'texts';
  spaces: readonly WantedIn[];
  words: readonly string[];
  /** All contents that have the keys, if they are few: from them it is a short way to the files. */
  few: readonly string[] | null;
  /** If they are many, it is cheaper to go from the files of these spaces to their texts. */
  smallSpaceIds: readonly string[];
}

/** A text may have all keys of a longer word without containing the word. */
const holdsAll = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...words.filter((word) => word.length > 2).map((word) => sql`strpos(t.text, ${word}) > 0`)], sql` and `);

/** The columns of an instance that its ranking needs. */
const columns = sql`i.id, i.space_id, i.parent_id, i.name, i.is_file, i.folded_name, i.size, i.updated_at, i.creator_id`;

/** Instances that match, up to a limit per space, whether the caller may find them or not. */
function candidates(wanted: Wanted, filter: InstanceFilter, most: number): RawBuilder<unknown> {
  const inEach = (of: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select one.* from wanted w cross join lateral (select ${columns} from ${of} and ${fits(filter)} limit ${most}) as one where ${which}`;
  if (wanted.in === 'names')
    return inEach(
      sql`instance_name k join instance i on i.id = k.instance_id where k.keys @> w.keys and k.space_id = w.space_id`,
      sql`true`,
    );
  const { words, few, smallSpaceIds } = wanted;
  if (few)
    return sql`select one.* from unnest(${few}::uuid[]) as f (blob_id) join blob_text t on t.blob_id = f.blob_id cross join lateral (
      select ${columns} from instance i where i.blob_id = f.blob_id and i.space_id = any(${wanted.spaces.map(({ spaceId }) => spaceId)}::uuid[]) and ${fits(filter)} offset 0
    ) as one where ${holdsAll(words)} limit ${most * wanted.spaces.length}`;
  const isSmall = sql`w.space_id = any(${smallSpaceIds}::uuid[])`;
  const walked = sql`instance i where i.space_id = w.space_id and i.is_file and ${has(wanted)}`;
  // `offset 0` keeps the order of the joins: the planner would consider starting from all files of all spaces as cheap.
  const met = sql`select one.* from wanted w cross join lateral (
    select i.* from (select t.blob_id from blob_text t where t.keys @> w.keys and ${holdsAll(words)} offset 0) as t cross join lateral (
      select ${columns} from instance i where i.blob_id = t.blob_id and i.space_id = w.space_id and ${fits(filter)} offset 0
    ) as i limit ${most}
  ) as one where not ${isSmall}`;
  return sql`(${inEach(walked, isSmall)}) union all (${met})`;
}

/**
 * Whether the instance `i` matches. `offset 0` makes the planner check each of the few rows instead of joining with everything that
 * matches.
 */
const has = (wanted: Wanted): RawBuilder<unknown> =>
  wanted.in === 'names'
    ? sql`exists (select from instance_name k join wanted w on w.space_id = k.space_id where k.instance_id = i.id and k.keys @> w.keys offset 0)`
    : sql`exists (select from blob_text t join wanted w on w.space_id = i.space_id where t.blob_id = i.blob_id and t.keys @> w.keys and ${holdsAll(wanted.words)} offset 0)`;

/** If the caller has only a few places in a large space, this many instances below them are walked through. */
const mostWalked = 20_000;
/** So many of those that match are looked at: a word that all of them have would bring all of them into memory. */
const mostMet = 5000;

/** Conditions on the instance `i`. A folder has no size and no category. */
function fits({ isFile, category, from, to, sizeMin, sizeMax, creatorId, tag }: InstanceFilter): RawBuilder<unknown> {
  const conditions = [
    isFile !== undefined && sql`i.is_file = ${sql.lit(isFile)}`,
    category !== undefined && sql`i.is_file and i.category = ${category}`,
    from !== undefined && sql`i.updated_at >= ${from}`,
    to !== undefined && sql`i.updated_at < ${to}`,
    sizeMin !== undefined && sql`i.is_file and i.size >= ${sizeMin}`,
    sizeMax !== undefined && sql`i.is_file and i.size <= ${sizeMax}`,
    creatorId !== undefined && sql`i.creator_id = ${creatorId}`,
    tag !== undefined && sql`exists (select from tag g where g.instance_id = i.id and g.folded_name = ${foldName(tag)})`,
  ].filter((condition) => condition !== false);
  return sql.join([sql`i.deleted_at is null`, ...conditions], sql` and `);
}

/** What is told of each match `i`. It is sent as columns, and times as numbers, because there may be a thousand. */
const shown = (userId: string, folded: string): Record<keyof MetRow, RawBuilder<unknown>> => ({
  id: sql`i.id`,
  parent_id: sql`i.parent_id`,
  name: sql`i.name`,
  is_file: sql`i.is_file`,
  size: sql`i.size`,
  updated_at: sql`(date_part('epoch', i.updated_at) * 1000000)::bigint`,
  own: sql`i.creator_id = ${userId}::uuid`,
  rank: sql`case strpos(i.folded_name, ${folded}) when 0 then 3 when 1 then (i.folded_name <> ${folded})::integer else 2 end`,
});

export interface InstanceSearch {
  wanted: Wanted;
  regions: readonly Region[];
  filter: InstanceFilter;
  most: number;
  userId: string;
  /** The folded keyword. */
  folded: string;
}

/** An instance that matches, whether the caller may find it or not. */
interface MetRow extends FoundRow {
  parent_id: InstanceId;
  /** Whether the caller made it. */
  own: boolean;
  /** 0: the keyword is its name. Its name begins with it (1), contains it (2), or does not (3). */
  rank: number;
}

/** The matches as columns, and each folder above them with whether it is live and its path to the top. An instance may be there twice. */
export interface Met {
  met: { [Column in keyof MetRow]: MetRow[Column][] } | { id: null };
  folders: { id: InstanceId; live: boolean; way: InstanceId[] }[];
  /** How many instances were walked through. */
  walked: number;
  waits: boolean;
}

/** Whether names wait that would be searched. It is asked in the same statement: what no longer waits has been searched. */
const waitsIn = ({ in: where, spaces }: Wanted): RawBuilder<boolean> =>
  where === 'names'
    ? sql`exists (select from instance_name where keys is null and space_id = any(${spaces.map(({ spaceId }) => spaceId)}::uuid[]))`
    : sql`false`;

/** Who may search whole spaces only needs no more than what was met there. The statement then takes PostgreSQL less to begin. */
const nothingBelow = sql`near as (select null::uuid as id where false), found as (select * from met),`;

/** What was met, and what matches below these places if their space has more matches. */
const walkedBelow = (parts: readonly Region[], wanted: Wanted, filter: InstanceFilter, most: number): RawBuilder<unknown> => {
  const given = JSON.stringify(parts.map(({ instanceId, spaceId }) => ({ id: instanceId, space_id: spaceId })));
  return sql`
    part as materialized (select * from jsonb_to_recordset(${given}::jsonb) as r (id uuid, space_id uuid)),
    crowded as materialized (select space_id from met group by space_id having count(*) >= ${most}),
    under as (
      select i.id, i.is_file from part join instance i on i.id = part.id where part.space_id in (select space_id from crowded)
      union
      select i.id, i.is_file from under cross join ${children('under.id')} i where not under.is_file
    ),
    near as materialized (select id from under limit ${mostWalked}),
    found as materialized (
      select * from met
      union all
      (select ${columns} from near join instance i on i.id = near.id where ${has(wanted)} and ${fits(filter)} limit ${mostMet})
    ),`;
};

/**
 * Instances that have all keys, at most `most` per space. If the caller has only some places in a space with more matches, it searches
 * below these places too. Each folder's ancestors are read once, however many matches it has. The result is joined with other data in the
 * server, because the planner cannot know how few rows these are.
 */
export function statementOf({ wanted, regions, filter, most, userId, folded }: InstanceSearch): RawBuilder<Met> {
  const spaces = JSON.stringify(wanted.spaces.map(({ spaceId, keys }) => ({ space_id: spaceId, keys })));
  const whole = new Set(regions.filter(({ isTop, below }) => isTop && below).map(({ spaceId }) => spaceId));
  const parts = regions.filter(({ spaceId, self, below, belowOwn }) => !whole.has(spaceId) && (self || below || belowOwn));
  return sql<Met>`
    with recursive wanted as materialized (select * from jsonb_to_recordset(${spaces}::jsonb) as w (space_id uuid, keys integer[])),
    met as materialized (${candidates(wanted, filter, most)}),
    ${parts.length === 0 ? nothingBelow : walkedBelow(parts, wanted, filter, most)}
    up as (
      select f.parent_id as folder_id, i.id, i.parent_id, i.deleted_at is null as live, 0 as steps
      from (select distinct parent_id from found) f join instance i on i.id = f.parent_id
      union all
      select up.folder_id, i.id, i.parent_id, i.deleted_at is null, up.steps + 1 from up join instance i on i.id = up.parent_id where up.live
    )
    select (select json_build_object(${sql.join(Object.entries(shown(userId, folded)).map(([name, value]) => sql`${sql.lit(name)}, array_agg(${value})`))}) from found i) as met,
      (select coalesce(json_agg(folder), '[]') from (select folder_id as id, bool_and(live) as live, array_agg(id order by steps) as way from up group by folder_id) as folder) as folders,
      (select count(*)::int from near) as walked, ${waitsIn(wanted)} as waits`;
}

/** The later change first. Pages of equal ones must follow each other, so their ids decide. */
const later = (a: FoundRow, b: FoundRow): number =>
  a.updated_at === b.updated_at ? (a.id < b.id ? -1 : 1) : a.updated_at < b.updated_at ? 1 : -1;

/**
 * What the caller may find: the nearest region above a match, or the match itself, decides, and nothing above it may be in the recycle bin.
 * Best first: the exact name, a name that begins with the keyword, one that contains it; equal ones by the date of change.
 */
export async function findInstances(database: Kysely<Tables>, search: InstanceSearch): Promise<FoundRows> {
  const { rows } = await statementOf(search).execute(database);
  const { met = { id: null }, folders = [], walked = 0, waits = false } = rows[0] ?? {};
  if (met.id === null) return { rows: [], cut: walked >= mostWalked, waits };
  const regions = new Map(search.regions.map((region) => [region.instanceId, region]));
  const around = new Map(
    folders.map(({ id, live, way }) => {
      const nearest = way.find((above) => regions.has(above));
      return [id, live && nearest !== undefined ? regions.get(nearest) : undefined];
    }),
  );
  const dead = new Set(folders.filter(({ live }) => !live).map(({ id }) => id));
  const mayFind = ({ id, parent_id, own }: MetRow): boolean => {
    if (dead.has(parent_id)) return false;
    const region = regions.get(id);
    if (region) return region.self;
    const near = around.get(parent_id);
    return near !== undefined && (own ? near.belowOwn : near.below);
  };
  const { id: ids, parent_id, name, is_file, size, updated_at, own, rank } = met;
  const once = new Map<InstanceId, MetRow>();
  for (const [at, id] of ids.entries()) {
    const row = { id, parent_id: parent_id[at]!, name: name[at]!, is_file: is_file[at]!, size: size[at]!, updated_at: updated_at[at]!, own: own[at]!, rank: rank[at]! }; // prettier-ignore
    if (mayFind(row)) once.set(id, row);
  }
  const best = [...once.values()].sort((a, b) => a.rank - b.rank || later(a, b)).slice(0, search.most);
  return { rows: best, cut: best.length >= search.most || walked >= mostWalked, waits };
}

/** Those of these spaces that are searched. `shared` are those that the caller reaches only through a share. */
export async function spacesOfScope(
  database: Kysely<Tables>,
  spaceIds: readonly SpaceId[],
  userId: string,
  scope: SearchScope,
): Promise<readonly SpaceId[]> {
  if (scope === 'all') return spaceIds;
  const own = sql`(s.owner_id is not distinct from ${userId}::uuid or exists (select from file_grant g where g.instance_id = s.root_id and g.source_id = s.id))`;
  const kind = { personal: 1, group: 2, department: 3 };
  const condition = scope === 'shared' ? sql`not ${own}` : sql`s.kind = ${kind[scope]} and ${own}`;
  const { rows } = await sql<{ id: SpaceId }>`
    select s.id from space s where s.id = any(${spaceIds}::uuid[]) and ${condition}`.execute(database);
  return rows.map(({ id }) => id);
}

/** The contents that have all keys. Null if there are more than the limit. */
export async function fewWith(database: Kysely<Tables>, keys: readonly number[], most: number): Promise<readonly string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select blob_id as id from blob_text where keys @> ${keys}::integer[] limit ${most + 1}`.execute(database);
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** Those of these spaces that have no more files than the limit. */
export async function smallAmong(database: Kysely<Tables>, spaceIds: readonly SpaceId[], most: number): Promise<readonly SpaceId[]> {
  const { rows } = await sql<{ id: SpaceId }>`
    select s.id from unnest(${spaceIds}::uuid[]) as s (id) where (
      select count(*) from (select from instance i where i.space_id = s.id and i.is_file and i.deleted_at is null limit ${most + 1}) as counted
    ) <= ${most}`.execute(database);
  return rows.map(({ id }) => id);
}

/** The start and length of the excerpt around a word, in characters. */
const around = { before: 40, after: 100 };

/**
 * An excerpt of each instance's text, beginning shortly before the folded word. Texts that do not contain the word in one piece are left
 * out.
 */
export async function snippetsOf(database: Kysely<Tables>, instanceIds: readonly InstanceId[], word: string): Promise<Map<string, string>> {
  if (instanceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; text: string }>`
    select i.id, substr(t.text, greatest(1, found.at - ${around.before}), ${around.before + around.after}) as text
    from instance i join blob_text t on t.blob_id = i.blob_id, lateral (select strpos(t.text, ${word}) as at) as found
    where i.id = any(${instanceIds}::uuid[]) and found.at > 0`.execute(database);
  return new Map(rows.map(({ id, text }) => [id, text]));
}
