import type { Kysely } from 'kysely';
import { limits, privilegeOf } from '@alcove/contract';
import type { AnswerOf, ManagedDepartment, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { countFiles } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { foldText } from '../search-text.ts';
import { findDepartments, pathsOf, subDepartments } from './department-queries.ts';
import type { SomeDepartments } from './department-queries.ts';
import { findManaged } from './managed-queries.ts';
import { managersOn } from './manager-queries.ts';
import { spacesBelow } from './tree-queries.ts';

type PageCall = typeof calls.adminDepartment.page;
type DetailCall = typeof calls.adminDepartment.detail;

/** One level of the tree for administrators, or what a keyword finds below it. Throws DEPARTMENT_NOT_FOUND. */
export async function pageOfDepartments(database: Kysely<Tables>, { parentId, keyword }: RequestOf<PageCall>): Promise<AnswerOf<PageCall>> {
  if (parentId !== null && !(await pathsOf(database, [parentId])).has(parentId))
    throw new Failure('DEPARTMENT_NOT_FOUND', { field: 'parentId' });
  const { total, rows } = await some(database, parentId, foldText(keyword ?? ''));
  return { total, items: await presentManaged(database, rows.map(({ id }) => id)) }; // prettier-ignore
}

const some = (database: Kysely<Tables>, parentId: string | null, keyword: string): Promise<SomeDepartments> =>
  keyword === ''
    ? subDepartments(database, parentId)
    : findDepartments(database, { keyword, parentId: parentId ?? undefined, limit: limits.subDepartments });

/** One department, with the number of its files. Throws DEPARTMENT_NOT_FOUND. */
export async function showDepartment(database: Kysely<Tables>, { departmentId }: RequestOf<DetailCall>): Promise<AnswerOf<DetailCall>> {
  const [department] = await presentManaged(database, [departmentId]);
  const [own, ...below] = await spacesBelow(database, departmentId);
  if (!department || own === undefined) throw new Failure('DEPARTMENT_NOT_FOUND');
  const most = limits.departmentFiles;
  const inside = await countFiles(database, [own], most);
  return { ...department, files: { own: inside, withBelow: inside + (await countFiles(database, below, most - inside)) } };
}

/** These departments as administrators see them, in the given order. Those that do not exist are missing. */
export async function presentManaged(database: Kysely<Tables>, departmentIds: readonly string[]): Promise<ManagedDepartment[]> {
  if (departmentIds.length === 0) return [];
  const rows = await findManaged(database, departmentIds);
  const [paths, managers] = await Promise.all([
    pathsOf(database, departmentIds),
    managersOn(
      database,
      rows.map(({ rootId }) => rootId),
    ),
  ]);
  const managersOf = Map.groupBy(managers, ({ root_id: rootId }) => rootId);
  return mapInTurns(rows, (row) => ({
    departmentId: row.id,
    parentId: row.parentId,
    name: row.name,
    path: (paths.get(row.id) ?? []).slice(0, -1),
    description: row.description,
    directoryName: row.directoryName,
    people: { own: row.ownPeople, withBelow: row.allPeople },
    departments: row.departments,
    managers: (managersOf.get(row.rootId) ?? []).map(({ user_id: userId, name }) => ({ userId, name })),
    quotaBytes: row.quotaBytes,
    usedBytes: { own: row.ownBytes, withBelow: row.allBytes },
    defaultLevel: privilegeOf(row.defaultRole ?? 'forbidden'),
  }));
}
