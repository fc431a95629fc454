/**
 * Puts groups whose grace period is over into the administrators' bin, as a whole, and removes those that go from there for good, in small
 * steps. Each step is a transaction that may be interrupted and repeated: uploads, files and folders go first, and last the group itself.
 */
import type { Kysely, Transaction } from 'kysely';
import type { GroupId, InstanceId, SpaceId } from '@alcove/contract';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { deleteInstances, deleteReferences, haveUploads } from '../files/index.ts';
import { publish } from '../live-updates/index.ts';
import { allotQuota, removeSpace } from '../spaces/index.ts';
import { lockContents, releaseContent } from '../contents/index.ts';
import { endUploadsOf } from '../upload/index.ts';
import {
  deleteGroup,
  findDue,
  findQuota,
  hasReturnedQuota,
  hideTop,
  isAnythingLeft,
  putIntoSecondBin,
  setRemoving,
  someDeepest,
  someFiles,
  tryLockGroup,
} from './dissolved-queries.ts';
import { lockQuotas } from './group-queries.ts';
import { peopleOf } from './member-queries.ts';

/** Rows per step, so that it holds its locks only for a moment. */
const stepRows = 500;
/** Groups per round. */
const mostGroups = 20;

/** Takes one step for each overdue group that is not kept in the bin. Returns how many made progress: 0 when everything is done or waiting. */
export async function removeDissolved(database: Kysely<Tables>, rows = stepRows): Promise<number> {
  const due = await findDue(database, mostGroups);
  let done = 0;
  for (const { groupId, hidden } of due) {
    if (hidden ? await removeSome(database, groupId, rows) : await hide(database, groupId)) done += 1;
  }
  return done;
}

/**
 * From now on nobody sees the group, and only an administrator can bring it back. Its leader has the quota back. False if its dissolution was
 * canceled just before.
 */
async function hide(database: Kysely<Tables>, groupId: GroupId): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const people = await peopleOf(transaction, groupId);
    if (!(await setRemoving(transaction, groupId))) return false;
    await enterAs(transaction, factsOfSystem('system.removeGroup'), [{ kind: 'group', id: groupId }]);
    await hideTop(transaction, groupId);
    const quota = await findQuota(transaction, groupId);
    if (!quota) return true;
    await lockQuotas(transaction, groupId, [quota.leaderId]);
    await putIntoSecondBin(transaction, groupId);
    await allotQuota(transaction, quota.leaderId, -quota.quotaBytes);
    await publish(transaction, [
      { to: [...people], event: 'spacesChanged' },
      { to: [quota.leaderId], event: 'capacityChanged' },
    ]);
    return true;
  });
}

async function removeSome(database: Kysely<Tables>, groupId: GroupId, rows: number): Promise<boolean> {
  if ((await endUploadsOf(database, groupId, null)) > 0) return true;
  if (
    await removeContents(database, { spaceId: groupId, rootId: groupId, lock: (transaction) => tryLockGroup(transaction, groupId) }, rows)
  )
    return true;
  return finish(database, groupId);
}

interface RemovedSpace {
  spaceId: SpaceId;
  rootId: InstanceId;
  /** False while another process works on it. */
  lock(transaction: Transaction<Tables>): Promise<boolean>;
}

/**
 * Deletes some of what is in a space, also what is in its recycle bin: files first, found by index, then folders, deepest first. False if only
 * the top folder is left. The space's quota stays as it is.
 */
export async function removeContents(database: Kysely<Tables>, { spaceId, rootId, lock }: RemovedSpace, rows = stepRows): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lock(transaction))) return false;
    const files = await someFiles(transaction, spaceId, rows);
    const ids = files.length > 0 ? files : await someDeepest(transaction, rootId, rows);
    if (ids.length === 0) return false;
    if (await haveUploads(transaction, ids)) return false; // The objects of these uploads are collected before their folders can go.
    await lockContents(transaction, ids);
    await deleteReferences(transaction, ids);
    await releaseContent(transaction, await deleteInstances(transaction, ids));
    return true;
  });
}

/** Deletes the space, and returns the quota to the leader of a group that never was in the bin. False while the object of an upload is still to be collected. */
async function finish(database: Kysely<Tables>, groupId: GroupId): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await tryLockGroup(transaction, groupId))) return false;
    const quota = await findQuota(transaction, groupId);
    if (!quota) return false;
    await lockQuotas(transaction, groupId, [quota.leaderId]);
    if (await isAnythingLeft(transaction, groupId)) return false;
    if (!(await hasReturnedQuota(transaction, groupId))) await allotQuota(transaction, quota.leaderId, -quota.quotaBytes);
    await deleteGroup(transaction, groupId);
    await removeSpace(transaction, groupId);
    await publish(transaction, [{ to: [quota.leaderId], event: 'capacityChanged' }]);
    return true;
  });
}
