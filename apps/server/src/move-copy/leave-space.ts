import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { endLinksOn } from '../links/index.ts';
import { endSharesOn, tellEnded } from '../sharing/index.ts';
import type { EndedShare } from '../sharing/index.ts';
import { lockSpaces, releaseUsed } from '../spaces/index.ts';
import { endUploadsUnder } from '../upload/index.ts';
import { chunks } from './chunks.ts';
import type { Ledger, Placing } from './deps.ts';
import { lockEntriesIn, sumVersions } from './lock-queries.ts';
import type { LockedSubtrees } from './lock-tree.ts';
import { recheckPlacing } from './may-place.ts';
import { deleteGrantsOn, updateFolderOfDeleted, updateSpace } from './place-queries.ts';

/**
 * Moves everything below these items to the target's space; the caller moves the items themselves. No permission goes along: grants and
 * shares end. Items that were deleted in them stay in the old space, in the folder `homeId`. Uploads into the moved folders and into the
 * folders `left` are aborted. Then it locks both spaces, checks permission again and releases the old space's quota.
 * Returns the bytes to charge to the new space.
 */
export async function leaveSpace(
  transaction: Transaction<Tables>,
  source: Caller,
  trees: LockedSubtrees,
  placing: Placing,
  ledger: Ledger,
  { items, homeId, left }: { items: number; homeId: InstanceId; left: readonly InstanceId[] },
): Promise<number> {
  const { place, target, caller } = placing;
  await lockEntriesIn(transaction, trees.folders);
  // In the order of ids, as all code that locks several files.
  for (const ids of chunks(trees.ids.slice(items).sort())) {
    await updateSpace(transaction, ids, { spaceId: target.spaceId, homeId });
    await ledger.advance(ids.length);
  }
  // Only now is every file locked, so that no version is added or removed after it was counted.
  const bytes = await sumVersions(transaction, trees.ids);
  for (const ids of chunks(trees.deleted)) await updateFolderOfDeleted(transaction, ids, homeId);
  await lockSpaces(transaction, [place.spaceId, target.spaceId]);
  // Checked before the grants end, because the permission may come from one of them.
  await recheckPlacing(transaction, 'move', source, placing);
  const by = { userId: caller.userId, name: caller.realName };
  const ended: EndedShare[] = [];
  for (const ids of chunks(trees.ids)) {
    ended.push(...(await endSharesOn(transaction, ids, by)));
    await endLinksOn(transaction, ids, { reason: 'moved', by });
    await deleteGrantsOn(transaction, ids);
  }
  await tellEnded(transaction, by, ended);
  for (const ids of chunks([...trees.folders, ...left])) await endUploadsUnder(transaction, { folderIds: ids });
  await releaseUsed(transaction, place.spaceId, bytes);
  return bytes;
}
