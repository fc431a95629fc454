import type { Kysely } from 'kysely';
import type { DepartmentChildren, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { pathsOf, subDepartments } from './department-queries.ts';
import { pageOfPeople } from './people-queries.ts';
import { presentDepartments, presentPeople } from './present.ts';

/** One level of the department tree. Throws DEPARTMENT_NOT_FOUND. */
export async function listChildren(
  database: Kysely<Tables>,
  { parentId, page, pageSize }: RequestOf<typeof calls.department.queryChildren>,
): Promise<DepartmentChildren> {
  if (parentId !== undefined && !(await pathsOf(database, [parentId])).has(parentId)) throw new Failure('DEPARTMENT_NOT_FOUND');
  const [departments, people] = await Promise.all([
    subDepartments(database, parentId ?? null),
    pageOfPeople(database, parentId ?? null, { offset: (page - 1) * pageSize, limit: pageSize }),
  ]);
  return {
    departments: await presentDepartments(database, departments.rows),
    departmentTotal: departments.total,
    people: { total: people.total, page, pageSize, items: await presentPeople(database, people.rows) },
  };
}
