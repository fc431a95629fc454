import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Holds these spaces until the transaction ends, by id, as everyone who needs several takes them (docs/decisions/0004). */
export async function holdSpaces(transaction: Transaction<Tables>, spaceIds: readonly string[]): Promise<void> {
  await sql`select from space where id = any(${spaceIds}::uuid[]) order by id for no key update`.execute(transaction);
}
