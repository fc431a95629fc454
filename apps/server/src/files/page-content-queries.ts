/**
 * How the children of a folder come from the database: as columns, so that no row repeats their names, and without what few of them have. The columns
 * are a text of their own, which most pages pass on as it is.
 */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { InstanceId, ItemColumns } from '@alcove/contract';
import { marksOfPage } from './mark-queries.ts';
import type { Marks } from './mark-queries.ts';

/** What is known of the children beside their columns. */
export interface PageFacts {
  tags: [InstanceId, string][];
  collected: InstanceId[];
  linked: Record<InstanceId, Marks['linked']>;
  /** Those with an internal share. */
  shared?: InstanceId[];
  /** Who made those that were not made by who made the folder. Null: none. */
  creators: Record<InstanceId, string> | null;
  /** The visitors who made some of them, in the creator's name. */
  visitors: Record<InstanceId, string> | null;
  /** Who changed those last that were not changed last by their creator. */
  editors: Record<InstanceId, string> | null;
  /** The names of these people and of who made the folder, by id. */
  people: Record<string, string>;
  /** The children that grants name, if they were asked for. */
  named: InstanceId[];
}

export type PageColumns = (Omit<ItemColumns, 'order'> & { order?: InstanceId[] | null; hasChildren?: boolean[] }) | { id: null };

export interface PageContent<Facts extends PageFacts = PageFacts> {
  facts: Facts;
  /** `PageColumns` as JSON. */
  columns: string;
}

export const columnsOf = ({ columns }: PageContent): PageColumns => JSON.parse(columns) as PageColumns;

const columns = {
  id: 'id',
  isFile: 'is_file',
  name: 'name',
  category: 'category',
  version: 'version',
  size: 'size',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  sensitivity: 'sensitivity',
} as const;

/** The columns of the instance `c` that a CTE `page` must have. */
export const pageColumns: RawBuilder<unknown> = sql.join(
  [...Object.values(columns), 'creator_id', 'editor_id', 'visitor_id', 'granted'].map((name) => sql.ref(`c.${name}`)),
);

/** Numbers cost PostgreSQL less to write than dates. */
const milliseconds = (time: RawBuilder<unknown>): RawBuilder<unknown> => sql`((date_part('epoch', ${time}) * 1000000)::bigint / 1000)`;
const valueOf = (name: (typeof columns)[keyof typeof columns]): RawBuilder<unknown> => {
  if (name === 'created_at') return milliseconds(sql`c.created_at`);
  return name === 'updated_at' ? milliseconds(sql`nullif(c.updated_at, c.created_at)`) : sql.ref(`c.${name}`);
};

/** Most of what is in a folder was made by one person, who is not repeated. */
const byOther = sql`c.creator_id <> i.creator_id`;
const changedByOther = sql`c.editor_id <> c.creator_id`;

/** A CTE `listed`: one row with a list for each column of a CTE `page` of children of the folder `i`. `more`: further columns of it. */
export const listedOf = ({ hasChildren = false } = {}): RawBuilder<unknown> => sql`listed as materialized (
    select ${sql.join(Object.values(columns).map((name) => sql`array_agg(${valueOf(name)}) as ${sql.ref(name)}`))},
      ${hasChildren ? sql`array_agg(c.has_children) as has_children,` : sql``} array_agg(c.id) filter (where c.granted) as granted,
      json_object_agg(c.id, c.creator_id) filter (where ${byOther}) as creators, array_agg(c.creator_id) filter (where ${byOther}) as makers,
      json_object_agg(c.id, c.editor_id) filter (where ${changedByOther}) as editors, array_agg(c.editor_id) filter (where ${changedByOther}) as changers,
      json_object_agg(c.id, c.visitor_id) filter (where c.visitor_id is not null) as visitors from page c)`;

interface Parts {
  person: RawBuilder<unknown>;
  /** The children that grants name, as an expression of type json. */
  named: RawBuilder<InstanceId[]>;
  /** Pairs of names and values for `json_build_object`. */
  facts?: RawBuilder<unknown>;
  columns?: RawBuilder<unknown>;
}

/** The text of a `PageContent` of the instances of `listed`: the facts, and in a last line the columns, in which PostgreSQL breaks no lines. */
export const contentOfPage = ({ person, named, facts, columns: more }: Parts): RawBuilder<unknown> => sql`
  json_build_object(${facts ? sql`${facts},` : sql``} ${marksOfPage(person)}, 'named', ${named},
    'creators', listed.creators, 'visitors', listed.visitors, 'editors', listed.editors,
    'people', (select coalesce(json_object_agg(u.id, u.real_name), '{}') from user_account u where u.id = any(listed.makers || listed.changers || i.creator_id)))::text
  || chr(10) || json_build_object(${sql.join(Object.entries(columns).map(([name, column]) => sql`${sql.lit(name)}, ${sql.ref(`listed.${column}`)}`))}
    ${more ? sql`, ${more}` : sql``})::text`;

/** Reads the text of `contentOfPage`. */
export function pageContentOf<Facts extends PageFacts>(text: string): PageContent<Facts> {
  const end = text.lastIndexOf('\n');
  return { facts: JSON.parse(text.slice(0, end)) as Facts, columns: text.slice(end + 1) };
}
