import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, Sensitivity, SpaceId } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { heightOf, lockFolder, lockTrees, putInBin, requireFits, requireLevel, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { requireHighStays } from '../links/index.ts';
import { authoriseNamesake, sensitivityAt, sensitivityCarried } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { addVersion } from '../versions/index.ts';
import { placedAs } from './deps.ts';
import type { Ledger, Placed, Placing } from './deps.ts';
import { lockItem } from './lock-item.ts';
import { requireVersionStays, withLevelsNow } from './levels-now.ts';
import type { LockedItem } from './lock-queries.ts';
import { resolveNameConflict } from './resolve-name-conflict.ts';
import { recheckPlacing } from './may-place.ts';
import { mergeMoved } from './merge-moved.ts';
import { updatePlace } from './place-queries.ts';
import { levelTaken, raiseSensitivity } from './sensitivity-queries.ts';

/**
 * Moves an item inside its space, which changes one row however large the tree. Grants on it stay, because they belong to this space.
 * Throws FILE_NOT_FOUND, INSIDE_ITSELF, TOO_DEEP, NAME_TAKEN, SPACE_NOT_ENOUGH, HIGH_INTO_LINK, CHANGING_HERE.
 */
export const moveWithin = (database: Kysely<Tables>, source: Caller, asked: Placing, ledger: Ledger): Promise<Placed> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      ledger.begin();
      const { target } = asked;
      await lockTrees(transaction, [target.spaceId]);
      await lockFolder(transaction, target.instanceId, target.spaceId);
      const item = await lockItem(transaction, asked);
      // The item is there already, because the request was sent twice.
      if (item.parentId === target.instanceId) return asItself(transaction, asked, ledger);
      const { placing, from, into } = await withLevelsNow(transaction, asked);
      const { place } = placing;
      const level = await requireFits(transaction, target.instanceId, place.instanceId);
      const resolution = await resolveNameConflict(transaction, placing, item);
      if ('into' in resolution) return mergeMoved(transaction, source, placing, resolution.into, ledger, item.parentId);
      await lockSpaces(transaction, [place.spaceId]);
      await recheckPlacing(transaction, 'move', source, placing);
      if ('versionOf' in resolution) return becomeVersion(transaction, placing, ledger, item, resolution.versionOf);
      requireLevel(level + (await heightOf(transaction, { id: place.instanceId, isFile: item.isFile })));
      await requireHighStays(transaction, into, { own: ownLevelAfter(placing), folder: folderOf(place), from });
      await setPlace(transaction, placing, item, resolution.name);
      return asItself(transaction, placing, ledger);
    }),
  );

async function asItself(transaction: Transaction<Tables>, { place }: Placing, ledger: Ledger): Promise<Placed> {
  await ledger.finish(transaction, 0);
  return placedAs(place.instanceId);
}

/** The item's own level there. When it changes its space, it takes its whole level along. */
export const ownLevelAfter = ({ place, target }: Pick<Placing, 'place' | 'target'>): Sensitivity =>
  place.spaceId === target.spaceId ? sensitivityCarried(place, target) : sensitivityAt(place);

export const folderOf = ({ isFile, instanceId, spaceId }: ItemContext): { folderId: InstanceId; spaceId: SpaceId } | null =>
  isFile ? null : { folderId: instanceId, spaceId };

export async function setPlace(
  transaction: Transaction<Tables>,
  { place, target, caller }: Placing,
  { parentId }: LockedItem,
  name: string,
): Promise<void> {
  const own = ownLevelAfter({ place, target });
  const level = place.spaceId === target.spaceId ? { sensitivity: own } : levelTaken(own, parentId);
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
  await requireVersionStays(transaction, fileId, sensitivityAt(place));
  await addVersion(transaction, { fileId, blobId: blobId!, size }, caller);
  await raiseSensitivity(transaction, [{ fileId, fromId: place.instanceId }], sensitivityAt(place));
  await putInBin(transaction, [place.instanceId], caller.userId);
  await ledger.finish(transaction, 0);
  return placedAs(fileId);
}
