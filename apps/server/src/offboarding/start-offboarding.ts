import type { Transaction } from 'kysely';
import { calls, offboardingParts } from '@alcove/contract';
import type { InstanceId, OffboardingPartName, OffboardingRequest } from '@alcove/contract';
import { lockAccounts, requireTouchable } from '../accounts/index.ts';
import type { LockedAccount } from '../accounts/index.ts';
import { enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { administer, requireWithin } from '../roles/index.ts';
import { personalSpaces } from '../spaces/index.ts';
import { createTask } from '../tasks/index.ts';
import type { OffboardingDeps } from './deps.ts';
import { folderNameFor, itemsOf, namedIn, problemsOf } from './offboarding-rules.ts';
import type { Facts, Successors } from './offboarding-rules.ts';
import { findOffboarding, putOffboarding } from './offboarding-queries.ts';
import type { OffboardingRow } from './offboarding-queries.ts';
import { failureOf } from './present-problem.ts';
import { readFacts, readSuccessors } from './read-facts.ts';
import { offboardingTask } from './task-kind.ts';
import type { OffboardingItem } from './task-kind.ts';

/**
 * Creates the task that offboards a frozen person, or continues an offboarding that stopped. Asked again with the same successors while it
 * runs, it answers with the same task. For somebody who has left and whose space is kept, it hands over that space. Throws
 * ACCOUNT_NOT_FOUND, ACCOUNT_OWN, ACCOUNT_LEFT, ROLE_BEYOND_OWN, OFFBOARD_FREEZE_FIRST, OFFBOARD_RUNNING, TASKS_TOO_MANY,
 * SPACE_NOT_ENOUGH, and the first problem that blocks it.
 */
export async function startOffboarding(
  { database, wake }: OffboardingDeps,
  { userId, successors }: OffboardingRequest,
  { caller, language }: UserContext,
): Promise<{ taskId: string }> {
  if (userId === caller.userId) throw new Failure('ACCOUNT_OWN');
  const taskId = await administer(database, caller, 'people.offboard', async (transaction, own) => {
    const [account] = await lockAccounts(transaction, [userId]);
    const before = await findOffboarding(transaction, userId, { lock: true });
    const handsKept = isKept(before) && typeof successors.space === 'string';
    if (account?.left && handsKept) requireWithin(own, account.roles);
    else requireTouchable(own, account);
    if (before?.open) {
      if (before.officerId === caller.userId && !before.cancelAsked && isSame(before.successors, successors)) return before.taskId;
      throw new Failure('OFFBOARD_RUNNING', { name: before.officer });
    }
    if (!account.frozen) throw new Failure('OFFBOARD_FREEZE_FIRST');
    const { items, facts, space } = await plan(transaction, account, successors, before);
    const [heir] = typeof successors.space === 'string' ? await personalSpaces(transaction, [successors.space]) : [];
    const reserve = heir && items.some(({ part }) => part === 'space') ? { spaceId: heir.spaceId, bytes: facts.space.bytes } : undefined;
    const input = { userId, name: account.realName, successors, folderName: folderNameFor(account.realName, language), space, items };
    const created = await createTask(transaction, offboardingTask, {
      ownerId: caller.userId,
      input,
      total: items.length + facts.space.files,
      ...(reserve && { reserve }),
    });
    await enter(transaction, [{ kind: 'person', id: userId, detail: { taskId: created, successors } }]);
    await putOffboarding(transaction, { userId, officerId: caller.userId, taskId: created, successors });
    return created;
  });
  wake('work on tasks');
  return { taskId };
}

const isKept = (row: OffboardingRow | undefined): boolean =>
  row?.keptUntil != null && row.removingAt === null && row.keptUntil > new Date();

/** What is to be done now. Throws the first problem that blocks it. */
async function plan(
  transaction: Transaction<Tables>,
  { userId, left }: LockedAccount,
  successors: Successors,
  before: OffboardingRow | undefined,
): Promise<{ items: OffboardingItem[]; facts: Facts; space: { spaceId: LockedAccount['spaceId']; rootId: InstanceId } }> {
  // A kept space can still go to a successor.
  const again = isKept(before) && typeof successors.space === 'string';
  const spaceDone = before?.passedAt != null && !again;
  const { facts, space } = await readFacts(transaction, userId, { spaceDone });
  const known = await readSuccessors(transaction, namedIn(successors), { leaverId: userId, groups: successors.groups });
  const blocking = problemsOf(facts, successors, known).find(({ blocks }) => blocks);
  if (blocking) throw failureOf(blocking);
  const done = new Set<OffboardingPartName>(spaceDone ? ['space'] : []);
  const items = left ? offboardingParts.filter((part) => part === 'space').map((part) => ({ part })) : itemsOf(facts, done);
  return { items, facts, space: { spaceId: space.spaceId, rootId: space.rootId } };
}

/** Compares them as the schema reads them; the database stores the fields in another order. */
const isSame = (stored: object, given: Successors): boolean => {
  const read = calls.adminUser.offboard.request.shape.successors.safeParse(stored);
  return read.success && JSON.stringify(read.data) === JSON.stringify(given);
};
