import type { Transaction } from 'kysely';
import { shareLockContents } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Placing } from './deps.ts';
import { findNamesakes, lockFiles, lockLiveItem } from './lock-queries.ts';
import type { LockedItem } from './lock-queries.ts';

/**
 * Locks the item until the transaction ends and returns its current state. A file that may become a version is locked together with its
 * content and with the file that has its name.
 * Throws FILE_NOT_FOUND if the item is deleted or in another space by now.
 */
export async function lockItem(transaction: Transaction<Tables>, { place, target, onConflict }: Placing): Promise<LockedItem> {
  const id = place.instanceId;
  const becomesVersion = place.isFile && onConflict === 'version';
  const shared = becomesVersion ? await shareLockContents(transaction, [id]) : null;
  if (becomesVersion) await lockFiles(transaction, [id, ...(await findNamesakes(transaction, id, target.instanceId))]);
  // A folder that is merged or leaves its space is locked against additions from the beginning.
  const againstAdding = !place.isFile && (onConflict === 'merge' || place.spaceId !== target.spaceId);
  const item = await lockLiveItem(transaction, place, { againstAdding });
  if (!item) throw new Failure('FILE_NOT_FOUND');
  if (shared && item.blobId !== null && !shared.has(item.blobId)) throw new ChangedMeanwhile();
  return item;
}
