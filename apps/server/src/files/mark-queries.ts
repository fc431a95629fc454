import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { AlsoOfSet } from '../permission/index.ts';

/** What is on an item besides its content: its tags, whether it is among the caller's favorites, and the paths of open external links. */
export interface Marks {
  tags: string[];
  collected: boolean;
  /** Null: there is no link. `own`: one that the caller made; `any`: somebody's, which not everybody may be told. */
  linked?: { own: string | null; any: string } | null;
}
export const noMarks: Marks = { tags: [], collected: false };

const tagsOf = (id: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(t.name order by t.created_at, t.folded_name) from tag t where t.instance_id = ${id}), '[]')`;
const isCollected = (id: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  sql`exists (select from favourite f where f.user_id = ${person} and f.instance_id = ${id})`;

const linkPaths = (person: RawBuilder<unknown>) =>
  sql`json_build_object('own', max(l.path) filter (where l.creator_id = ${person}), 'any', max(l.path))`;
const isOpenLink = sql`g.source_kind = 'link' and (g.expires_at is null or g.expires_at > now())`;

/** Only items flagged `granted` can have an open link, so it is looked up for those alone. */
const linkedOn = (person: RawBuilder<unknown>) => sql`(case when i.granted then (
    select ${linkPaths(person)} from file_grant g join link l on l.id = g.source_id
    where g.instance_id = i.id and ${isOpenLink} having count(*) > 0) end)`;

/**
 * The marks of the instances of a list `listed` (`page-content-queries.ts`), of which few have any, as pairs of names and values for
 * `json_build_object`. One walk along an index finds those of all. A favorite is looked up by its person, because an item may be a favorite
 * of everybody.
 */
export const marksOfPage = (person: RawBuilder<unknown>) => sql`
  'tags', (select coalesce(json_agg(json_build_array(t.instance_id, t.name) order by t.created_at, t.folded_name), '[]') from tag t
    where t.instance_id = any(listed.id)),
  'collected', (select coalesce(json_agg(f.instance_id), '[]') from favourite f where f.user_id = ${person} and f.instance_id = any(listed.id)),
  'linked', (select coalesce(json_object_agg(found.id, found.paths), '{}') from (
    select g.instance_id as id, ${linkPaths(person)} as paths from file_grant g join link l on l.id = g.source_id
    where g.instance_id = any(listed.granted) and ${isOpenLink} group by g.instance_id) as found)`;

interface MarksOfPage {
  tags: [InstanceId, string][];
  collected: InstanceId[];
  linked: Record<InstanceId, Marks['linked']>;
}

/** The marks of each of many instances. */
export const marksOfSet: AlsoOfSet<Marks, MarksOfPage> = {
  query: (person) => sql`json_build_object(${marksOfPage(person)})`,
  each: ({ tags, collected, linked }) => {
    const tagsOf = Map.groupBy(tags, ([id]) => id);
    const isCollected = new Set(collected);
    return (id) => ({
      tags: tagsOf.get(id)?.map(([, tag]) => tag) ?? [],
      collected: isCollected.has(id),
      linked: linked[id] ?? null,
    });
  },
};

/** The marks of the instance `i` as an expression of type json. */
export const marksOn = (person: RawBuilder<unknown>): RawBuilder<Marks> =>
  sql`json_build_object('tags', ${tagsOf(sql`i.id`)}, 'collected', ${isCollected(sql`i.id`, person)}, 'linked', ${linkedOn(person)})`;

export async function marksOf(
  database: Kysely<Tables>,
  userId: string,
  instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, Marks>> {
  if (instanceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: InstanceId; marks: Marks }>`
    select i.id, ${marksOn(sql`${userId}::uuid`)} as marks from instance i where i.id = any(${instanceIds}::uuid[])`.execute(database);
  return new Map(rows.map(({ id, marks }) => [id, marks]));
}
