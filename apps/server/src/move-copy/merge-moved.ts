import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { heightOf, requireLevel } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { sensitivityAt } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { movableBelow } from './merge-sources.ts';
import { chunks } from './chunks.ts';
import type { Ledger, Placed, Placing } from './deps.ts';
import { lockEntriesIn, lockFiles } from './lock-queries.ts';
import { lockSubtrees } from './lock-tree.ts';
import { leaveSpace } from './leave-space.ts';
import { retireFolders } from './merge-away.ts';
import { recheckPlacing } from './may-place.ts';
import {
  binReplaced,
  bringArrivals,
  changedFiles,
  levelOfArrival,
  newContents,
  ownLevelOfArrival,
  replaceContents,
} from './merge-folders.ts';
import { requireMergeStays } from './levels-now.ts';
import { planMerge } from './merge-plan.ts';
import { takeLevels } from './sensitivity-queries.ts';
import type { MergePlan } from './merge-plan.ts';

/**
 * Moves the contents of a folder into the folder that has its name, in one transaction: completely, or not at all if it is interrupted.
 * Each item needs the permission to be moved, and each folder or file that it meets the permission to be added to. Items without it stay,
 * and so does their folder. Before a merge into another space, the caller has checked that the folder contains nothing hidden from the
 * person. `homeId` is the folder's old parent.
 * The depth was checked by the caller if the folder changes its space, and is checked here otherwise. Throws SPACE_NOT_ENOUGH, TOO_DEEP,
 * HIGH_INTO_LINK, CHANGING_HERE.
 */
export async function mergeMoved(
  transaction: Transaction<Tables>,
  source: Caller,
  placing: Placing,
  into: ItemContext,
  ledger: Ledger,
  homeId: InstanceId,
): Promise<Placed> {
  const { place, caller, onFileConflict } = placing;
  const across = place.spaceId !== into.spaceId;
  const plan = await planMerge(transaction, {
    source: { id: place.instanceId, sensitivity: sensitivityAt(place) },
    into,
    writer: caller,
    onFileConflict,
    below: movableBelow(transaction, source, place),
  });
  await requireMergeStays(transaction, plan, {
    levelOf: across ? levelOfArrival : ownLevelOfArrival,
    folderOf: ({ entry }) => ({ folderId: entry.id, spaceId: place.spaceId }),
  });
  const items = [...plan.plain, ...plan.numbered].map(({ entry }) => ({ id: entry.id, isFile: entry.is_file }));
  const trees = across ? await lockSubtrees(transaction, items) : null;
  await lockEntriesIn(
    transaction,
    plan.pairs.map((pair) => pair.id),
  );
  const { contents, bytes } = await newContents(transaction, plan);
  await lockFiles(transaction, changedFiles(plan));
  let left = 0;
  if (trees) {
    const folders = plan.pairs.map((pair) => pair.id);
    left = await leaveSpace(transaction, source, trees, placing, ledger, { items: items.length, homeId, left: folders });
  } else {
    await lockSpaces(transaction, [into.spaceId]);
    await recheckPlacing(transaction, 'move', source, placing);
    requireLevel(into.ancestors.length - 1 + (await heightOf(transaction, { id: place.instanceId, isFile: false })));
  }
  await ledger.advance(plan.pairs.length + plan.versions.length + plan.skipped + plan.stayed);
  await bringArrivals(transaction, plan, caller, ledger, (pair) => ({
    kind: 'moved',
    data: { fromId: pair.id, toId: pair.into.instanceId },
  }));
  if (across)
    for (const some of chunks([...plan.plain, ...plan.numbered]))
      await takeLevels(
        transaction,
        some.map((arrival) => ({ id: arrival.entry.id, level: levelOfArrival(arrival) })),
        homeId,
      );
  if (!(await ledger.charge(transaction, into.spaceId, left + bytes))) throw new Failure('SPACE_NOT_ENOUGH');
  await replaceContents(transaction, plan, contents, caller);
  await binReplaced(transaction, plan, caller);
  await retireFolders(transaction, plan.pairs, (pair) => (across ? homeId : pair.into.instanceId), caller);
  await ledger.finish(transaction, plan.stayed);
  return { id: into.instanceId, stayed: plan.stayed, folderIds: foldersOf(plan) };
}

const foldersOf = ({ pairs }: MergePlan): InstanceId[] => pairs.flatMap((pair) => [pair.id, pair.into.instanceId]);
