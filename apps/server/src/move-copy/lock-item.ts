import type { Transaction } from 'kysely';
import { shareLockContents } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Placing } from './deps.ts';
import { findNamesakes, lockFiles, lockLiveItem } from './lock-queries.ts';
import type { LockedItem } from './lock-queries.ts';

/**
 * The item as it is now, locked until the transaction ends; a file that is to become a version together with its content
 * and with the one that has its name.
 * Throws FILE_NOT_FOUND when it is gone, or in another space by now.
 */
export async function lockItem(transaction: Transaction<Tables>, { place, target, onConflict }: Placing): Promise<LockedItem> {
  const id = place.instanceId;
  const becomesVersion = place.isFile && onConflict === 'version';
  const shared = becomesVersion ? await shareLockContents(transaction, [id]) : null;
  if (becomesVersion) await lockFiles(transaction, [id, ...(await findNamesakes(transaction, id, target.instanceId))]);
  // A folder whose content is looked through and taken is locked against those who add to it from the beginning.
  const againstAdding = !place.isFile && (onConflict === 'merge' || place.spaceId !== target.spaceId);
  const item = await lockLiveItem(transaction, place, { againstAdding });
  if (!item) throw new Failure('FILE_NOT_FOUND');
  if (shared && item.blobId !== null && !shared.has(item.blobId)) throw new ChangedMeanwhile();
  return item;
}
