import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { lockFolder, lockTrees, requireFits, requireLevel, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { requireHighStays } from '../links/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { placedAs } from './deps.ts';
import type { Ledger, Placed, Placing } from './deps.ts';
import { withLevelsNow } from './levels-now.ts';
import { lockItem } from './lock-item.ts';
import { lockSubtrees } from './lock-tree.ts';
import { resolveNameConflict } from './resolve-name-conflict.ts';
import { leaveSpace } from './leave-space.ts';
import { recheckPlacing } from './may-place.ts';
import { mergeMoved } from './merge-moved.ts';
import { becomeVersion, folderOf, ownLevelAfter, setPlace } from './move-within.ts';
import { countVisible } from './count-queries.ts';

/**
 * Moves an item to another space. Every row below it changes its space in one transaction, so the move happens completely or not at all,
 * and the items keep their ids and versions. The folders are locked meanwhile; whoever saves into one of them waits and then fails because
 * it is gone. Items that were deleted below it before stay in the old space's bin. No permission goes along: grants and shares end.
 * Throws what `moveWithin` throws, and HOLDS_HIDDEN.
 */
export const moveAcross = (database: Kysely<Tables>, source: Caller, asked: Placing, ledger: Ledger): Promise<Placed> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      ledger.begin();
      await lockTrees(transaction, [asked.place.spaceId, asked.target.spaceId]);
      const { placing, from, into } = await withLevelsNow(transaction, asked);
      const { place, target } = placing;
      await lockFolder(transaction, target.instanceId, target.spaceId);
      const item = await lockItem(transaction, placing);
      const trees = await lockSubtrees(transaction, [{ id: place.instanceId, isFile: item.isFile }]);
      // Hidden items would come under permissions that nobody gave.
      if (!place.effective.owns && !item.isFile && (await countVisible(transaction, source, place, 'move')).rows < trees.ids.length)
        throw new Failure('HOLDS_HIDDEN');
      // The locks keep everybody from adding to its folders and from moving the target.
      requireLevel((await requireFits(transaction, target.instanceId, null)) + trees.height);
      const resolution = await resolveNameConflict(transaction, placing, item);
      if ('versionOf' in resolution) {
        await lockSpaces(transaction, [place.spaceId, target.spaceId]);
        await recheckPlacing(transaction, 'move', source, placing);
        return becomeVersion(transaction, placing, ledger, item, resolution.versionOf);
      }
      if ('into' in resolution) return mergeMoved(transaction, source, placing, resolution.into, ledger, item.parentId);
      await requireHighStays(transaction, into, { own: ownLevelAfter(placing), folder: folderOf(place), from });
      const bytes = await leaveSpace(transaction, source, trees, placing, ledger, { items: 1, homeId: item.parentId, left: [] });
      if (!(await ledger.charge(transaction, target.spaceId, bytes))) throw new Failure('SPACE_NOT_ENOUGH');
      await setPlace(transaction, placing, item, resolution.name);
      await ledger.finish(transaction, 0);
      return placedAs(place.instanceId);
    }),
  );
