/** Names that wait to be indexed for the search. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface WaitingName {
  /** Of the instance. */
  id: string;
  space_id: SpaceId;
  name: string;
}

/** Some pending names, of these spaces or everywhere. Those that somebody is changing are skipped, because to wait for them may take long. */
export async function findWaitingNames(
  database: Kysely<Tables>,
  most: number,
  spaceIds: readonly SpaceId[] | undefined,
): Promise<WaitingName[]> {
  // This order makes the planner read the index of pending names from its beginning: after a bulk insert it assumes that every name is
  // pending.
  const first =
    spaceIds === undefined
      ? sql`order by k.space_id, k.instance_id limit ${most}`
      : sql`and k.space_id = any(${spaceIds}::uuid[]) limit ${most}`;
  const { rows } = await sql<WaitingName>`
    with waiting as materialized (
      select k.instance_id, k.space_id from instance_name k where k.keys is null ${first} for no key update skip locked
    )
    select i.id, k.space_id, i.name from waiting k join instance i on i.id = k.instance_id for share of i skip locked`.execute(database);
  return rows;
}

export interface ReadName extends WaitingName {
  keys: number[];
}

/**
 * Stores the keys of names that still wait and are still the same. The others stay pending: somebody changes them, or has read them meanwhile. Returns how many
 * were stored.
 */
export async function setNameKeys(database: Kysely<Tables>, names: readonly ReadName[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with named as (select * from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (id uuid, space_id uuid, name text, keys integer[])),
    waiting as materialized (
      select n.id, n.name, n.keys from named n join instance_name k on k.instance_id = n.id and k.space_id = n.space_id
      where k.keys is null for no key update of k skip locked
    ),
    same as materialized (select w.id, w.keys from waiting w join instance i on i.id = w.id and i.name = w.name for share of i skip locked)
    update instance_name k set keys = same.keys from same where k.instance_id = same.id`.execute(database);
  return Number(numAffectedRows);
}

/** Merges the keys that were set since the last time into the index. Until then, every search looks through them one by one. */
export async function mergeNames(database: Kysely<Tables>): Promise<void> {
  await sql`select gin_clean_pending_list('instance_name_keys')`.execute(database);
}

/** Whether names are pending in these spaces. */
export async function isWaiting(database: Kysely<Tables>, spaceIds: readonly SpaceId[]): Promise<boolean> {
  const { rows } = await sql`select from instance_name where keys is null and space_id = any(${spaceIds}::uuid[]) limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/** Up to which instance the names of an earlier release have keys for all spaces. Null: all have, or another process is at it. */
export async function lockBefore(transaction: Transaction<Tables>): Promise<string | null> {
  const { rows } = await sql<{ after_id: string }>`select after_id from name_before for update skip locked`.execute(transaction);
  return rows[0]?.after_id ?? null;
}

export async function setBefore(transaction: Transaction<Tables>, afterId: string | null): Promise<void> {
  if (afterId === null) await sql`delete from name_before`.execute(transaction);
  else await sql`update name_before set after_id = ${afterId}`.execute(transaction);
}

/** Locked names wait to be read anew if they change, so what is read here cannot be older. */
export async function lockNamesAfter(
  transaction: Transaction<Tables>,
  afterId: string,
  most: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with next as materialized (
      select k.instance_id from instance_name k where k.instance_id > ${afterId} order by k.instance_id limit ${most} for no key update
    )
    select i.id, i.name from next join instance i on i.id = next.instance_id order by i.id`.execute(transaction);
  return rows;
}

export async function addNameKeys(transaction: Transaction<Tables>, read: readonly { id: string; keys: number[] }[]): Promise<void> {
  await sql`update instance_name k set keys = k.keys || r.keys from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r (id uuid, keys integer[])
    where k.instance_id = r.id and k.keys is not null`.execute(transaction);
}
