/** SQL of the task that changes everything that a filter finds. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FailureCode, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Concerned, Told } from './deeds.ts';

export async function insertItems(
  transaction: Transaction<Tables>,
  taskId: string,
  items: readonly { id: InstanceId; name: string }[],
): Promise<void> {
  await sql`
    insert into managed_item (task_id, place, instance_id, name)
    select ${taskId}, place - 1, id, name from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ name }) => name)}::text[])
      with ordinality as listed (id, name, place)`.execute(transaction);
}

export interface ListedItem {
  place: number;
  instanceId: InstanceId;
  name: string;
  done: boolean;
  refusal: FailureCode | null;
}

/** `most` of them from a place on. */
export async function findItemsOf(
  database: Kysely<Tables>,
  taskId: string,
  { from, most }: { from: number; most: number },
): Promise<ListedItem[]> {
  const { rows } = await sql<ListedItem>`
    select place, instance_id as "instanceId", name, done, refusal from managed_item
    where task_id = ${taskId} and place >= ${from} order by place limit ${most}`.execute(database);
  return rows;
}

/** Nobody else can do the item until the transaction ends. False if it is done. */
export async function takeItem(transaction: Transaction<Tables>, taskId: string, place: number): Promise<boolean> {
  const { rows } = await sql`
    select from managed_item where task_id = ${taskId} and place = ${place} and not done for update`.execute(transaction);
  return rows.length > 0;
}

export async function setItemDone(
  transaction: Transaction<Tables>,
  taskId: string,
  { place, refusal = null, userIds = [], ended = [] }: { place: number; refusal?: FailureCode | null } & Partial<Concerned>,
): Promise<void> {
  await sql`
    update managed_item set done = true, refusal = ${refusal}, told = ${userIds}::uuid[],
      ended = ${JSON.stringify(ended)}::jsonb where task_id = ${taskId} and place = ${place}`.execute(transaction);
}

/** What nobody was told of yet, in the order of the task. It counts as told. */
export async function takeUntold(transaction: Transaction<Tables>, taskId: string): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with untold as (select place, instance_id, name, told, ended from managed_item
        where task_id = ${taskId} and (told <> '{}' or ended <> '[]') for update),
      taken as (update managed_item m set told = '{}', ended = '[]' from untold u where m.task_id = ${taskId} and m.place = u.place)
    select instance_id as "instanceId", name, told as "userIds", ended from untold order by place`.execute(transaction);
  return rows;
}
