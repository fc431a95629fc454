import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** Those who share the item inside the company. */
export async function sharersOf(transaction: Transaction<Tables>, instanceId: InstanceId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct initiator_id as id from share where instance_id = ${instanceId}`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/** The external links to the item, in the order in which links are locked. */
export async function linksOn(transaction: Transaction<Tables>, instanceId: InstanceId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from link where instance_id = ${instanceId} order by id`.execute(transaction);
  return rows.map(({ id }) => id);
}
