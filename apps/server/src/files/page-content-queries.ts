/** How the children of a folder come from the database: as columns, so that no row repeats their names, and without what few of them have. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import { marksOfPage } from './mark-queries.ts';
import type { Marks } from './mark-queries.ts';

export interface PageContent {
  /** The value of each child. */
  columns: Columns | { id: null };
  /** The ids in the order of the list, unless the columns have it. */
  order?: InstanceId[] | null;
  tags: [InstanceId, string][];
  collected: InstanceId[];
  linked: Record<InstanceId, Marks['linked']>;
  /** Those with an internal share. */
  shared?: InstanceId[];
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
  /** Microseconds since 1970. */
  created_at: number[];
  updated_at: number[];
  /** Null: who made the folder. */
  creator_id: (string | null)[];
  visitor_id: (string | null)[];
  /** Null: the creator. */
  editor_id: (string | null)[];
  sensitivity: Sensitivity[];
  has_children?: boolean[];
}

const plain = ['id', 'is_file', 'name', 'category', 'version', 'size', 'visitor_id', 'sensitivity'] as const;
const people = ['creator_id', 'editor_id'] as const;
const times = ['created_at', 'updated_at'] as const;

/** The columns of the instance `c` that a CTE `page` must have. */
export const pageColumns: RawBuilder<unknown> = sql.join([...plain, ...people, 'granted', ...times].map((name) => sql.ref(`c.${name}`)));

const listOf = (name: string): RawBuilder<unknown> => sql`array_agg(${sql.ref(`c.${name}`)}) as ${sql.ref(name)}`;
/** Numbers cost PostgreSQL less to write than dates. */
const asNumbers = (name: string): RawBuilder<unknown> =>
  sql`array_agg((date_part('epoch', ${sql.ref(`c.${name}`)}) * 1000000)::bigint) as ${sql.ref(name)}`;

/** Most of what is in a folder was made by one person, who is not repeated. */
const creators = sql`array_agg(nullif(c.creator_id, i.creator_id)) as creator_id, array_agg(nullif(c.editor_id, c.creator_id)) as editor_id`;

/** A CTE `listed`: one row with a list for each column of a CTE `page` of children of the folder `i`. `more`: the name of a further column of it. */
export const listedOf = (more: readonly 'has_children'[] = []): RawBuilder<unknown> => sql`listed as materialized (
    select ${sql.join([...[...plain, ...more].map(listOf), ...times.map(asNumbers), creators])},
      array_agg(c.id) filter (where c.granted) as granted from page c)`;

/** What is shown of the instances of `listed`, as pairs of names and values for `json_build_object`. */
export const contentOfPage = (person: RawBuilder<unknown>, more: readonly 'has_children'[] = []): RawBuilder<unknown> => sql`
  'columns', json_build_object(${sql.join([...plain, ...people, ...more, ...times].map((name) => sql`${sql.lit(name)}, ${sql.ref(`listed.${name}`)}`))}),
  ${marksOfPage(person)},
  'people', (select coalesce(json_object_agg(u.id, u.real_name), '{}') from user_account u where u.id = any(listed.creator_id || listed.editor_id || i.creator_id))`;
