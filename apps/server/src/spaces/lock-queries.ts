import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Locks these spaces until the transaction ends, in the order of their ids, like everyone who needs several (docs/decisions/0004). */
export async function lockSpaces(transaction: Transaction<Tables>, spaceIds: readonly string[]): Promise<void> {
  await sql`select from space where id = any(${spaceIds}::uuid[]) order by id for no key update`.execute(transaction);
}

/** Locks the space of an item and returns its id. Undefined if there is no such item. */
export async function lockSpaceOf(transaction: Transaction<Tables>, instanceId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from space where id = (select space_id from instance where id = ${instanceId}) for no key update`.execute(transaction);
  return rows[0]?.id;
}
