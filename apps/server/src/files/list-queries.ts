import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { foldName, spaceKinds } from '@alcove/contract';
import type { InstanceId, InstanceSortField } from '@alcove/contract';
import { children, like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { countsBelow, isVisible, namedChildren, ownOnlyAtFirst, ownOnlyBelow } from '../permission/index.ts';
import type { Visible, VisibleUnder } from '../permission/index.ts';
import { contentOfPage } from './page-content-queries.ts';
import type { PageContent } from './page-content-queries.ts';
import { marksOn } from './mark-queries.ts';
import type { Marks } from './mark-queries.ts';

const sortColumns: Record<InstanceSortField, string> = {
  instanceName: 'name collate zh_natural',
  fileSize: 'size',
  updateTime: 'updated_at',
  createTime: 'created_at',
  category: 'category',
};

/** Only items flagged `granted` can have an active share, so it is looked up for those alone. */
const isShared = sql`(c.granted and exists (select from file_grant g where g.instance_id = c.id and g.source_kind = 'share'
  and (g.expires_at is null or g.expires_at > now())))`;

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

/** Combines the children of a folder with the ids of those that grants name. */
export const childrenAndNamed = <Answer>(
  children: RawBuilder<Answer>,
  caller: Caller,
): RawBuilder<{ children: Answer; named: InstanceId[] }> =>
  sql`json_build_object('children', ${children}, 'named', ${namedChildren(caller)})`;

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

/** From so many skipped items on, it pays to see which end of the list is nearer. */
const far = 1000;

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

export interface Children extends PageContent {
  folders: number;
  files: number;
}

/**
 * One page of the folder `i` as an expression of type json: folders first, then files, each a range of one index. Without a filter, the
 * total is read from the maintained counts instead of being counted.
 */
export function childrenPage({
  userId,
  kinds,
  filter,
  order,
  offset,
  limit,
}: {
  /** Whose favorites are marked. */
  userId: string;
  kinds: 'all' | 'folders' | 'files';
  filter: Filter;
  order: Order;
  offset: number;
  limit: number;
}): RawBuilder<Children> {
  const where = (isFile: boolean) =>
    sql`c.parent_id = i.id and c.is_file = ${sql.lit(isFile)} and c.deleted_at is null and ${filterOf(filter)}`;
  const kept = isFree(filter);
  const count = (isFile: boolean) => {
    if (kinds === (isFile ? 'folders' : 'files')) return sql`0`;
    return kept
      ? sql.raw(`coalesce((select k.${isFile ? 'files' : 'folders'} from folder_count k where k.folder_id = i.id), 0)`)
      : sql`(select count(*) from instance c where ${where(isFile)})`;
  };
  // A late page skips only ids, which an index contains, and of a far one as few as possible: from the nearer end.
  const range = (isFile: boolean) => {
    const all = isFile ? sql`files` : sql`folders`;
    const skipped = isFile ? sql`greatest(0, ${offset}::bigint - folders)` : sql`${offset}::bigint`;
    const most = isFile ? sql`${limit}::bigint - least(${limit}::bigint, greatest(0, folders - ${offset}::bigint))` : sql`${limit}::bigint`;
    const walk = (along: Order, { take, skip, position }: Record<'take' | 'skip' | 'position', RawBuilder<unknown>>) => sql`
      select id, ${position} as position from (
        select c.id from instance c where ${where(isFile)} order by ${orderBy(along)}
          limit (select case when ${all} > 0 then ${take} else 0 end from total) offset (select ${skip} from total)
      ) as walked`;
    const position = sql`row_number() over ()`;
    if (offset < far) return walk(order, { take: most, skip: skipped, position });
    const isNear = sql`${skipped} * 2 <= ${all}`;
    const fromStart = walk(order, { take: sql`case when ${isNear} then ${most} else 0 end`, skip: skipped, position });
    const fromEnd = walk(reversed(order), {
      take: sql`case when ${isNear} then 0 else greatest(0, least(${most}, ${all} - ${skipped})) end`,
      skip: sql`greatest(0, ${all} - ${skipped} - (${most}))`,
      position: sql`- ${position}`,
    });
    return sql`${fromStart} union all ${fromEnd}`;
  };
  return sql<Children>`(
    with total as materialized (select ${count(false)} as folders, ${count(true)} as files),
    range as materialized (${range(false)} union all ${range(true)}),
    page as materialized (select c.*, ${isShared} as shared from range join instance c on c.id = range.id order by c.is_file, range.position)
    select json_build_object('folders', folders, 'files', files, ${contentOfPage(userId, 'shared')}) from total)`;
}

/** The folders in the folder `i`, by name, as an expression of type json. */
export function childFolders(userId: string, limit: number, visible?: Visible): RawBuilder<PageContent> {
  return sql<PageContent>`(
    with page as materialized (
      select c.*, coalesce(k.folders > 0, false) as has_children from instance c left join folder_count k on k.folder_id = c.id
      where c.parent_id = i.id and not c.is_file and c.deleted_at is null and ${filterOf({ visible })} order by ${orderBy({ field: 'instanceName', order: 'asc' })} limit ${limit}
    )
    select json_build_object(${contentOfPage(userId, 'has_children')}))`;
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
