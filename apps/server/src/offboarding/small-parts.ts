import type { Transaction } from 'kysely';
import type { GroupId, OffboardingCounts } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { passOnDepartments } from '../departments/index.ts';
import { endHandoversTo, passOnGroup } from '../groups/index.ts';
import { Failure } from '../http/index.ts';
import { endLinksOf } from '../links/index.ts';
import { notify, settle } from '../notices/index.ts';
import { administer } from '../roles/index.ts';
import { passOnShares } from '../sharing/index.ts';
import { cancelTasksOf } from '../tasks/index.ts';
import { endUploadsUnder } from '../upload/index.ts';
import { countHeld } from './facts-queries.ts';
import { setEnded } from './offboarding-queries.ts';
import { namedIn } from './offboarding-rules.ts';
import { addStep, asPart, requireOfficer, requireSuccessor } from './part.ts';
import type { OffboardingRun, PartDeps } from './part.ts';
import {
  aliveOf,
  changeGrantor,
  closeAccount,
  deleteAccess,
  deleteFavourites,
  deleteGrantsTo,
  deleteImports,
  deleteNotices,
  deleteTransfers,
  passOnToAnswer,
  withdrawAsked,
} from './sweep-queries.ts';
import type { OffboardingItem } from './task-kind.ts';

type Part = (deps: PartDeps, run: OffboardingRun, index: number, item: OffboardingItem) => Promise<void>;

/** Tasks end at their next step; uploads end at once and give back what they reserved. External links are open as long as somebody works here. */
async function stopWork(transaction: Transaction<Tables>, userId: string): Promise<OffboardingCounts> {
  const { uploads, links } = await countHeld(transaction, userId);
  const tasks = await cancelTasksOf(transaction, userId);
  await endUploadsUnder(transaction, { userId });
  await deleteAccess(transaction, userId);
  await endLinksOf(transaction, userId);
  return { tasks, uploads, imports: await deleteImports(transaction, userId), links };
}

export const endWork: Part = (deps, run, index, item) =>
  asPart(deps, run, index, item, async (transaction) => ({
    counts: await stopWork(transaction, run.input.userId),
    successorId: null,
    outcome: 'done',
  }));

/** A group that was dissolved or handed over meanwhile is left alone. */
export const passOnGroupPart: Part = (deps, run, index, item) =>
  asPart(deps, run, index, item, async (transaction) => {
    const { userId, successors } = run.input;
    const groupId = item.id as GroupId;
    const successorId = successors.groups.find((one) => one.groupId === groupId)?.userId;
    if (successorId === undefined) throw new Failure('OFFBOARD_SUCCESSOR_MISSING');
    await requireSuccessor(transaction, successorId);
    const passed = await passOnGroup(transaction, { groupId, fromId: userId, toId: successorId });
    const line = { id: groupId, name: item.name ?? '' };
    if (!passed) return { line, counts: {}, successorId: null, outcome: 'gone' };
    return { line, counts: { groups: 1 }, successorId, outcome: 'done' };
  });

export const passOnDepartmentsPart: Part = (deps, run, index, item) =>
  asPart(deps, run, index, item, async (transaction, by) => {
    const { userId, successors } = run.input;
    const toId = successors.departments ?? null;
    if (toId === null) return { counts: { departments: 0 }, successorId: null, outcome: 'done' };
    await requireSuccessor(transaction, toId);
    const { length } = await passOnDepartments(transaction, { fromId: userId, toId, by });
    return { counts: { departments: length }, successorId: length > 0 ? toId : null, outcome: 'done' };
  });

export const passOnSharesPart: Part = (deps, run, index, item) =>
  asPart(deps, run, index, item, async (transaction, by) => {
    const { userId, successors } = run.input;
    const toId = successors.shares ?? null;
    if (toId !== null) await requireSuccessor(transaction, toId);
    const shares = toId === null ? { passed: 0, ended: 0 } : await passOnShares(transaction, { fromId: userId, toId, by });
    const grants = toId === null ? 0 : await changeGrantor(transaction, userId, toId);
    const any = shares.passed + grants > 0;
    return { counts: { shares: shares.passed, sharesEnded: shares.ended, grants }, successorId: any ? toId : null, outcome: 'done' };
  });

export const passOnRequests: Part = (deps, run, index, item) =>
  asPart(deps, run, index, item, async (transaction) => {
    const { userId } = run.input;
    const asked = await withdrawAsked(transaction, userId, run.ownerId);
    for (const id of asked) await settle(transaction, id);
    const handovers = await endHandoversTo(transaction, userId);
    const toAnswer = handovers + (await passOnToAnswer(transaction, userId));
    return { counts: { asked: asked.length, toAnswer }, successorId: null, outcome: 'done' };
  });

async function sweepHeld(transaction: Transaction<Tables>, userId: string): Promise<OffboardingCounts> {
  const favourites = await deleteFavourites(transaction, userId);
  const notices = await deleteNotices(transaction, userId);
  await deleteTransfers(transaction, userId);
  return { ...(await deleteGrantsTo(transaction, userId)), favourites, notices };
}

export const endHeld: Part = (deps, run, index, item) =>
  asPart(deps, run, index, item, async (transaction) => ({
    counts: await sweepHeld(transaction, run.input.userId),
    successorId: null,
    outcome: 'done',
  }));

/**
 * The last part, under the lock of administration: what came in meanwhile ends, and nothing alive may be left. Only then does the person
 * leave, and their successors are told. Throws OFFBOARD_REMAINS, LAST_ADMINISTRATOR.
 */
export const closeForGood: Part = async ({ database }, run, index, item) => {
  const { userId, name, successors } = run.input;
  run.begin(index);
  await run.advance(1);
  try {
    await administer(database, { userId: run.ownerId }, 'people.offboard', async (transaction) => {
      const by = await requireOfficer(transaction, run.ownerId);
      await stopWork(transaction, userId);
      await sweepHeld(transaction, userId);
      await closeAccount(transaction, userId);
      const alive = await aliveOf(transaction, userId);
      if (alive.length > 0) throw new Failure('OFFBOARD_REMAINS', { n: alive.reduce((sum, { n }) => sum + n, 0) });
      await setEnded(transaction, userId);
      const told = namedIn(successors).filter((id) => id !== by.userId);
      await notify(transaction, told, { kind: 'takenOver', data: { by, leaver: name } });
      await addStep(transaction, run, { part: item.part, counts: { told: told.length }, successorId: null, outcome: 'done' });
      await run.finish(transaction, index, { part: item.part });
    });
  } catch (error) {
    throw error instanceof Failure && error.code === 'NOT_ALLOWED' ? new Failure('OFFBOARD_RIGHT_ENDED', {}, error) : error;
  }
};
