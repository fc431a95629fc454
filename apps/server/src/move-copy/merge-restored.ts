import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { heightOf, requireLevel } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { sensitivityAt } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { chargeQuota, lockSpaces } from '../spaces/index.ts';
import { everythingBelow } from './merge-sources.ts';
import type { OnFileConflict } from './deps.ts';
import { retireFolders } from './merge-away.ts';
import { lockEntriesIn, lockFiles } from './lock-queries.ts';
import { binReplaced, bringArrivals, changedFiles, newContents, ownLevelOfArrival, replaceContents } from './merge-folders.ts';
import { requireMergeStays } from './levels-now.ts';
import { planMerge } from './merge-plan.ts';

export interface MergedBack {
  /** Files whose content became a version of another file. They are in the bin themselves now. */
  replaced: InstanceId[];
  /** How many items stay in the folder, and thereby in the bin. */
  stayed: number;
  folderIds: InstanceId[];
}

/**
 * Merges the contents of a deleted folder into the folder that has its name, as `mergeMoved` does. Whoever may restore the folder may take
 * all of it. The caller must hold `lockTrees`.
 * Throws SPACE_NOT_ENOUGH, TOO_DEEP, HIGH_INTO_LINK, CHANGING_HERE.
 */
export async function mergeRestored(
  transaction: Transaction<Tables>,
  place: ItemContext,
  into: ItemContext,
  caller: Caller,
  onFileConflict: OnFileConflict,
): Promise<MergedBack> {
  const plan = await planMerge(transaction, {
    source: { id: place.instanceId, sensitivity: sensitivityAt(place) },
    into,
    writer: caller,
    onFileConflict,
    below: everythingBelow(transaction),
  });
  await requireMergeStays(transaction, plan, {
    levelOf: ownLevelOfArrival,
    folderOf: ({ entry }) => ({ folderId: entry.id, spaceId: place.spaceId }),
  });
  await lockEntriesIn(
    transaction,
    plan.pairs.map((pair) => pair.id),
  );
  const { contents, bytes } = await newContents(transaction, plan);
  await lockFiles(transaction, changedFiles(plan));
  await lockSpaces(transaction, [into.spaceId]);
  requireLevel(into.ancestors.length - 1 + (await heightOf(transaction, { id: place.instanceId, isFile: false })));
  await bringArrivals(transaction, plan, caller, { advance: async () => {} }, () => ({ kind: 'restored', data: {} }));
  if (!(await chargeQuota(transaction, into.spaceId, bytes))) throw new Failure('SPACE_NOT_ENOUGH');
  await replaceContents(transaction, plan, contents, caller);
  await binReplaced(transaction, plan, caller);
  await retireFolders(transaction, plan.pairs, (pair) => pair.into.instanceId, caller);
  return {
    replaced: plan.versions.map(({ entry }) => entry.id),
    stayed: plan.stayed,
    folderIds: plan.pairs.map((pair) => pair.into.instanceId),
  };
}
