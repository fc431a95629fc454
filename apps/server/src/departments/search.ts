import type { Kysely } from 'kysely';
import type { FoundDepartment, FoundPerson, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { foldText, readAhead, unitsOf } from '../search-text.ts';
import { findDepartments } from './department-queries.ts';
import { matchedPart } from './matched-part.ts';
import { departmentOf, findPeople } from './people-queries.ts';
import { presentDepartments, presentPeople } from './present.ts';

type Search = typeof calls.search;

/** Finds people by name or account, in characters or by reading. Empty if nothing is left of the keyword. */
export async function searchUsers(
  database: Kysely<Tables>,
  { keyword, parentId, limit }: RequestOf<Search['searchUsers']>,
  { caller }: UserContext,
): Promise<FoundPerson[]> {
  const folded = foldText(keyword);
  if (folded === '') return [];
  const near = await departmentOf(database, caller.userId);
  const people = await presentPeople(database, await findPeople(database, { keyword: folded, near, parentId, limit }));
  await readAhead(
    'person',
    people.map(({ userRealName }) => userRealName),
  );
  return mapInTurns(people, async (person) => {
    const nameMatch = matchedPart(await unitsOf(person.userRealName, 'person'), folded);
    if (nameMatch) return { ...person, nameMatch };
    const accountMatch = matchedPart(await unitsOf(person.userName, 'person'), folded);
    return accountMatch ? { ...person, accountMatch } : person;
  });
}

export async function searchDepartments(
  database: Kysely<Tables>,
  { keyword, parentId, limit }: RequestOf<Search['searchDepartments']>,
): Promise<FoundDepartment[]> {
  const folded = foldText(keyword);
  if (folded === '') return [];
  const found = await findDepartments(database, { keyword: folded, parentId, limit });
  const departments = await presentDepartments(database, found.rows);
  await readAhead(
    'department',
    departments.map(({ name }) => name),
  );
  return mapInTurns(departments, async (department) => {
    const nameMatch = matchedPart(await unitsOf(department.name, 'department'), folded);
    return nameMatch ? { ...department, nameMatch } : department;
  });
}
