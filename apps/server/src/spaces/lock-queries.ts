import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** Locks these spaces until the transaction ends, in the order of their ids, like everyone who needs several (docs/decisions/0004). */
export async function lockSpaces(transaction: Transaction<Tables>, spaceIds: readonly SpaceId[]): Promise<void> {
  await sql`select from space where id = any(${spaceIds}::uuid[]) order by id for no key update`.execute(transaction);
}
