import type { Kysely } from 'kysely';
import type { OffboardingPreview, OffboardingRequest } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { readAdminRoles, requireWithin } from '../roles/index.ts';
import type { OffboardingDeps } from './deps.ts';
import { findLeaver } from './facts-queries.ts';
import { folderNameFor, namedIn, partsOf, problemsOf } from './offboarding-rules.ts';
import { findOffboarding } from './offboarding-queries.ts';
import { presentProblem } from './present-problem.ts';
import { readFacts, readSuccessors } from './read-facts.ts';

/**
 * What a person would leave behind, and what is wrong with these successors. Changes nothing, and also serves for people who are not frozen yet.
 * Throws ACCOUNT_NOT_FOUND, ACCOUNT_OWN, and ROLE_BEYOND_OWN for somebody with more administration items.
 */
export async function previewOffboarding(
  { database, serviceConfig }: Pick<OffboardingDeps, 'database' | 'serviceConfig'>,
  { userId, successors }: OffboardingRequest,
  { caller, language }: UserContext,
): Promise<OffboardingPreview> {
  const person = await findLeaver(database, userId);
  if (!person) throw new Failure('ACCOUNT_NOT_FOUND');
  if (userId === caller.userId) throw new Failure('ACCOUNT_OWN');
  await requireWithinOwn(database, caller.userId, userId);
  const before = await findOffboarding(database, userId);
  const kept = before?.keptUntil != null && before.removingAt === null;
  const { facts } = await readFacts(database, userId, { spaceDone: before?.passedAt != null && !kept });
  const known = await readSuccessors(database, namedIn(successors), { leaverId: userId, groups: successors.groups });
  const heir = typeof successors.space === 'string' && !facts.space.empty ? known.get(successors.space) : undefined;
  return {
    person,
    parts: partsOf(facts),
    problems: problemsOf(facts, successors, known).map((problem) => presentProblem(problem, language)),
    successors: [...known.values()].map(({ userId: id, name }) => ({ userId: id, name })),
    spaceThen: heir ? { usedBytes: heir.usedBytes + facts.space.bytes, quotaBytes: heir.quotaBytes } : null,
    folderName: folderNameFor(person.name, language),
    keepDays: (await serviceConfig()).leaverSpaceDays,
  };
}

async function requireWithinOwn(database: Kysely<Tables>, callerId: string, userId: string): Promise<void> {
  requireWithin(await readAdminRoles(database, callerId), await readAdminRoles(database, userId));
}
