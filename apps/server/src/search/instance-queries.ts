import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { foldName } from '@alcove/contract';
import type { InstanceId, SearchScope, SpaceId } from '@alcove/contract';
import { children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Region } from '../permission/index.ts';

export interface FoundRow {
  id: InstanceId;
  /** Null: there are many, and nobody needs the names of all. */
  name: string | null;
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
/** A space, and its top folder if that alone decides what the caller may do below it. */
type Searched = WantedIn & { rootId: InstanceId | null };
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

/** The files with the content `blob_id` of a table. `offset 0`: else a filter makes the planner read all files of the space that it lets through, for each content. */
const filesOf = (table: 'f' | 't'): RawBuilder<unknown> =>
  sql`(select * from instance where blob_id = ${sql.ref(`${table}.blob_id`)} offset 0)`;

/**
 * Instances that match, up to a limit per space, whether the caller may find them or not. `under`: the folder from which it is looked upwards for
 * what decides that.
 */
function candidates(wanted: Wanted, filter: InstanceFilter, most: number): RawBuilder<unknown> {
  const inEach = (of: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select one.*, w.root_id, coalesce(w.root_id, one.parent_id) as under from wanted w cross join lateral (select ${columns} from ${of} and ${fits(filter)} limit ${most}) as one where ${which}`;
  if (wanted.in === 'names')
    return inEach(
      sql`instance_name k join instance i on i.id = k.instance_id where k.keys @> w.keys and k.space_id = w.space_id`,
      sql`true`,
    );
  const { words, few, smallSpaceIds } = wanted;
  if (few)
    return sql`select one.*, null::uuid as root_id, one.parent_id as under from unnest(${few}::uuid[]) as f (blob_id) join blob_text t on t.blob_id = f.blob_id cross join lateral (
      select ${columns} from ${filesOf('f')} i where i.space_id = any(${wanted.spaces.map(({ spaceId }) => spaceId)}::uuid[]) and ${fits(filter)} offset 0
    ) as one where ${holdsAll(words)} limit ${most * wanted.spaces.length}`;
  const isSmall = sql`w.space_id = any(${smallSpaceIds}::uuid[])`;
  const walked = sql`instance i where i.space_id = w.space_id and i.is_file and ${has(wanted)}`;
  // `offset 0` keeps the order of the joins: the planner would consider starting from all files of all spaces as cheap.
  const met = sql`select one.*, w.root_id, coalesce(w.root_id, one.parent_id) as under from wanted w cross join lateral (
    select i.* from (select t.blob_id from blob_text t where t.keys @> w.keys and ${holdsAll(words)} offset 0) as t cross join lateral (
      select ${columns} from ${filesOf('t')} i where i.space_id = w.space_id and ${fits(filter)} offset 0
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

/**
 * What is told of each match `i`: as columns, and times as numbers, because there may be a thousand. A text with one Chinese name in it takes twice the room, so of
 * many only the names are told that somebody needs.
 */
const shown = ({ userId, folded, namesUpTo }: InstanceSearch): Record<keyof MetRow, RawBuilder<unknown>> => ({
  id: sql`array_agg(i.id)`,
  under: sql`case when i.root_id is null then array_agg(i.under) end`,
  name: sql`case when ${namesUpTo === null ? sql`true` : sql`count(*) <= ${namesUpTo}`} then array_agg(i.name) end`,
  is_file: sql`array_agg(i.is_file)`,
  size: sql`array_agg(i.size)`,
  updated_at: sql`array_agg((date_part('epoch', i.updated_at) * 1000000)::bigint)`,
  own: sql`array_agg(i.creator_id = ${userId}::uuid)`,
  rank: sql`array_agg(case strpos(i.folded_name, ${folded}) when 0 then 3 when 1 then (i.folded_name <> ${folded})::integer else 2 end)`,
});

export interface InstanceSearch {
  wanted: Wanted;
  regions: readonly Region[];
  filter: InstanceFilter;
  most: number;
  userId: string;
  /** The folded keyword. */
  folded: string;
  /** Names are told if they are no more than so many; null: however many they are. */
  namesUpTo: number | null;
}

/** An instance that matches, whether the caller may find it or not. */
interface MetRow extends FoundRow {
  /** Where to look from for what decides whether the caller may find it. */
  under: InstanceId;
  /** Whether the caller made it. */
  own: boolean;
  /** 0: the keyword is its name. Its name begins with it (1), contains it (2), or does not (3). */
  rank: number;
}

/** A folder above what was found, as far as it may decide something. */
interface FolderRow {
  id: InstanceId;
  parent_id: InstanceId | null;
  /** It is not in the recycle bin itself. */
  live: boolean;
}

type Columns<Row> = { [Column in keyof Row]: Row[Column][] };

/** The matches of the spaces with this top as columns. `under` is null if it is the top for all of them; the top is null where it does not decide alone. */
type MetUnder = Omit<Columns<MetRow>, 'under' | 'name'> &
  ({ root_id: InstanceId; under: null } | { root_id: null; under: InstanceId[] }) & {
    name: string[] | null;
  };

/** The matches, of which one may be there twice, and the folders above them. Above a folder in the recycle bin none is read. */
interface Met {
  met: MetUnder[];
  folders: Columns<FolderRow> | { id: null };
}
export interface MetInSpaces extends Met {
  waits: boolean;
  /** The spaces in which there may be more. */
  crowded: SpaceId[];
}
export interface MetBelow extends Met {
  /** How many instances were walked through. */
  walked: number;
}

/** Whether names wait that would be searched. It is asked in the same statement: what no longer waits has been searched. */
const waitsIn = ({ in: where, spaces }: Wanted): RawBuilder<boolean> =>
  where === 'names'
    ? sql`exists (select from instance_name where keys is null and space_id = any(${spaces.map(({ spaceId }) => spaceId)}::uuid[]))`
    : sql`false`;

/** Each folder above what was found, up to the top: each is read once, however many matches and folders it has. */
const upFromFound = sql`up as (
      select i.id, i.parent_id, i.deleted_at is null as live from instance i where i.id = any(array(select distinct under from found))
      union
      select i.id, i.parent_id, i.deleted_at is null from up join instance i on i.id = up.parent_id where up.live
    )`;

const inColumns = (values: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(Object.entries(values).map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`;

const toldOf = (search: InstanceSearch): RawBuilder<unknown> => sql`
    (select coalesce(json_agg(columns), '[]') from (select ${inColumns({ root_id: sql`i.root_id`, ...shown(search) })} as columns from found i group by i.root_id) as each) as met,
    (select ${inColumns({ id: sql`array_agg(id)`, parent_id: sql`array_agg(parent_id)`, live: sql`array_agg(live)` })} from up) as folders`;

const hasDeletedFolders = sql`exists (select from instance i where i.space_id = w.space_id and i.deleted_at is not null and not i.is_file)`;

/**
 * The spaces with the keys. Where the top alone decides and no folder is in the recycle bin, the folders between a match and the
 * top of its space cannot decide anything: `root_id` is then looked at instead.
 */
const wantedIn = (spaces: readonly Searched[]): RawBuilder<unknown> => {
  const given = JSON.stringify(spaces.map(({ spaceId, keys, rootId }) => ({ space_id: spaceId, keys, root_id: rootId })));
  return sql`wanted as materialized (
      select space_id, keys, case when root_id is null or ${hasDeletedFolders} then null else root_id end as root_id
      from jsonb_to_recordset(${given}::jsonb) as w (space_id uuid, keys integer[], root_id uuid)
    )`;
};

/** `rootId` where the caller's only place in a space is its top. */
function searchedIn({ wanted, regions }: InstanceSearch): Searched[] {
  const inSpace = Map.groupBy(regions, ({ spaceId }) => spaceId);
  return wanted.spaces.map((space) => {
    const [top, ...others] = inSpace.get(space.spaceId) ?? [];
    return { ...space, rootId: top?.isTop && others.length === 0 ? top.instanceId : null };
  });
}

/**
 * Instances that have all keys, at most `most` per space. The result is joined with other data in the server, because the planner cannot know
 * how few rows these are.
 */
export function statementOf(search: InstanceSearch): RawBuilder<MetInSpaces> {
  const { wanted, filter, most } = search;
  return sql<MetInSpaces>`
    with recursive ${wantedIn(searchedIn(search))}, found as materialized (${candidates(wanted, filter, most)}), ${upFromFound}
    select ${toldOf(search)}, ${waitsIn(wanted)} as waits,
      (select coalesce(json_agg(space_id), '[]') from (select space_id from found group by space_id having count(*) >= ${most}) as many) as crowded`;
}

/**
 * What matches below these places. It is a statement of its own, because hardly any search needs it: PostgreSQL makes room for all that the walk may meet
 * before it begins, which takes longer than to find some hundred names.
 */
export function statementBelow(search: InstanceSearch, places: readonly Region[]): RawBuilder<MetBelow> {
  const given = JSON.stringify(places.map(({ instanceId }) => ({ id: instanceId })));
  const { wanted, filter } = search;
  return sql<MetBelow>`
    with recursive ${wantedIn(searchedIn(search))},
    below as (
      select i.id, i.is_file from jsonb_to_recordset(${given}::jsonb) as part (id uuid) join instance i on i.id = part.id
      union
      select i.id, i.is_file from below cross join ${children('below.id')} i where not below.is_file
    ),
    near as materialized (select id from below limit ${mostWalked}),
    found as materialized (
      select ${columns}, null::uuid as root_id, i.parent_id as under from near join instance i on i.id = near.id where ${has(wanted)} and ${fits(filter)} limit ${mostMet}
    ), ${upFromFound}
    select ${toldOf(search)}, (select count(*)::int from near) as walked`;
}

/** The later change first. Pages of equal ones must follow each other, so their ids decide. */
const later = (a: FoundRow, b: FoundRow): number =>
  a.updated_at === b.updated_at ? (a.id < b.id ? -1 : 1) : a.updated_at < b.updated_at ? 1 : -1;

/** The caller's places in spaces of which they may not search the whole. */
function placesIn(crowded: readonly SpaceId[], regions: readonly Region[]): Region[] {
  const whole = new Set(regions.filter(({ isTop, below }) => isTop && below).map(({ spaceId }) => spaceId));
  const spaces = new Set(crowded.filter((spaceId) => !whole.has(spaceId)));
  return regions.filter(({ spaceId, self, below, belowOwn }) => spaces.has(spaceId) && (self || below || belowOwn));
}

const rowsOf = ({ met }: Met): MetRow[] =>
  met.flatMap(({ root_id, id: ids, under, name, is_file, size, updated_at, own, rank }) =>
    ids.map((id, at) => ({ id, under: root_id ?? under[at]!, name: name && name[at]!, is_file: is_file[at]!, size: size[at]!, updated_at: updated_at[at]!, own: own[at]!, rank: rank[at]! }))); // prettier-ignore

const foldersOf = ({ folders }: Met): FolderRow[] => {
  if (folders.id === null) return [];
  const { id: ids, parent_id, live } = folders;
  return ids.map((id, at) => ({ id, parent_id: parent_id[at]!, live: live[at]! }));
};

/** For a folder, the nearest region that it is or lies in. Undefined: none. Null: it or a folder above it is in the recycle bin. */
function regionsAround(
  folders: readonly FolderRow[],
  regions: ReadonlyMap<InstanceId, Region>,
): (folderId: InstanceId | null) => Region | null | undefined {
  const rows = new Map(folders.map((folder) => [folder.id, folder]));
  const known = new Map<InstanceId, Region | null | undefined>();
  const around = (folderId: InstanceId | null): Region | null | undefined => {
    const folder = folderId === null ? undefined : rows.get(folderId);
    if (!folder) return undefined;
    if (!known.has(folder.id)) {
      const further = around(folder.parent_id);
      known.set(folder.id, folder.live && further !== null ? (regions.get(folder.id) ?? further) : null);
    }
    return known.get(folder.id);
  };
  return around;
}

/**
 * What the caller may find: the nearest region above a match, or the match itself, decides, and nothing above it may be in the recycle bin.
 * If the caller has only some places in a space with more matches, it searches below these places too.
 * Best first: the exact name, a name that begins with the keyword, one that contains it; equal ones by the date of change.
 */
export async function findInstances(database: Kysely<Tables>, search: InstanceSearch): Promise<FoundRows> {
  const { rows: inSpaces } = await statementOf(search).execute(database);
  const { waits, crowded } = inSpaces[0]!;
  const places = placesIn(crowded, search.regions);
  const { rows: below } = places.length === 0 ? { rows: [] } : await statementBelow(search, places).execute(database);
  const found = [...inSpaces, ...below];
  const isWalkedInPart = below.some(({ walked }) => walked >= mostWalked);
  const regions = new Map(search.regions.map((region) => [region.instanceId, region]));
  const around = regionsAround(found.flatMap(foldersOf), regions);
  const mayFind = ({ id, under, own }: MetRow): boolean => {
    const near = around(under);
    if (near === null) return false;
    const region = regions.get(id);
    if (region) return region.self;
    return near !== undefined && (own ? near.belowOwn : near.below);
  };
  const once = new Map(found.flatMap((each) => rowsOf(each).filter(mayFind)).map((row) => [row.id, row]));
  const best = [...once.values()].sort((a, b) => a.rank - b.rank || later(a, b)).slice(0, search.most);
  return { rows: best, cut: best.length >= search.most || isWalkedInPart, waits };
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
