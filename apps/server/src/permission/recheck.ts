import type { Transaction } from 'kysely';
import type { InstanceId, PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { Failure } from '../http/index.ts';
import { authoriseEach } from './authorise.ts';

/**
 * Checks a permission again under the last lock of a change (docs/decisions/0004). The first check, before the change begins, tells which
 * rows to lock. This one notices a permission that was revoked, or an item that was moved, while the change waited for its locks.
 * Call it after the last lock and before the commit: if it throws, everything is rolled back. Throws what `authorise` throws.
 */
export async function recheck(
  transaction: Transaction<Tables>,
  caller: Asker,
  instanceIds: InstanceId | readonly InstanceId[],
  item: PermissionItem,
): Promise<void> {
  const ids = typeof instanceIds === 'string' ? [instanceIds] : [...new Set(instanceIds)];
  for (const verdict of (await authoriseEach(transaction, caller, ids, item)).values()) if (verdict instanceof Failure) throw verdict;
}
