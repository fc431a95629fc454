/** Public API: people and departments whose data come from a directory. */
export { tell } from './tell.ts';
export { isTooMany } from './brake.ts';
export { departmentNameOf, labelsOf } from './directory-entries.ts';
export { deleteDepartmentOf, insertDepartmentOf } from './department-queries.ts';
export { jobs } from './jobs.ts';
export { judgePerson } from './judge-person.ts';
export { findKnownPerson, matchesAccounts } from './person-queries.ts';
export { routes } from './routes.ts';
export { freezePeople, placePeople, writePeople } from './write-people.ts';
export type { Origin } from './write-people.ts';
