/** Public API: departments, and the search for people in them. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { checkChosen } from './check-chosen.ts';
export { byKeyword } from './keyword-queries.ts';
export { passOnDepartments } from './pass-on.ts';
export { departmentsManagedBy } from './pass-on-queries.ts';
export { createDepartment, departmentDefault } from './create-department.ts';
export { departmentOfSpace, departmentsAt, pathsOf, shareLockDepartments } from './department-queries.ts';
export { setManagers } from './set-managers.ts';
export { departmentSpaceNames } from './space-name-queries.ts';
export { matchedPart } from './matched-part.ts';
export { searchUsers } from './search.ts';
export { moveDepartment } from './move-department.ts';
export { updateDepartment } from './update-department.ts';
export { lockDepartments } from './tree-queries.ts';
export { matchNames } from './match-names.ts';
export { countReached, peopleReached } from './people-queries.ts';
