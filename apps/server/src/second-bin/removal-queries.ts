/** Deletes what is in the administrators' bin for good: entries that expired or were marked, then their rows, in small steps. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { bins, children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** Marks what has been in the bin for longer than its term. Returns the ids. */
export async function expire(transaction: Transaction<Tables>, { days, most }: { days: number; most: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update recycle set going_at = now() where id in (
      select id from recycle where bin = ${bins.administrators} and going_at is null and left_at < now() - make_interval(days => ${days})
      order by left_at limit ${most} for update skip locked
    ) returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Whether the time of any entry has come. */
export async function isAnyDue(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select from recycle where bin = ${bins.administrators} and going_at <= now() and bytes is not null limit 1`.execute(database);
  return rows.length > 0;
}

/**
 * Locks entries whose time has come, the longest overdue first, without those that have more than `left` files. What still counts against a
 * quota waits until that was released.
 */
export async function lockDue(
  transaction: Transaction<Tables>,
  { left, most }: { left: number; most: number },
): Promise<{ id: string; files: number }[]> {
  const { rows } = await sql<{ id: string; files: number }>`
    select id, coalesce(files, 1) as files from recycle
    where bin = ${bins.administrators} and going_at <= now() and bytes is not null and coalesce(files, 1) <= ${left}
    order by going_at limit ${most} for update skip locked`.execute(transaction);
  return rows;
}

/** From now on nobody sees these entries or can restore them. */
export async function setGoing(transaction: Transaction<Tables>, recycleIds: readonly string[]): Promise<void> {
  await sql`update recycle set bin = ${bins.going} where id = any(${recycleIds}::uuid[])`.execute(transaction);
}

export interface GoingEntry {
  id: string;
  instance_id: InstanceId;
  space_id: SpaceId;
  is_file: boolean;
}

/** A group goes with its top folder, by the job that removes dissolved groups. */
export async function findGoing(database: Kysely<Tables>, most: number): Promise<GoingEntry[]> {
  const { rows } = await sql<GoingEntry>`
    select r.id, r.instance_id, r.space_id, i.is_file from recycle r join instance i on i.id = r.instance_id
    where r.bin = ${bins.going} and r.going_at <= now() and i.parent_id is not null order by r.going_at limit ${most}`.execute(database);
  return rows;
}

/** Locks entries that no other process works on, and returns their items. */
export async function lockGoing(transaction: Transaction<Tables>, recycleIds: readonly string[]): Promise<InstanceId[]> {
  const { rows } = await sql<{ instance_id: InstanceId }>`
    select instance_id from recycle where id = any(${recycleIds}::uuid[]) and bin = ${bins.going} order by id for update skip locked`.execute(
    transaction,
  );
  return rows.map((row) => row.instance_id);
}

/** `under`: a deleted folder and what was deleted with it. What was deleted from it before has an entry of its own. */
const under = (rootId: InstanceId) => sql`recursive under as (
    select id, is_file from instance where id = ${rootId}
    union all
    select c.id, c.is_file from under cross join ${children('under.id')} c where not under.is_file
  )`;

/** Some of the files of a deleted folder. */
export async function someFilesOf(database: Kysely<Tables>, rootId: InstanceId, most: number): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`with ${under(rootId)} select id from under where is_file limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * Some of the folders of a deleted folder that nothing is in and nothing refers to: items that were deleted from it before and are still in a
 * bin, and uploads whose object is still to be collected.
 */
export async function someEmptyOf(database: Kysely<Tables>, rootId: InstanceId, most: number): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    with ${under(rootId)} select u.id from under u where not u.is_file
      and not exists (select from instance c where c.parent_id = u.id)
      and not exists (select from recycle c where c.parent_id = u.id)
      and not exists (select from upload p where p.parent_id = u.id and p.state <> 'saved')
    limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Looks at an entry again in an hour. */
export async function postpone(transaction: Transaction<Tables>, recycleId: string): Promise<void> {
  await sql`update recycle set going_at = now() + interval '1 hour' where id = ${recycleId}`.execute(transaction);
}
