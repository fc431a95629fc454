import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** What is on an item besides its content: its tags, and whether it is among the caller's favorites. */
export interface Marks {
  tags: string[];
  collected: boolean;
}
export const noMarks: Marks = { tags: [], collected: false };

const tagsOf = (id: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(t.name order by t.created_at, t.folded_name) from tag t where t.instance_id = ${id}), '[]')`;
const isCollected = (id: RawBuilder<unknown>, userId: string) =>
  sql`exists (select from favourite f where f.user_id = ${userId} and f.instance_id = ${id})`;

/** The marks of `c` as columns of a list query. */
export const markColumns = (userId: string) => sql`${tagsOf(sql`c.id`)} as tags, ${isCollected(sql`c.id`, userId)} as collected`;

/** The marks of the instance `i` as an expression of type json. */
export const marksOn = (userId: string): RawBuilder<Marks> =>
  sql`json_build_object('tags', ${tagsOf(sql`i.id`)}, 'collected', ${isCollected(sql`i.id`, userId)})`;

export async function marksOf(
  database: Kysely<Tables>,
  userId: string,
  instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, Marks>> {
  if (instanceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: InstanceId; marks: Marks }>`
    select i.id, ${marksOn(userId)} as marks from instance i where i.id = any(${instanceIds}::uuid[])`.execute(database);
  return new Map(rows.map(({ id, marks }) => [id, marks]));
}
