import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { endSharesOn } from '../sharing/index.ts';
import { lockSpaces, releaseUsed } from '../spaces/index.ts';
import { giveUpUnder } from '../upload/index.ts';
import { chunks } from './chunks.ts';
import type { Ledger, Placing } from './deps.ts';
import { lockEntriesIn, sumVersions } from './lock-queries.ts';
import type { LockedSubtrees } from './lock-tree.ts';
import { askPlacingAgain } from './may-place.ts';
import { deleteGrantsOn, updateFolderOfDeleted, updateSpace } from './place-queries.ts';

/**
 * Everything below these items changes its space; the items themselves are for the caller to bring there. No right goes along: grants
 * end, and shares. What was deleted in them stays in the old space, in `homeId`, and nothing more is to be saved into the folders `left`.
 * Both spaces are locked then, the right is asked once more, and the old one's quota is given back. Answers the bytes that the new one is to be
 * charged.
 */
export async function leaveSpace(
  transaction: Transaction<Tables>,
  source: Caller,
  trees: LockedSubtrees,
  placing: Placing,
  ledger: Ledger,
  { items, homeId, left }: { items: number; homeId: string; left: readonly string[] },
): Promise<number> {
  const { place, target, caller } = placing;
  await lockEntriesIn(transaction, trees.folders);
  const bytes = await sumVersions(transaction, trees.ids);
  // By id, as everyone who locks several files.
  for (const ids of chunks(trees.ids.slice(items).sort())) {
    await updateSpace(transaction, ids, { spaceId: target.spaceId, homeId });
    await ledger.advance(ids.length);
  }
  for (const ids of chunks(trees.deleted)) await updateFolderOfDeleted(transaction, ids, homeId);
  await lockSpaces(transaction, [place.spaceId, target.spaceId]);
  // Before the grants end that the right may come from.
  await askPlacingAgain(transaction, 'move', source, placing);
  for (const ids of chunks(trees.ids)) {
    await endSharesOn(transaction, ids, { userId: caller.userId, name: caller.realName });
    await deleteGrantsOn(transaction, ids);
  }
  for (const ids of chunks([...trees.folders, ...left])) await giveUpUnder(transaction, { folderIds: ids });
  await releaseUsed(transaction, place.spaceId, bytes);
  return bytes;
}
