import type { Kysely } from 'kysely';
import type { Department, Person } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { extentsOf, pathsOf } from './department-queries.ts';
import type { DepartmentRow } from './department-queries.ts';
import type { PersonRow } from './people-queries.ts';

/** People as all calls return them, with the paths of their departments. */
export async function presentPeople(database: Kysely<Tables>, rows: readonly PersonRow[]): Promise<Person[]> {
  const ids = [...new Set(rows.flatMap((row) => row.department_id ?? []))];
  const paths = ids.length > 0 ? await pathsOf(database, ids) : new Map<string, string[]>();
  return mapInTurns(rows, (row) => ({
    userId: row.id,
    userName: row.account_name,
    userRealName: row.real_name,
    departmentId: row.department_id,
    departmentPath: paths.get(row.department_id ?? '') ?? [],
  }));
}

/** Departments as all calls return them, with the path above and their size. */
export async function presentDepartments(database: Kysely<Tables>, rows: readonly DepartmentRow[]): Promise<Department[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const [paths, extents] = await Promise.all([pathsOf(database, ids), extentsOf(database, ids)]);
  return rows.map(({ id, name }) => ({
    departmentId: id,
    name,
    path: (paths.get(id) ?? []).slice(0, -1),
    people: extents.get(id)?.people ?? 0,
    departments: extents.get(id)?.departments ?? 0,
  }));
}
