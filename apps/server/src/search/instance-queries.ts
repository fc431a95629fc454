import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { SearchScope } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Region } from '../permission/index.ts';

export interface FoundRow {
  id: string;
  name: string;
  is_file: boolean;
}

export interface InstanceFilter {
  isFile?: boolean | undefined;
  category?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sizeMin?: number | undefined;
  sizeMax?: number | undefined;
  creatorId?: string | undefined;
}

/** What is looked for: names, or texts. */
export type Wanted = { in: 'names'; spaces: readonly WantedIn[] } | { in: 'texts'; spaces: readonly WantedIn[]; words: readonly string[] };
/** The keys that are to be had in one space. */
export interface WantedIn {
  spaceId: string;
  keys: readonly number[];
}

/** A text may have all pieces of a longer word without the word. */
const holdsAll = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...words.filter((word) => word.length > 2).map((word) => sql`strpos(t.text, ${word}) > 0`)], sql` and `);

/** What of an instance is needed to judge it. */
const columns = sql`i.id, i.space_id, i.parent_id, i.name, i.is_file, i.folded_name, i.updated_at, i.creator_id`;

/** Instances that have what is looked for, at most so many in each space, whether the caller may find them or not. */
function candidates(wanted: Wanted, filter: InstanceFilter, most: number): RawBuilder<unknown> {
  const of =
    wanted.in === 'names'
      ? sql`instance_name k join instance i on i.id = k.instance_id where k.keys @> w.keys and k.space_id = w.space_id`
      : sql`blob_text t join instance i on i.blob_id = t.blob_id where t.keys @> w.keys and ${holdsAll(wanted.words)} and i.space_id = w.space_id`;
  return sql`select one.* from wanted w cross join lateral (select ${columns} from ${of} and ${fits(filter)} limit ${most}) as one`;
}

/** Whether the instance `i` has what is looked for. */
const has = (wanted: Wanted): RawBuilder<unknown> =>
  wanted.in === 'names'
    ? sql`exists (select from instance_name k join wanted w on w.space_id = k.space_id where k.instance_id = i.id and k.keys @> w.keys)`
    : sql`exists (select from blob_text t join wanted w on w.space_id = i.space_id where t.blob_id = i.blob_id and t.keys @> w.keys and ${holdsAll(wanted.words)})`;

/** Below the few places that somebody has in a large space, as many instances are walked through. */
const mostWalked = 20_000;

/** Conditions over the instance `i`. A folder has no size and no category. */
function fits({ isFile, category, from, to, sizeMin, sizeMax, creatorId }: InstanceFilter): RawBuilder<unknown> {
  const conditions = [
    isFile !== undefined && sql`i.is_file = ${sql.lit(isFile)}`,
    category !== undefined && sql`i.is_file and i.category = ${category}`,
    from !== undefined && sql`i.updated_at >= ${from}`,
    to !== undefined && sql`i.updated_at < ${to}`,
    sizeMin !== undefined && sql`i.is_file and i.size >= ${sizeMin}`,
    sizeMax !== undefined && sql`i.is_file and i.size <= ${sizeMax}`,
    creatorId !== undefined && sql`i.creator_id = ${creatorId}`,
  ].filter((condition) => condition !== false);
  return sql.join([sql`i.deleted_at is null`, ...conditions], sql` and `);
}

/**
 * Instances that have all keys, as far as the caller may find them: the nearest region above each, or itself, decides, and
 * nothing on the way up may be in the bin. Each folder is walked up from once, however many are in it. Best first: the very name,
 * a name that begins so, one that has it in one piece; among equals what was changed last. No more than `most` are weighed in each
 * space; where somebody has only some places in a space that has more, it is looked below these places too.
 */
export const findInstances = async (database: Kysely<Tables>, search: InstanceSearch): Promise<FoundRow[]> =>
  (await statementOf(search).execute(database)).rows;

export interface InstanceSearch {
  wanted: Wanted;
  regions: readonly Region[];
  userId: string;
  /** By which the best are known. */
  folded: string;
  filter: InstanceFilter;
  most: number;
}

/** For those who look at its plan. */
export function statementOf({ wanted, regions, userId, folded, filter, most }: InstanceSearch): RawBuilder<FoundRow> {
  const spaces = JSON.stringify(wanted.spaces.map(({ spaceId, keys }) => ({ space_id: spaceId, keys })));
  const whole = new Set(regions.filter(({ isTop, below }) => isTop && below).map(({ spaceId }) => spaceId));
  const given = JSON.stringify(
    regions.map(({ instanceId, spaceId, self, below, belowOwn }) => ({
      id: instanceId,
      space_id: spaceId,
      self,
      below,
      below_own: belowOwn,
      part: !whole.has(spaceId) && (self || below || belowOwn),
    })),
  );
  return sql<FoundRow>`
    with recursive wanted as materialized (select * from jsonb_to_recordset(${spaces}::jsonb) as w (space_id uuid, keys integer[])),
    region as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as r (id uuid, space_id uuid, self boolean, below boolean, below_own boolean, part boolean)
    ),
    met as materialized (${candidates(wanted, filter, most)}),
    crowded as materialized (select space_id from met group by space_id having count(*) >= ${most}),
    under as (
      select i.id, i.is_file from region r join instance i on i.id = r.id where r.part and r.space_id in (select space_id from crowded)
      union
      select i.id, i.is_file from under join instance i on i.parent_id = under.id where not under.is_file and i.deleted_at is null
    ),
    found as materialized (
      select * from met
      union
      select ${columns} from (select id from under limit ${mostWalked}) as near join instance i on i.id = near.id where ${has(wanted)} and ${fits(filter)}
    ),
    up as (
      select f.parent_id as folder_id, i.id, i.parent_id, i.deleted_at is null as live, 0 as steps
      from (select distinct parent_id from found) f join instance i on i.id = f.parent_id
      union all
      select up.folder_id, i.id, i.parent_id, i.deleted_at is null, up.steps + 1 from up join instance i on i.id = up.parent_id where up.live
    ),
    folder as materialized (
      select up.folder_id, bool_and(up.live) as live, (array_agg(r.id order by up.steps) filter (where r.id is not null))[1] as region_id
      from up left join region r on r.id = up.id group by up.folder_id
    )
    select found.id, found.name, found.is_file from found join folder on folder.folder_id = found.parent_id
      left join region own on own.id = found.id left join region near on near.id = folder.region_id
    where folder.live and coalesce(own.self, case when found.creator_id = ${userId} then near.below_own else near.below end, false)
    order by case when found.folded_name = ${folded} then 0 when starts_with(found.folded_name, ${folded}) then 1
      when strpos(found.folded_name, ${folded}) > 0 then 2 else 3 end, found.updated_at desc, found.id limit ${most}`;
}

/** Of these spaces, those that are looked in; `shared` are those in which the caller is nobody but through a share. */
export async function spacesOfScope(
  database: Kysely<Tables>,
  spaceIds: readonly string[],
  userId: string,
  scope: SearchScope,
): Promise<readonly string[]> {
  if (scope === 'all') return spaceIds;
  const own = sql`(s.owner_id is not distinct from ${userId}::uuid or exists (select from file_grant g where g.instance_id = s.root_id and g.source_id = s.id))`;
  const kind = { personal: 1, group: 2, department: 3 };
  const condition = scope === 'shared' ? sql`not ${own}` : sql`s.kind = ${kind[scope]} and ${own}`;
  const { rows } = await sql<{ id: string }>`
    select s.id from space s where s.id = any(${spaceIds}::uuid[]) and ${condition}`.execute(database);
  return rows.map(({ id }) => id);
}

/** The beginning and end of what is shown of a text around a word, in characters. */
const around = { before: 40, after: 100 };

/** Some of each instance's text, from shortly before the folded word. What does not hold the word in one piece is missing. */
export async function snippetsOf(database: Kysely<Tables>, instanceIds: readonly string[], word: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select i.id, substr(t.text, greatest(1, found.at - ${around.before}), ${around.before + around.after}) as text
    from instance i join blob_text t on t.blob_id = i.blob_id, lateral (select strpos(t.text, ${word}) as at) as found
    where i.id = any(${instanceIds}::uuid[]) and found.at > 0`.execute(database);
  return new Map(rows.map(({ id, text }) => [id, text]));
}
