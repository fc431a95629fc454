/** How the children of a folder come from the database: as columns, so that no row repeats their names, and without what few of them have. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import { marksOfPage } from './mark-queries.ts';
import type { Marks } from './mark-queries.ts';

export interface PageContent {
  /** The value of each child, in their order. */
  columns: Columns | { id: null };
  tags: [InstanceId, string][];
  collected: InstanceId[];
  linked: Record<InstanceId, Marks['linked']>;
  /** Names of the people who created or changed the children, by id. */
  people: Record<string, string>;
}

interface Columns {
  id: InstanceId[];
  is_file: boolean[];
  name: string[];
  category: number[];
  version: number[];
  size: number[];
  /** In UTC, to the microsecond, without the zone and without zeros at the end. */
  created_at: string[];
  updated_at: string[];
  creator_id: string[];
  visitor_id: (string | null)[];
  editor_id: string[];
  sensitivity: Sensitivity[];
  shared?: boolean[];
  has_children?: boolean[];
}

const plain = ['id', 'is_file', 'name', 'category', 'version', 'size', 'creator_id', 'visitor_id', 'editor_id', 'sensitivity'] as const;
const times = ['created_at', 'updated_at'] as const;

/**
 * What is shown of the instances of a CTE `page`, as pairs of names and values for `json_build_object`. `more`: the name of a further column
 * of it.
 */
export const contentOfPage = (userId: string, more: 'shared' | 'has_children'): RawBuilder<unknown> => sql`
  'columns', (select json_build_object(
    ${sql.join([...plain, more].map((name) => sql`${sql.lit(name)}, array_agg(${sql.ref(`c.${name}`)})`))},
    ${sql.join(times.map((name) => sql`${sql.lit(name)}, array_agg(${sql.ref(`c.${name}`)} at time zone 'UTC')`))}) from page c),
  ${marksOfPage(sql`${userId}::uuid`)},
  'people', (select coalesce(json_object_agg(u.id, u.real_name), '{}') from user_account u where u.id in (select creator_id from page union select editor_id from page))`;
