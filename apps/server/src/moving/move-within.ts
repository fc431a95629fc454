import { foldName, limits } from '@alcove/contract';
import type { Kysely, Transaction } from 'kysely';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { heightOf, levelOf, lockTrees, putInBin, requireFits, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { sensitivityAt, sensitivityCarried } from '../permission/index.ts';
import { addVersion } from '../upload/index.ts';
import type { Ledger, Placing } from './deps.ts';
import { holdItem } from './hold-item.ts';
import type { HeldItem } from './hold-item.ts';
import { land } from './land.ts';
import { raiseSensitivity } from './raise-sensitivity.ts';

/**
 * Moves inside a space: one row, however large the tree. What grants stand on it stay with it, for they are this space's own.
 * Answers what the item is now. Throws FILE_NOT_FOUND, INSIDE_ITSELF, TOO_DEEP, NAME_TAKEN, SPACE_NOT_ENOUGH.
 */
export const moveWithin = (database: Kysely<Tables>, placing: Placing, ledger: Ledger): Promise<string> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      const { place, target } = placing;
      await lockTrees(transaction, [place.spaceId]);
      const item = await holdItem(transaction, place);
      if (item.parentId === target.instanceId) return place.instanceId; // it is there already: sent twice
      const most = limits.folderDepth - (await levelOf(transaction, target.instanceId));
      await requireFits(transaction, target, {
        itemId: place.instanceId,
        height: item.isFile ? 0 : await heightOf(transaction, place.instanceId, most),
      });
      const landing = await land(transaction, placing, item);
      if ('versionOf' in landing) return becomeVersion(transaction, placing, ledger, item, landing.versionOf);
      await setPlace(transaction, placing, item, landing.name);
      return place.instanceId;
    }),
  );

export async function setPlace(
  transaction: Transaction<Tables>,
  { place, target, caller }: Placing,
  { parentId }: HeldItem,
  name: string,
): Promise<void> {
  await transaction
    .updateTable('instance')
    .set({
      parent_id: target.instanceId,
      space_id: target.spaceId,
      name,
      folded_name: foldName(name),
      sensitivity: sensitivityCarried(place, target),
    })
    .where('id', '=', place.instanceId)
    .execute();
  await recordActivity(transaction, caller.userId, [place.instanceId], {
    kind: 'moved',
    data: { fromId: parentId, toId: target.instanceId },
  });
}

/** The content goes on as another file's newest version; the file that it came from, with its own history, goes to the bin. */
export async function becomeVersion(
  transaction: Transaction<Tables>,
  { place, target, caller }: Placing,
  ledger: Ledger,
  { blobId, size }: Pick<HeldItem, 'blobId' | 'size'>,
  fileId: string,
): Promise<string> {
  // The space before the folder's count: everyone who needs both locks takes them in this order.
  if (!(await ledger.charge(transaction, target.spaceId, size))) throw new Failure('SPACE_NOT_ENOUGH');
  await addVersion(transaction, fileId, { blobId: blobId!, size, caller });
  await raiseSensitivity(transaction, fileId, sensitivityAt(place));
  await putInBin(transaction, [place.instanceId], caller.userId);
  await ledger.finish(transaction);
  return fileId;
}
