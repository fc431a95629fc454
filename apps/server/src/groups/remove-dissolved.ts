/**
 * Groups whose time of grace is over go for good, in small steps, each a transaction of its own that may be cut short and done
 * again: hidden first, then uploads, files, folders, and at last the group itself, when the leader has their room back.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { allotQuota, removeSpace } from '../spaces/index.ts';
import { lockContents, releaseContent } from '../contents/index.ts';
import { giveUpIn } from '../upload/index.ts';
import {
  deleteGroup,
  deleteInstances,
  deleteReferences,
  findDue,
  findRoom,
  haveUploads,
  hideTop,
  isAnythingLeft,
  setRemoving,
  someDeepest,
  someFiles,
  takeGroup,
} from './dissolved-queries.ts';
import { lockQuotas } from './group-queries.ts';
import { peopleOf } from './member-queries.ts';

/** Rows that one step removes: it holds their locks no longer than a blink. */
const stepRows = 500;
/** Groups that are worked on in one round. */
const mostGroups = 20;

/** One step for each group that is due; answers how many did something, so 0 when all is done or only waited for. */
export async function removeDissolved(database: Kysely<Tables>, rows = stepRows): Promise<number> {
  const due = await findDue(database, mostGroups);
  let done = 0;
  for (const { groupId, hidden } of due) {
    if (hidden ? await removeSome(database, groupId, rows) : await hide(database, groupId)) done += 1;
  }
  return done;
}

/** From here on nobody sees it and nothing brings it back. False when it was cancelled at the last moment. */
async function hide(database: Kysely<Tables>, groupId: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const people = await peopleOf(transaction, groupId);
    if (!(await setRemoving(transaction, groupId))) return false;
    await hideTop(transaction, groupId);
    await publish(transaction, [{ to: [...people], event: 'spacesChanged' }]);
    return true;
  });
}

async function removeSome(database: Kysely<Tables>, groupId: string, rows: number): Promise<boolean> {
  if ((await giveUpIn(database, groupId, null)) > 0) return true;
  if (await removeInstances(database, groupId, rows)) return true;
  return finish(database, groupId);
}

/** Files first, found by their index, then what is left, the deepest before what holds it. False when only the top folder is left. */
async function removeInstances(database: Kysely<Tables>, groupId: string, rows: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await takeGroup(transaction, groupId))) return false;
    const files = await someFiles(transaction, groupId, rows);
    const ids = files.length > 0 ? files : await someDeepest(transaction, groupId, rows);
    if (ids.length === 0) return false;
    if (await haveUploads(transaction, ids)) return false; // their objects are collected first, then their folders can go
    await lockContents(transaction, ids);
    await deleteReferences(transaction, ids);
    await releaseContent(transaction, await deleteInstances(transaction, ids));
    return true;
  });
}

/** The room goes back with the space that it was given to: once. False while an upload's object is still being collected. */
async function finish(database: Kysely<Tables>, groupId: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await takeGroup(transaction, groupId))) return false;
    const room = await findRoom(transaction, groupId);
    if (!room) return false;
    await lockQuotas(transaction, groupId, [room.leaderId]);
    if (await isAnythingLeft(transaction, groupId)) return false;
    await allotQuota(transaction, room.leaderId, -room.quotaBytes);
    await deleteGroup(transaction, groupId);
    await removeSpace(transaction, groupId);
    await publish(transaction, [{ to: [room.leaderId], event: 'capacityChanged' }]);
    return true;
  });
}
