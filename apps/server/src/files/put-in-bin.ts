import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { insertBinEntries, lockFoldersInOrder, lockLiveItems, markDeleted } from './bin-queries.ts';

/**
 * Locks undeleted items, the folders that contain them, and their spaces, in the order of locks (docs/decisions/0004): folders from the top
 * down, like moves of a tree to another space. Returns the items that are still there. Items that moved to another space meanwhile are left
 * out, because nobody checked the permission on them there.
 */
export async function lockForBin(transaction: Transaction<Tables>, items: readonly ItemContext[]): Promise<InstanceId[]> {
  const levels = new Map<InstanceId, number>();
  for (const { instanceId, parentId, isFile, ancestors } of items) {
    if (parentId !== null) levels.set(parentId, ancestors.length - 1);
    if (!isFile) levels.set(instanceId, ancestors.length);
  }
  const folders = [...levels].sort(([one, level], [other, otherLevel]) => level - otherLevel || (one < other ? -1 : 1)).map(([id]) => id);
  await lockFoldersInOrder(transaction, folders);
  const ids = await lockLiveItems(transaction, items);
  await lockSpaces(
    transaction,
    items.map(({ spaceId }) => spaceId),
  );
  return ids;
}

/** Puts undeleted items, which are locked, into the recycle bin. */
export async function putInBin(transaction: Transaction<Tables>, instanceIds: readonly InstanceId[], userId: string): Promise<void> {
  const deleted = await markDeleted(transaction, instanceIds);
  await insertBinEntries(transaction, deleted, userId);
  await recordActivity(
    transaction,
    userId,
    deleted.map(({ id }) => id),
    { kind: 'deleted', data: {} },
  );
}
