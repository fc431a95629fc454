import type { Kysely } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { checkChosen } from './check-chosen.ts';
import { createDepartment } from './create-department.ts';
import { endDepartment } from './end-department.ts';
import { listChildren } from './list-children.ts';
import { listSpaces } from './list-spaces.ts';
import { matchNames } from './match-names.ts';
import { moveDepartment } from './move-department.ts';
import { pageOfDepartments, showDepartment } from './page-of-departments.ts';
import { searchDepartments, searchUsers } from './search.ts';
import { setManagers, setOwnManagers } from './set-managers.ts';
import { setQuota } from './set-quota.ts';
import { roleOfLevel, updateDepartment } from './update-department.ts';

const { adminDepartment, department, search } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(search.searchUsers, (input, context) => searchUsers(database, input, context)),
  answer(search.searchDepartments, (input) => searchDepartments(database, input)),
  answer(search.matchNames, ({ names }, context) => {
    const most = Math.min(limits.candidatesPerName, Math.ceil(limits.candidatesPerPaste / names.length));
    return matchNames(database, names, context, most);
  }),
  answer(department.queryChildren, (input) => listChildren(database, input)),
  answer(department.checkChosen, (input) => checkChosen(database, input)),
  answer(department.querySpaces, (_input, { caller }) => listSpaces(database, caller)),
  answer(department.setManagers, (input, { caller }) => setOwnManagers(database, input, caller)),
  answer(adminDepartment.page, (input) => pageOfDepartments(database, input)),
  answer(adminDepartment.detail, (input) => showDepartment(database, input)),
  answer(adminDepartment.create, async ({ defaultLevel, ...given }, { caller }) => {
    const defaultRole = roleOfLevel(defaultLevel);
    return { departmentId: await createDepartment(database, { ...given, defaultRole, makerId: caller.userId }) };
  }),
  answer(adminDepartment.update, (input, { caller }) => updateDepartment(database, input, caller)),
  answer(adminDepartment.setManagers, (input, { caller }) => setManagers(database, input, caller)),
  answer(adminDepartment.move, (input, { caller }) => moveDepartment(database, input, caller)),
  answer(adminDepartment.end, (input, { caller }) => endDepartment(database, input, caller)),
  answer(adminDepartment.setQuota, (input) => setQuota(database, input)),
];
