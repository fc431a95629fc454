import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { calls, InstanceId, RequestOf } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import {
  ChangedMeanwhile,
  findChild,
  freeName,
  heightOf,
  lockChildFile,
  lockFolder,
  lockTrees,
  requireFits,
  requireLevel,
  whileNamesChange,
} from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { findExposures, requireHighStays } from '../links/index.ts';
import { mergeRestored, raiseSensitivity, requireVersionStays, countMerge } from '../move-copy/index.ts';
import { recheck, authoriseNamesake, closedBelow, findItems, sensitivityAt, sensitivityCarried } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { chargeQuota, lockSpaces } from '../spaces/index.ts';
import { shareLockContents } from '../contents/index.ts';
import { addVersion } from '../versions/index.ts';
import { bringBack, forgetSize, leaveFirstBin, lockEntry } from './recycle-queries.ts';
import type { Entry, LockedEntry } from './recycle-queries.ts';
import { mayPurge, mayRecycle } from './recycle-rules.ts';

type Taken = Pick<RequestOf<typeof calls.recycle.restore>, 'onConflict' | 'onFileConflict'>;

interface Restoring {
  folder: ItemContext;
  /** What to do if the name is taken: fail, or one of the ways of the call. */
  onTaken: 'fail' | Taken;
  caller: Caller;
  /** The item in the bin, whose sensitivity is carried over. If absent, the item's own level stays as it is. */
  place?: ItemContext | undefined;
}

export interface Restored {
  /** The item's id, or that of the item it was merged into or became a version of. */
  id: InstanceId;
  stayed: number;
  folderIds: readonly InstanceId[];
}

/**
 * Restores an item to a folder of its space. This changes one row, however large the tree, unless a folder is merged. A file that becomes a
 * version leaves the bin with its own history.
 * Throws FILE_NOT_FOUND if it is no longer in the bin, TOO_DEEP, SPACE_NOT_ENOUGH, NAME_TAKEN, NOT_ALLOWED if the existing item may not be
 * changed, HOLDS_HIDDEN, TOO_MANY_ITEMS, HIGH_INTO_LINK, CHANGING_HERE.
 */
export const restoreEntry = (database: Kysely<Tables>, entry: Entry, restoring: Restoring): Promise<Restored> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      const { onTaken, caller } = restoring;
      await lockTrees(transaction, [entry.space_id]);
      const shared = await shareLockContents(transaction, [entry.instance_id]);
      const item = await lockEntry(transaction, entry.id);
      if (!item) throw new Failure('FILE_NOT_FOUND');
      if (item.blobId !== null && !shared.has(item.blobId)) throw new ChangedMeanwhile();
      await lockFolder(transaction, restoring.folder.instanceId, entry.space_id);
      const level = await requireFits(transaction, restoring.folder.instanceId, null);
      const { place, folder, from, into } = await withLevelsNow(transaction, entry, restoring);
      const existing = await findChild(transaction, folder.instanceId, item.name);
      if (existing && onTaken === 'fail') throw new Failure('NAME_TAKEN');
      if (existing && onTaken !== 'fail' && place && existing.is_file === item.isFile && onTaken.onConflict !== 'rename')
        return joinExisting(transaction, entry, { folder, place, caller, existingId: existing.id, item }, onTaken);
      await lockSpaces(transaction, [entry.space_id]);
      await recheckRestoring(transaction, entry, restoring);
      requireLevel(level + (await heightOf(transaction, { id: entry.instance_id, isFile: item.isFile })));
      const name = onTaken === 'fail' ? item.name : await freeName(transaction, folder.instanceId, item.name);
      const sensitivity = place && sensitivityCarried(place, folder);
      const held = item.isFile ? null : { folderId: entry.instance_id, spaceId: entry.space_id };
      await requireHighStays(transaction, into, { own: sensitivity ?? from.sensitivity.own, folder: held, from });
      await bringBack(transaction, entry, { parentId: folder.instanceId, name, sensitivity });
      await recordActivity(transaction, caller.userId, [entry.instance_id], { kind: 'restored', data: {} });
      return { id: entry.instance_id, stayed: 0, folderIds: [] };
    }),
  );

/** The item in the bin and the folder, with their levels as they are under the lock of the tree. */
async function withLevelsNow(transaction: Transaction<Tables>, entry: Entry, { folder, place }: Restoring) {
  const exposures = await findExposures(transaction, [entry.instance_id, folder.instanceId]);
  const [from, into] = [exposures.get(entry.instance_id), exposures.get(folder.instanceId)];
  if (!from || !into) throw new Failure('FILE_NOT_FOUND');
  return {
    from,
    into,
    place: place && { ...place, sensitivity: from.sensitivity },
    folder: { ...folder, sensitivity: into.sensitivity },
  };
}

/** Checks both permissions again: on the folder, and on the item in the bin if `place` is given. Throws FILE_NOT_FOUND, NOT_ALLOWED. */
async function recheckRestoring(
  transaction: Transaction<Tables>,
  entry: Entry,
  { folder, caller, place }: Pick<Restoring, 'folder' | 'caller' | 'place'>,
): Promise<void> {
  await recheck(transaction, caller, folder.instanceId, 'upload');
  const there = place && (await findItems(transaction, { userId: caller.userId }, [entry.instance_id])).get(entry.instance_id);
  if (place && !mayRecycle(there, entry.deleted_by)) throw new Failure('FILE_NOT_FOUND');
}

/** Restores the item as a version of the existing file, or merges it into the existing folder. */
async function joinExisting(
  transaction: Transaction<Tables>,
  entry: Entry,
  {
    folder,
    place,
    caller,
    existingId,
    item,
  }: { folder: ItemContext; place: ItemContext; caller: Caller; existingId: InstanceId; item: LockedEntry },
  { onConflict, onFileConflict }: Taken,
): Promise<Restored> {
  if (item.isFile !== (onConflict === 'version')) throw new Failure('NAME_TAKEN');
  const { place: existing } = await authoriseNamesake(transaction, caller, existingId);
  if (item.isFile) {
    if ((await lockChildFile(transaction, folder.instanceId, item.name)) !== existingId) throw new ChangedMeanwhile();
    if (!(await chargeQuota(transaction, entry.space_id, item.size))) throw new Failure('SPACE_NOT_ENOUGH');
    await recheckRestoring(transaction, entry, { folder, caller, place });
    await authoriseNamesake(transaction, caller, existingId);
    await addVersion(transaction, { fileId: existingId, blobId: item.blobId!, size: item.size }, caller);
    await requireVersionStays(transaction, existingId, sensitivityAt(place));
    await raiseSensitivity(transaction, [{ fileId: existingId, fromId: place.instanceId }], sensitivityAt(place));
    // The file's own history leaves the bin with it. If the caller may not remove it from the bin, it stays there.
    if (mayPurge(place)) await leaveFirstBin(transaction, { ids: [entry.id] });
    return { id: existingId, stayed: 0, folderIds: [] };
  }
  if ((await closedBelow(transaction, caller, [place], 'delete')).size > 0) throw new Failure('HOLDS_HIDDEN');
  const count = await countMerge(transaction, place, folder, onFileConflict);
  if (count && count.rows > limits.rowsMergedBack) throw new Failure('TOO_MANY_ITEMS', { limit: limits.rowsMergedBack });
  const { replaced, stayed, folderIds } = await mergeRestored(transaction, place, existing, caller, onFileConflict);
  await recheckRestoring(transaction, entry, { folder, caller, place: undefined });
  if (mayPurge(place)) await leaveFirstBin(transaction, { instanceIds: replaced });
  // Less is left in the bin than was counted.
  await forgetSize(transaction, entry.id);
  return { id: existingId, stayed, folderIds };
}
