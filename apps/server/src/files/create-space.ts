import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { insertSpace, insertSpaces } from '../spaces/index.ts';
import type { NewSpace } from '../spaces/index.ts';
import { insertRoot, insertRoots } from './insert-queries.ts';

/** Creates a space with its top folder. The two refer to each other, so that constraint is checked only at the commit. */
export async function createSpace(transaction: Transaction<Tables>, space: NewSpace & { makerId: string }): Promise<void> {
  await insertSpace(transaction, space);
  await insertRoot(transaction, space);
}

/** The same for many spaces, in a few statements. */
export async function createSpaces(transaction: Transaction<Tables>, spaces: readonly (NewSpace & { makerId: string })[]): Promise<void> {
  await insertSpaces(transaction, spaces);
  await insertRoots(transaction, spaces);
}
