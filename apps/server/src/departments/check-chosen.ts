import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { extentsOf, pathsOf } from './department-queries.ts';
import { countPeople, countReached } from './people-queries.ts';

/**
 * Returns how many people a selection reaches, each counted once (specification 2 sections 8 and 9).
 * Throws TOO_MANY_PEOPLE, TOO_MANY_DEPARTMENTS, DEPARTMENT_TOO_BROAD, and PERSON_NOT_FOUND or DEPARTMENT_NOT_FOUND for what no longer
 * exists.
 */
export async function checkChosen(
  database: Kysely<Tables>,
  input: RequestOf<typeof calls.department.checkChosen>,
): Promise<{ people: number }> {
  const [userIds, departmentIds] = [[...new Set(input.userIds)], [...new Set(input.departmentIds)]];
  if (userIds.length > limits.peopleChosen) throw new Failure('TOO_MANY_PEOPLE', { limit: limits.peopleChosen });
  if (departmentIds.length > limits.departmentsChosen) throw new Failure('TOO_MANY_DEPARTMENTS', { limit: limits.departmentsChosen });
  if ((await countPeople(database, userIds)) < userIds.length) throw new Failure('PERSON_NOT_FOUND');
  const extents = await extentsOf(database, departmentIds);
  if (extents.size < departmentIds.length) throw new Failure('DEPARTMENT_NOT_FOUND');
  const [broad] = [...extents].find(([, { departments }]) => departments > limits.subDepartments) ?? [];
  if (broad !== undefined) {
    const name = (await pathsOf(database, [broad])).get(broad)?.at(-1) ?? '';
    throw new Failure('DEPARTMENT_TOO_BROAD', { name, limit: limits.subDepartments });
  }
  return { people: await countReached(database, { userIds, departmentIds }) };
}
