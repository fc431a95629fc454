/** The door: departments, and finding the people in them. */
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { checkChosen } from './check-chosen.ts';
import { listChildren } from './list-children.ts';
import { matchNames } from './match-names.ts';
import { searchDepartments, searchUsers } from './search.ts';

export { checkChosen } from './check-chosen.ts';
export { createDepartment } from './create-department.ts';
export { pathsOf } from './department-queries.ts';
export { matchNames } from './match-names.ts';
export { countReached, peopleReached } from './people-queries.ts';

const { department, search } = calls;

export const departmentRoutes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(search.searchUsers, (input, context) => searchUsers(database, input, context)),
  answer(search.searchDepartments, (input) => searchDepartments(database, input)),
  answer(search.matchNames, ({ names }, context) => matchNames(database, names, context)),
  answer(department.queryChildren, (input) => listChildren(database, input)),
  answer(department.checkChosen, (input) => checkChosen(database, input)),
];
