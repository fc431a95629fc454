import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { insertSpace } from '../spaces/index.ts';
import type { NewSpace } from '../spaces/index.ts';
import { insertRoot } from './insert-queries.ts';

/** A space with its top folder; each names the other, so the database compares them when the transaction ends. */
export async function createSpace(transaction: Transaction<Tables>, space: NewSpace & { makerId: string }): Promise<void> {
  await insertSpace(transaction, space);
  await insertRoot(transaction, space);
}
