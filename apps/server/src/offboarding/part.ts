/** What all parts of an offboarding have in common: their transaction, who may do it, and to whom it may go. */
import type { Transaction } from 'kysely';
import { calls } from '@alcove/contract';
import type { NoticePerson } from '@alcove/contract';
import { enterAs, factsOfTask } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { adminItemsOf, readAdminRoles } from '../roles/index.ts';
import type { TaskRun } from '../tasks/index.ts';
import type { OffboardingDeps } from './deps.ts';
import { findPeople } from './facts-queries.ts';
import { lockActive } from './lock-queries.ts';
import { insertStep } from './offboarding-queries.ts';
import type { NewStep } from './offboarding-queries.ts';
import type { OffboardingInput, OffboardingItem, OffboardingOutcome } from './task-kind.ts';

export type PartDeps = Pick<OffboardingDeps, 'database' | 'serviceConfig' | 'changes'>;
export type OffboardingRun = TaskRun<OffboardingInput, OffboardingOutcome>;

/** Does a part, adds it to the report and stores its outcome, in one transaction. */
export async function asPart(
  { database }: PartDeps,
  run: OffboardingRun,
  index: number,
  item: OffboardingItem,
  work: (transaction: Transaction<Tables>, by: NoticePerson) => Promise<Omit<NewStep, 'part'>>,
): Promise<void> {
  run.begin(index);
  await run.advance(1);
  await database.transaction().execute(async (transaction) => {
    const by = await requireOfficer(transaction, run.ownerId);
    const step = await work(transaction, by);
    await addStep(transaction, run, { part: item.part, ...step });
    await run.finish(transaction, index, { part: item.part });
  });
}

/** Adds a finished part to the report and to the audit log. */
export async function addStep(transaction: Transaction<Tables>, { ownerId, input }: OffboardingRun, step: NewStep): Promise<void> {
  const { part, line, counts, successorId, outcome } = step;
  await insertStep(transaction, input.userId, step);
  const detail = { part, ...(line && { id: line.id }), counts, successorId, outcome };
  await enterAs(transaction, factsOfTask(calls.adminUser.offboard, ownerId), [{ kind: 'person', id: input.userId, detail }]);
}

/** The officer, as they are now. Throws OFFBOARD_RIGHT_ENDED if they may not sign in or not offboard anybody any more. */
export async function requireOfficer(transaction: Transaction<Tables>, userId: string): Promise<NoticePerson> {
  const [officer] = await findPeople(transaction, [userId]);
  const may = adminItemsOf(await readAdminRoles(transaction, userId)).includes('people.offboard');
  if (!officer?.active || !may) throw new Failure('OFFBOARD_RIGHT_ENDED');
  return { userId, name: officer.name };
}

/** Keeps the successor active until the transaction ends. Throws OFFBOARD_SUCCESSOR_WRONG. */
export async function requireSuccessor(transaction: Transaction<Tables>, userId: string): Promise<void> {
  if (!(await lockActive(transaction, userId))) throw new Failure('OFFBOARD_SUCCESSOR_WRONG');
}
