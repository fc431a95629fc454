import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { insertSpace } from '../spaces/index.ts';
import type { NewSpace } from '../spaces/index.ts';
import { insertRoot } from './insert-queries.ts';

/** Creates a space with its top folder. The two refer to each other, so that constraint is checked only at the commit. */
export async function createSpace(transaction: Transaction<Tables>, space: NewSpace & { makerId: string }): Promise<void> {
  await insertSpace(transaction, space);
  await insertRoot(transaction, space);
}
