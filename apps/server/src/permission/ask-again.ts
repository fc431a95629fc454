import type { Transaction } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { Failure } from '../http/index.ts';
import { authoriseEach } from './authorise.ts';

/**
 * Every change asks for its right twice: before it begins, which tells what there is to hold, and here, once everything is held that it
 * waits for (docs/decisions/0004): a right that was taken away while it waited, or a place that it came to lie in meanwhile, counts.
 * After the last lock and before the commit; what was written by then is taken back with the rest. Throws what `authorise` throws.
 */
export async function askAgain(
  transaction: Transaction<Tables>,
  caller: Asker,
  instanceIds: string | readonly string[],
  item: PermissionItem,
): Promise<void> {
  const ids = typeof instanceIds === 'string' ? [instanceIds] : [...new Set(instanceIds)];
  for (const verdict of (await authoriseEach(transaction, caller, ids, item)).values()) if (verdict instanceof Failure) throw verdict;
}
