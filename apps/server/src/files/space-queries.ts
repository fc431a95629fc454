/**
 * Lists ids of the undeleted files of a space in one order, whatever their folder (`/personalTable`). Each order is an index over the whole
 * space, and a page is a range of it. Files under a deleted folder are not marked as deleted themselves, so they are skipped on the way.
 * The total is counted only up to `limits.filesEverywhere`, which limits its cost.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { limits } from '@alcove/contract';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { filterOf, isFree, orderBy } from './list-queries.ts';
import type { Filter, Order } from './list-queries.ts';

/** The ids of a page's files, and the total. */
interface SpaceFiles {
  total: number;
  ids: InstanceId[];
}

/** The query, as parts of SQL. */
interface Asked {
  /** A CTE `gone`: the deleted folders and all folders below them. */
  gone: RawBuilder<unknown>;
  /** Conditions on the instance `c`. */
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  offset: number;
  limit: number;
}

const pageOf = ({ order, offset, limit }: Asked): RawBuilder<unknown> => sql`order by ${order} limit ${limit} offset ${offset}`;

/** `filter.keys` replaces the filter's keyword. If no folder of the space is deleted, the query uses the index alone. */
export async function filesOfSpace(
  database: Kysely<Tables>,
  spaceId: SpaceId,
  filter: Filter,
  order: Order,
  offset: number,
  limit: number,
): Promise<SpaceFiles> {
  const gone = sql`
    with recursive gone as (
      select id from instance where space_id = ${spaceId} and deleted_at is not null and not is_file
      union all
      select f.id from gone cross join ${children('gone.id', 'folders')} f
    )`;
  // `is not true` keeps the planner from turning the condition into a join, which would lose the order of the index.
  const { rows: anyGone } = await sql`
    select from instance where space_id = ${spaceId} and deleted_at is not null and not is_file limit 1`.execute(database);
  const stays = anyGone.length > 0 ? sql`(c.parent_id in (select id from gone)) is not true` : sql`true`;
  const asked: Asked = {
    gone,
    where: sql`c.space_id = ${spaceId} and c.is_file and c.deleted_at is null and ${stays} and ${filterOf(filter)}`,
    order: orderBy(order, true),
    offset,
    limit: Math.max(0, Math.min(limit, limits.filesEverywhere - offset)),
  };
  return filter.keys ? named(database, asked, { spaceId, keys: filter.keys }) : unnamed(database, asked, isFree(filter));
}

async function unnamed(database: Kysely<Tables>, asked: Asked, all: boolean): Promise<SpaceFiles> {
  const matching = sql`instance c where ${asked.where} limit ${limits.filesEverywhere}`;
  const { rows: counted } = await sql<{ total: number }>`
    ${asked.gone} select count(*) as total from (select from ${matching}) as counted`.execute(database);
  const { total } = counted[0]!;
  // If many files match, a scan in the order of the index finds a page of them soon. A few are gathered and sorted instead: the scan would
  // be long.
  const among =
    total < limits.filesEverywhere && !all
      ? sql`, few as materialized (select c.* from ${matching}) select c.id from few c`
      : sql` select c.id from instance c where ${asked.where}`;
  const { rows } = await sql<{ id: InstanceId }>`${asked.gone}${among} ${pageOf(asked)}`.execute(database);
  return { total, ids: rows.map((row) => row.id) };
}

interface Name {
  spaceId: SpaceId;
  keys: readonly number[];
}

/** How many files are checked for their name in an order. Files with the same name may be far down the order, next to each other. */
const mostAsked = 20_000;
/** So many files with a name are gathered if the first of the order lack it. */
const mostGathered = 20_000;

/** Goes from the names to the files. If very many files match, it scans along the order instead, which soon finds a page of them. */
async function named(database: Kysely<Tables>, asked: Asked, name: Name): Promise<SpaceFiles> {
  const most = limits.filesEverywhere;
  const gathered = await gather(database, asked, name, manyOrMore(most, asked));
  if (gathered.total < most) return gathered;
  if (gathered.total > most && gathered.total <= mostGathered) return { ...gathered, total: most };
  const met = await meet(database, asked, name);
  const { ids } = met.length === asked.limit ? { ids: met } : await gather(database, asked, name, sql`select * from found`);
  return { total: most, ids };
}

/**
 * Up to `most` of `found`, and up to `mostGathered` if none of these is among the first `mostAsked` files of the order: then it is no use to look there.
 * What is not read of `found` is not looked for. `case` and `is true` keep the planner from looking at the order in vain, or file by file.
 */
const manyOrMore = (most: number, { where, order }: Asked): RawBuilder<unknown> => sql`
  select * from (select * from found limit ${most}) as many
  union all
  select * from (select * from found limit ${mostGathered + 1 - most} offset ${most}) as more
  where case when (select count(*) from (select from found limit ${most}) as many) < ${most} then false
    else not exists (select from (select c.id from instance c where ${where} order by ${order} limit ${mostAsked}) as first
      where (first.id in (select id from (select id from found limit ${most}) as many)) is true) end`;

/** Gathers and sorts files with the name: those that `some` takes from the CTE `found`. */
async function gather(database: Kysely<Tables>, asked: Asked, { spaceId, keys }: Name, some: RawBuilder<unknown>): Promise<SpaceFiles> {
  // `offset 0` forces a plan that goes from the names to the files. A generic plan, made without knowing the name, would not do that.
  const { rows } = await sql<SpaceFiles>`
    ${asked.gone}, found as materialized (
      select c.* from (select instance_id from instance_name where keys @> ${keys}::integer[] and space_id = ${spaceId} offset 0) as k
        cross join lateral (select c.id, c.name, c.size, c.category, c.updated_at, c.created_at from instance c where c.id = k.instance_id and ${asked.where} offset 0) as c
    ), named as materialized (${some})
    select (select count(*) from named) as total, array(select c.id from named c ${pageOf(asked)}) as ids`.execute(database);
  return rows[0]!;
}

/** As much of the page as the first `mostAsked` files of the order contain. */
async function meet(database: Kysely<Tables>, asked: Asked, { keys }: Name): Promise<InstanceId[]> {
  // `offset 0` checks each file on the way. A join would gather all files with the name.
  const { rows } = await sql<{ id: InstanceId }>`
    ${asked.gone}, first as (select c.* from instance c where ${asked.where} order by ${asked.order} limit ${mostAsked})
    select c.id from first c where exists (select from instance_name k where k.instance_id = c.id and k.keys @> ${keys}::integer[] offset 0) ${pageOf(asked)}`.execute(
    database,
  );
  return rows.map((row) => row.id);
}
