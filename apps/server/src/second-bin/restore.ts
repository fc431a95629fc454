import type { Kysely, Transaction } from 'kysely';
import type { calls, GroupId, InstanceId, RequestOf, SecondBinOutcome } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import { shareLockContents } from '../contents/index.ts';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import {
  ChangedMeanwhile,
  freeName,
  heightOf,
  listsChangedBy,
  lockFolder,
  lockTrees,
  requireFits,
  requireLevel,
  whileNamesChange,
} from '../files/index.ts';
import { restoreDissolved } from '../groups/index.ts';
import { classify, Failure, refusal, refusalOf } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { findExposures, requireHighStays } from '../links/index.ts';
import { findItems, sensitivityCarried } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { bringBack } from '../recycle/index.ts';
import type { Entry } from '../recycle/index.ts';
import { chargeQuota, lockSpaces } from '../spaces/index.ts';
import type { SecondBinDeps } from './deps.ts';
import { findEntries, isSpaceGoing, lockEntries, lockEntry } from './restore-queries.ts';
import { requireStill } from './right.ts';

/**
 * Restores items; each succeeds or fails on its own. A folder is restored before what was deleted from it, in whatever order they were named.
 * Shares and links of an item are as they were, as far as they have not ended. Fails with FILE_NOT_FOUND, PLACE_GONE if the original folder or the space does not exist,
 * OTHER_SPACE, NOT_A_FOLDER, TOO_DEEP, SPACE_NOT_ENOUGH, HIGH_INTO_LINK, GROUP_DISSOLVING, DEPARTMENT_ENDED; for a group with LEADER_LEFT,
 * LEADER_INACTIVE, LEADER_NO_SPACE, SPACE_NOT_ENOUGH, and OTHER_SPACE if a folder is named.
 */
export async function restoreFromSecondBin(
  deps: SecondBinDeps,
  { recycleIds, targetParentId, leaderId }: RequestOf<typeof calls.adminRecycle.restore>,
  { caller, language }: UserContext,
): Promise<SecondBinOutcome[]> {
  const { database } = deps;
  const entries = await findEntries(database, recycleIds);
  const outcomes = new Map<string, SecondBinOutcome>();
  const open = new Set(entries);
  let busy: unknown = null;
  if (entries.length > 0) await lockBatch(database, entries);
  for (let cameBack = true; cameBack;) {
    cameBack = false;
    for (const entry of open) {
      try {
        // After waiting for a lock in vain once, the call does not wait again for each of the other items.
        if (busy) throw busy;
        if (isWholeGroup(entry)) await restoreGroup(database, entry, { targetParentId, leaderId }, caller);
        else await restoreOne(deps, entry, targetParentId, caller.userId);
        outcomes.set(entry.id, { recycleId: entry.id, done: true, instanceId: entry.instance_id });
        open.delete(entry);
        cameBack = true;
      } catch (error) {
        outcomes.set(entry.id, { recycleId: entry.id, done: false, ...refusalOf(error, language) });
        if (classify(error).code === 'CHANGING_HERE') busy = error;
      }
    }
    if (busy) break;
  }
  return [...new Set(recycleIds)].map(
    (recycleId) => outcomes.get(recycleId) ?? { recycleId, done: false, ...refusal('FILE_NOT_FOUND', language) },
  );
}

/** With a key, the batch is one transaction (docs/decisions/0049), so it takes the locks of all its items first, in their order. */
const lockBatch = (database: Kysely<Tables>, entries: readonly Entry[]): Promise<void> =>
  inTransaction(database, async (transaction) => {
    await lockTrees(
      transaction,
      entries.map((entry) => entry.space_id),
    );
    await lockEntries(
      transaction,
      entries.map(({ id }) => id),
    );
  });

/** The top folder of a group has the group's id. */
const isWholeGroup = (entry: Entry): boolean => (entry.instance_id as string) === entry.space_id;

const restoreGroup = (
  database: Kysely<Tables>,
  entry: Entry,
  { targetParentId, leaderId }: { targetParentId: InstanceId | undefined; leaderId: string | undefined },
  caller: Caller,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    if (targetParentId !== undefined) throw new Failure('OTHER_SPACE');
    await lockTrees(transaction, [entry.space_id]);
    if (!(await lockEntry(transaction, entry.id))) throw new Failure('FILE_NOT_FOUND');
    await restoreDissolved(transaction, entry.space_id as string as GroupId, caller, leaderId);
    await requireStill(transaction, caller.userId, 'secondBin.restore');
  });

async function restoreOne(
  { database, changes }: SecondBinDeps,
  entry: Entry,
  targetParentId: InstanceId | undefined,
  userId: string,
): Promise<void> {
  const folder = await findTarget(database, entry, { targetParentId, userId });
  await whileNamesChange(() => database.transaction().execute((transaction) => bringBackTo(transaction, entry, folder, userId)));
  changes.storageChanged(folder);
  changes.listChanged(folder, listsChangedBy({ instanceId: entry.instance_id, parentId: folder.instanceId, isFile: false }));
}

/** The folder to restore to. Specification 2 section 8: the original directory does not exist, use move. */
async function findTarget(
  database: Kysely<Tables>,
  entry: Entry,
  { targetParentId, userId }: { targetParentId: InstanceId | undefined; userId: string },
): Promise<ItemContext> {
  const folderId = targetParentId ?? entry.parent_id;
  const folder = (await findItems(database, { userId }, [folderId])).get(folderId);
  if (!folder?.live || (await isSpaceGoing(database, entry.space_id)))
    throw new Failure(targetParentId === undefined || folder?.live ? 'PLACE_GONE' : 'FILE_NOT_FOUND');
  if (folder.isFile) throw new Failure('NOT_A_FOLDER');
  if (folder.spaceId !== entry.space_id) throw new Failure('OTHER_SPACE');
  if (folder.ends) throw new Failure(folder.ends);
  return folder;
}

/** Changes one row, however large the tree. What it takes counts against the quota of its space again. */
async function bringBackTo(transaction: Transaction<Tables>, entry: Entry, folder: ItemContext, userId: string): Promise<void> {
  await lockTrees(transaction, [entry.space_id]);
  const shared = await shareLockContents(transaction, [entry.instance_id]);
  const item = await lockEntry(transaction, entry.id);
  if (!item) throw new Failure('FILE_NOT_FOUND');
  if (item.blobId !== null && !shared.has(item.blobId)) throw new ChangedMeanwhile();
  await lockFolder(transaction, folder.instanceId, entry.space_id);
  const level = await requireFits(transaction, folder.instanceId, null);
  const exposures = await findExposures(transaction, [entry.instance_id, folder.instanceId]);
  const [from, into] = [exposures.get(entry.instance_id), exposures.get(folder.instanceId)];
  if (!from || !into) throw new Failure('FILE_NOT_FOUND');
  await lockSpaces(transaction, [entry.space_id]);
  await requireStill(transaction, userId, 'secondBin.restore');
  const there = (await findItems(transaction, { userId }, [folder.instanceId])).get(folder.instanceId);
  if (there?.ends) throw new Failure(there.ends);
  requireLevel(level + (await heightOf(transaction, { id: entry.instance_id, isFile: item.isFile })));
  const name = await freeName(transaction, folder.instanceId, item.name);
  const sensitivity = sensitivityCarried(from, into);
  const held = item.isFile ? null : { folderId: entry.instance_id, spaceId: entry.space_id };
  await requireHighStays(transaction, into, { own: sensitivity, folder: held, from });
  if (item.bytes !== null && !(await chargeQuota(transaction, entry.space_id, item.bytes))) throw new Failure('SPACE_NOT_ENOUGH');
  await bringBack(transaction, entry, { parentId: folder.instanceId, name, sensitivity });
  await recordActivity(transaction, userId, [entry.instance_id], { kind: 'restored', data: {} });
}
