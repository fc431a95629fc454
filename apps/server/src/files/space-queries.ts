/**
 * Ids of the live files of a space, whatever their folder (`/personalTable`), in one order. Each order is an index over the whole
 * space, of which a page is a range; what lies under a deleted folder, which is not deleted itself, is passed over on the way.
 * The total counts no further than `limits.filesEverywhere`: however many there are, it costs no more.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { limits } from '@alcove/contract';
import { children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { filterOf, isFree, orderBy } from './list-queries.ts';
import type { Filter, Order } from './list-queries.ts';

/** A page's files, and how many there are in all. */
interface SpaceFiles {
  total: number;
  ids: string[];
}

/** What is asked, in the words of the database. */
interface Asked {
  /** The deleted folders and all below them, as `gone`. */
  gone: RawBuilder<unknown>;
  /** Conditions over the instance `c`. */
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  offset: number;
  limit: number;
}

const pageOf = ({ order, offset, limit }: Asked): RawBuilder<unknown> => sql`order by ${order} limit ${limit} offset ${offset}`;

/** Where no folder is deleted, the index alone answers. `filter.keys` in place of its keyword. */
export async function filesOfSpace(
  database: Kysely<Tables>,
  spaceId: string,
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
  // `is not true` keeps the question beside the index's order instead of making a join of it.
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
  // Of many that match the order's own index meets enough soon. Few are gathered and sorted: along that index it would be a long way to them.
  const among =
    total < limits.filesEverywhere && !all
      ? sql`, few as materialized (select c.* from ${matching}) select c.id from few c`
      : sql` select c.id from instance c where ${asked.where}`;
  const { rows } = await sql<{ id: string }>`${asked.gone}${among} ${pageOf(asked)}`.execute(database);
  return { total, ids: rows.map((row) => row.id) };
}

interface Name {
  spaceId: string;
  keys: readonly number[];
}

/** Along an order as many are asked for their names: where all of one name stand together, it may be a long way to them. */
const mostAsked = 20_000;

/** From the names to the files; where a name has very many, along the order, which soon meets a page of them. */
async function named(database: Kysely<Tables>, asked: Asked, name: Name): Promise<SpaceFiles> {
  const gathered = await gather(database, asked, name, limits.filesEverywhere);
  if (gathered.total < limits.filesEverywhere) return gathered;
  const met = await meet(database, asked, name);
  const { ids } = met.length === asked.limit ? { ids: met } : await gather(database, asked, name, null);
  return { total: limits.filesEverywhere, ids };
}

/** Those that are named so, sorted; of more than `most` it is not known which they are. */
async function gather(database: Kysely<Tables>, asked: Asked, { spaceId, keys }: Name, most: number | null): Promise<SpaceFiles> {
  // `offset 0`: from the names to the files, which a plan made without knowing the name would not do.
  const { rows } = await sql<SpaceFiles>`
    ${asked.gone}, named as materialized (
      select c.* from (select instance_id from instance_name where keys @> ${keys}::integer[] and space_id = ${spaceId} offset 0) as k
        cross join lateral (select c.id, c.name, c.size, c.category, c.updated_at, c.created_at from instance c where c.id = k.instance_id and ${asked.where} offset 0) as c
      limit ${most}
    )
    select (select count(*) from named) as total, array(select c.id from named c ${pageOf(asked)}) as ids`.execute(database);
  return rows[0]!;
}

/** The page, as far as the first of the order hold it. */
async function meet(database: Kysely<Tables>, asked: Asked, { keys }: Name): Promise<string[]> {
  // `offset 0` asks it of each on the way, where a join would gather all that have it.
  const { rows } = await sql<{ id: string }>`
    ${asked.gone}, first as (select c.* from instance c where ${asked.where} order by ${asked.order} limit ${mostAsked})
    select c.id from first c where exists (select from instance_name k where k.instance_id = c.id and k.keys @> ${keys}::integer[] offset 0) ${pageOf(asked)}`.execute(
    database,
  );
  return rows.map((row) => row.id);
}
