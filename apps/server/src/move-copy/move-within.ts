import type { Kysely, Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { heightOf, lockFolder, lockTrees, putInBin, requireFits, requireLevel, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseNamesake, sensitivityAt, sensitivityCarried } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { addVersion } from '../versions/index.ts';
import { placedAs } from './deps.ts';
import type { Ledger, Placed, Placing } from './deps.ts';
import { lockItem } from './lock-item.ts';
import type { LockedItem } from './lock-queries.ts';
import { resolveNameConflict } from './resolve-name-conflict.ts';
import { recheckPlacing } from './may-place.ts';
import { mergeMoved } from './merge-moved.ts';
import { updatePlace } from './place-queries.ts';
import { levelTaken, raiseSensitivity } from './sensitivity-queries.ts';

/**
 * Moves an item inside its space, which changes one row however large the tree. Grants on it stay, because they belong to this space.
 * Throws FILE_NOT_FOUND, INSIDE_ITSELF, TOO_DEEP, NAME_TAKEN, SPACE_NOT_ENOUGH, CHANGING_HERE.
 */
export const moveWithin = (database: Kysely<Tables>, source: Caller, placing: Placing, ledger: Ledger): Promise<Placed> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      ledger.begin();
      const { place, target } = placing;
      await lockTrees(transaction, [place.spaceId]);
      await lockFolder(transaction, target.instanceId, target.spaceId);
      const item = await lockItem(transaction, placing);
      // The item is there already, because the request was sent twice.
      if (item.parentId === target.instanceId) return asItself(transaction, placing, ledger);
      const level = await requireFits(transaction, target.instanceId, place.instanceId);
      const resolution = await resolveNameConflict(transaction, placing, item);
      if ('into' in resolution) return mergeMoved(transaction, source, placing, resolution.into, ledger, item.parentId);
      await lockSpaces(transaction, [place.spaceId]);
      await recheckPlacing(transaction, 'move', source, placing);
      if ('versionOf' in resolution) return becomeVersion(transaction, placing, ledger, item, resolution.versionOf);
      requireLevel(level + (await heightOf(transaction, { id: place.instanceId, isFile: item.isFile })));
      await setPlace(transaction, placing, item, resolution.name);
      return asItself(transaction, placing, ledger);
    }),
  );

async function asItself(transaction: Transaction<Tables>, { place }: Placing, ledger: Ledger): Promise<Placed> {
  await ledger.finish(transaction, 0);
  return placedAs(place.instanceId);
}

/** When the item changes its space, it takes its whole sensitivity level along. */
export async function setPlace(
  transaction: Transaction<Tables>,
  { place, target, caller }: Placing,
  { parentId }: LockedItem,
  name: string,
): Promise<void> {
  const staysInSpace = place.spaceId === target.spaceId;
  const level = staysInSpace ? { sensitivity: sensitivityCarried(place, target) } : levelTaken(sensitivityAt(place), parentId);
  await updatePlace(transaction, place.instanceId, { parentId: target.instanceId, spaceId: target.spaceId, name, level });
  await recordActivity(transaction, caller.userId, [place.instanceId], {
    kind: 'moved',
    data: { fromId: parentId, toId: target.instanceId },
  });
}

/** Makes the content the newest version of another file. The file it came from goes to the bin with its own history. */
export async function becomeVersion(
  transaction: Transaction<Tables>,
  { place, target, caller }: Placing,
  ledger: Ledger,
  { blobId, size }: Pick<LockedItem, 'blobId' | 'size'>,
  fileId: InstanceId,
): Promise<Placed> {
  if (!(await ledger.charge(transaction, target.spaceId, size))) throw new Failure('SPACE_NOT_ENOUGH');
  await authoriseNamesake(transaction, caller, fileId);
  await addVersion(transaction, { fileId, blobId: blobId!, size }, caller);
  await raiseSensitivity(transaction, [{ fileId, fromId: place.instanceId }], sensitivityAt(place));
  await putInBin(transaction, [place.instanceId], caller.userId);
  await ledger.finish(transaction, 0);
  return placedAs(fileId);
}
