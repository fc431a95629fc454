import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { foldName, spaceKinds } from '@alcove/contract';
import type { InstanceId, InstanceSortField } from '@alcove/contract';
import { children, like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { countsBelow, isVisible, namedChildrenFor, ownOnlyAtFirst, ownOnlyBelow } from '../permission/index.ts';
import type { AlsoPage, PartOfPage, Visible, VisibleUnder } from '../permission/index.ts';
import { far } from './bookmarks.ts';
import type { ListState, Walk } from './bookmarks.ts';
import { contentOfPage, listedOf, pageColumns } from './page-content-queries.ts';
import type { PageFacts } from './page-content-queries.ts';
import { marksOn } from './mark-queries.ts';
import type { Marks } from './mark-queries.ts';

const sortColumns: Record<InstanceSortField, string> = {
  instanceName: 'name collate zh_natural',
  fileSize: 'size',
  updateTime: 'updated_at',
  createTime: 'created_at',
  category: 'category',
};

/** Which of the children have an active share: only items flagged `granted` can have one. */
const sharedOfPage = sql`'shared', (select coalesce(json_agg(distinct g.instance_id), '[]') from file_grant g
  where g.instance_id = any(listed.granted) and g.source_kind = 'share' and (g.expires_at is null or g.expires_at > now()))`;

/** The number of unexpired shares of the instance `i`, as an expression of type json. */
const sharesOn = sql<number>`(select to_json(count(distinct g.source_id)) from file_grant g where g.instance_id = i.id and g.source_kind = 'share'
  and (g.expires_at is null or g.expires_at > now()))`;

/** The number of links to the instance `i` that are open or being verified, as an expression of type json. */
const linksOn = (
  person: RawBuilder<unknown>,
) => sql`(select json_build_object('all', count(*), 'own', count(*) filter (where l.creator_id = ${person})) from link l
  where l.instance_id = i.id and l.state in ('verifying', 'valid') and (l.expires_at is null or l.expires_at > now()))`;

/** The top folder of the person's own space, as an SQL expression. */
export const personalRoot = (userId: string): RawBuilder<unknown> =>
  sql`(select root_id from space where owner_id = ${userId} and kind = ${sql.lit(spaceKinds.personal)})`;

/** For queries that need only the permission check. */
export const nothing = sql<null>`null::json`;

/** In their own space nobody's grants count. */
export const noneNamed = sql<InstanceId[]>`'[]'::json`;

export interface DetailFacts {
  shares: number;
  /** Of everybody, and of the caller. */
  links: { all: number; own: number };
  comments: number;
  marks: Marks;
}

/** What the details of the instance `i` show in addition to the item itself. */
export const detailFacts = (person: RawBuilder<unknown>): RawBuilder<DetailFacts> =>
  sql`json_build_object('shares', ${sharesOn}, 'links', ${linksOn(person)}, 'comments', ${commentsOn}, 'marks', ${marksOn(person)})`;

/** The number of comments on the instance `i`, as an expression of type json. */
const commentsOn = sql<number>`(select to_json(count(*)) from comment k where k.instance_id = i.id)`;

export interface Order {
  field: InstanceSortField;
  order: 'asc' | 'desc';
}

/** `across` a whole space, many files have the same category, so within a category they are ordered by size. */
export const orderBy = ({ field, order }: Order, across = false): RawBuilder<unknown> =>
  sql.raw(
    [sortColumns[field], ...(across && field === 'category' ? ['size'] : []), 'id'].map((column) => `c.${column} ${order}`).join(', '),
  );

const reversed = ({ field, order }: Order): Order => ({ field, order: order === 'asc' ? 'desc' : 'asc' });

export interface Filter {
  category?: number | undefined;
  keyword?: string | undefined;
  /** The keys that a name must have in the index of names to match a reading of the keyword (pinyin, initials). */
  readings?: readonly number[] | undefined;
  tag?: string | undefined;
  /** Bytes. */
  sizeMin?: number | undefined;
  /** ISO 8601. */
  changedBefore?: string | undefined;
  visible?: Visible | undefined;
  /** Replaces `keyword` in lists of a whole space: the keys that a name must have in the index of names. */
  keys?: readonly number[] | undefined;
}

const named = (keyword: string, readings: readonly number[] | undefined): RawBuilder<unknown> =>
  readings
    ? sql`(c.name ilike ${like(keyword)} or exists (select from instance_name k where k.instance_id = c.id and k.keys @> ${readings}::integer[]))`
    : sql`c.name ilike ${like(keyword)}`;

export const filterOf = ({ category, keyword, readings, tag, sizeMin, changedBefore, visible }: Filter): RawBuilder<unknown> =>
  sql`${category === undefined ? sql`true` : sql`c.category = ${category}`} and ${keyword ? named(keyword, readings) : sql`true`}
    and ${tag === undefined ? sql`true` : sql`exists (select from tag t where t.instance_id = c.id and t.folded_name = ${foldName(tag)})`}
    and ${sizeMin === undefined ? sql`true` : sql`c.size >= ${sizeMin}`} and ${changedBefore === undefined ? sql`true` : sql`c.updated_at < ${changedBefore}`}
    and ${visible ? isVisible(visible) : sql`true`}`;

/** Whether the filter lets everything through. */
export const isFree = ({ visible, ...filter }: Filter): boolean =>
  !visible && Object.values(filter).every((value) => value === undefined || value === '');

export interface PageOfListFacts extends PageFacts, Omit<ListState, 'changes'> {
  /** Null: it may not be the whole list. */
  changes: number | null;
  /** Null: the page is empty. */
  firstId: InstanceId | null;
}

export const isOfWhole = (facts: PageOfListFacts): facts is PageOfListFacts & ListState => facts.changes !== null;

export interface Listing {
  kinds: 'all' | 'folders' | 'files';
  filter: Filter;
  order: Order;
}

/** From where a page is walked to: from the start of the list, from its nearer end, or from a bookmark. */
type Reach = 'near' | 'far' | Pick<Walk, 'isFile' | 'way'>;
const reachOf = (skipped: number): Reach => (skipped < far ? 'near' : 'far');

type PageOfAll = AlsoPage<string>;
const declared = new Map<string, PageOfAll['query']>();

/**
 * One page of a folder without a filter, and the children that grants name. Its statement is made once for each order. If the list has
 * changed since the bookmark was set from which `walk` begins, the page is empty. Read it with `pageContentOf<PageOfListFacts>`.
 */
export function wholePage(order: Order, skipped: number, most: number, walk?: Walk): PageOfAll {
  const reach = walk ?? reachOf(skipped);
  const key = [order.field, order.order, ...(typeof reach === 'string' ? [reach] : [reach.isFile, reach.way])].join(' ');
  const query: PageOfAll['query'] = (of, { inOwnSpace }) =>
    childrenOf({ kinds: 'all', filter: {}, order }, { ...of, reach, named: inOwnSpace ? noneNamed : namedChildrenFor(of.person) });
  if (!declared.has(key)) declared.set(key, query);
  const asked = walk
    ? { skipped: walk.skipped, most: walk.most, mark: walk.id, changes: walk.changes }
    : { skipped, most, mark: null, changes: null };
  return { query: declared.get(key)!, asked };
}

/** Whose favorites are marked, and the children that grants name. */
export interface Asking {
  userId: string;
  named: RawBuilder<InstanceId[]>;
}

/** One page of the folder `i` as an expression of type text, which `pageContentOf<PageOfListFacts>` reads. */
export const childrenPage = ({ userId, named }: Asking, listing: Listing, skipped: number, most: number): RawBuilder<string> =>
  childrenOf(listing, {
    named,
    person: sql`${userId}::uuid`,
    skipped: sql`${skipped}::bigint`,
    most: sql`${most}::bigint`,
    mark: sql`null::uuid`,
    changes: sql`null::bigint`,
    reach: reachOf(skipped),
  });

const liveChildren = (isFile: boolean): RawBuilder<unknown> =>
  sql`c.parent_id = i.id and c.is_file = ${sql.lit(isFile)} and c.deleted_at is null`;
/** Turns the ids of a walk around. */
const backwards = (walk: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select id from (select id, row_number() over () as at from (${walk}) as walked) as numbered order by at desc`;

/**
 * The same: folders first, then files, each a range of one index. Without a filter, the total is read from the maintained counts instead of
 * being counted.
 */
function childrenOf(
  listing: Listing,
  page: Record<'person' | PartOfPage, RawBuilder<unknown>> & { reach: Reach; named: RawBuilder<InstanceId[]> },
): RawBuilder<string> {
  const { kinds, filter } = listing;
  const { reach } = page;
  const kept = isFree(filter);
  const changes = kept && kinds === 'all' ? sql`coalesce(k.changes, 0)` : sql`null::bigint`;
  const count = (isFile: boolean) => {
    if (kinds === (isFile ? 'folders' : 'files')) return sql`0`;
    return kept
      ? sql.raw(`coalesce(k.${isFile ? 'files' : 'folders'}, 0)`)
      : sql`(select count(*) from instance c where ${liveChildren(isFile)} and ${filterOf(filter)})`;
  };
  const range = typeof reach === 'string' ? rangeFromEnd(listing, { ...page, reach }) : rangeFromBookmark(listing.order, reach, page);
  return sql<string>`(
    with total as materialized (select ${count(false)} as folders, ${count(true)} as files, ${changes} as changes
      from (select) as one ${kept ? sql`left join folder_count k on k.folder_id = i.id` : sql``}),
    range as materialized (select array_agg(id) as ids from (${range}) as walked),
    page as (select ${pageColumns} from instance c where c.id = any((select ids from range)::uuid[])), ${listedOf()}
    select ${contentOfPage({
      person: page.person,
      named: page.named,
      facts: sql`'folders', folders, 'files', files, 'changes', changes, 'firstId', ids[1], ${sharedOfPage}`,
      columns: sql`'order', ids`,
    })} from total, range, listed)`;
}

// Only ids are walked along, which an index contains, and of a far page as few as possible. If the rows were read along with them, PostgreSQL
// would sort a large folder instead: it does not know that few are wanted. They are then read all at once and in no order, which is cheaper than
// to look for one after the other.

/** The ids of a page, counted from the start of the list or from its nearer end. */
function rangeFromEnd(
  { filter, order }: Listing,
  { skipped: offset, most: limit, reach }: Record<'skipped' | 'most', RawBuilder<unknown>> & { reach: 'near' | 'far' },
): RawBuilder<unknown> {
  /** How many of the folders, or of the files, are skipped and then shown. */
  const part = (isFile: boolean) => ({
    all: isFile ? sql`files` : sql`folders`,
    skipped: isFile ? sql`greatest(0, ${offset} - folders)` : offset,
    most: isFile ? sql`${limit} - least(${limit}, greatest(0, folders - ${offset}))` : limit,
  });
  const walk = (isFile: boolean, along: Order, { take, skip }: Record<'take' | 'skip', RawBuilder<unknown>>) => sql`
      select id from (select c.id from instance c where ${liveChildren(isFile)} and ${filterOf(filter)} order by ${orderBy(along)}
        limit (select case when ${part(isFile).all} > 0 then ${take} else 0 end from total) offset (select ${skip} from total)) as walked`;
  const range = (isFile: boolean) => {
    const { all, skipped, most } = part(isFile);
    if (reach === 'near') return walk(isFile, order, { take: most, skip: skipped });
    const isNear = sql`${skipped} * 2 <= ${all}`;
    const fromStart = walk(isFile, order, { take: sql`case when ${isNear} then ${most} else 0 end`, skip: skipped });
    const fromEnd = walk(isFile, reversed(order), {
      take: sql`case when ${isNear} then 0 else greatest(0, least(${most}, ${all} - ${skipped})) end`,
      skip: sql`greatest(0, ${all} - ${skipped} - (${most}))`,
    });
    return sql`${fromStart} union all select id from (${backwards(fromEnd)}) as turned`;
  };
  return sql`${range(false)} union all ${range(true)}`;
}

/** The ids of a page that consists of folders or of files only, counted from one of its list. None if the list has changed since. */
function rangeFromBookmark(
  { field, order }: Order,
  { isFile, way }: Pick<Walk, 'isFile' | 'way'>,
  { skipped, most, mark, changes }: Record<PartOfPage, RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const along = way === 'up' ? 'asc' : 'desc';
  const key = sql.raw(sortColumns[field]);
  const walk = sql`select c.id from instance c where ${liveChildren(isFile)}
      and (c.${key}, c.id) ${sql.raw(way === 'up' ? '>=' : '<')} ((select c.${key} from instance c where c.id = ${mark}), ${mark})
      order by ${orderBy({ field, order: along })} limit (select case when changes = ${changes} then ${most} else 0 end from total) offset ${skipped}`;
  return along === order ? walk : backwards(walk);
}

/** The folders in the folder `i`, by name, as an expression of type text, which `pageContentOf` reads. */
export function childFolders({ userId, named }: Asking, limit: number, visible?: Visible): RawBuilder<string> {
  return sql<string>`(
    with page as (
      select ${pageColumns}, coalesce(k.folders > 0, false) as has_children from instance c left join folder_count k on k.folder_id = c.id
      where c.parent_id = i.id and not c.is_file and c.deleted_at is null and ${filterOf({ visible })} order by ${orderBy({ field: 'instanceName', order: 'asc' })} limit ${limit}
    ), ${listedOf({ hasChildren: true })}
    select ${contentOfPage({ person: sql`${userId}::uuid`, named, columns: sql`'hasChildren', listed.has_children` })} from listed)`;
}

/** Counts the undeleted items under a folder, as far as they are visible. The folder itself is not counted. */
export async function sumUnder(
  database: Kysely<Tables>,
  folderId: InstanceId,
  visible: VisibleUnder,
): Promise<{ files: number; folders: number; bytes: number }> {
  const { rows } = await sql<{ files: number; folders: number; bytes: number }>`
    with recursive under as (
      select i.id, i.is_file, i.size, ${ownOnlyAtFirst(visible)} as own_only from instance i where i.id = ${folderId}
      union all
      select c.id, c.is_file, c.size, ${ownOnlyBelow(visible)} from under cross join ${children('under.id')} c
      where not under.is_file and ${countsBelow(visible)}
    )
    select count(*) filter (where is_file) as files, count(*) filter (where not is_file) as folders, coalesce(sum(size) filter (where is_file), 0)::bigint as bytes from under where id <> ${folderId}`.execute(
    database,
  );
  return rows[0] ?? { files: 0, folders: 0, bytes: 0 };
}
