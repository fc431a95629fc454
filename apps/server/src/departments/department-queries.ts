import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { SpaceId } from '@alcove/contract';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { byKeyword } from './keyword-queries.ts';
import { deepest } from './tree-queries.ts';

export interface DepartmentRow {
  id: string;
  name: string;
}

/** A part of the departments in question, and how many there are. */
export interface SomeDepartments {
  total: number;
  rows: DepartmentRow[];
}

/** Departments that match a folded keyword, only below `parentId` if it is given. Matches at the beginning of the name come first. */
export async function findDepartments(
  database: Kysely<Tables>,
  { keyword, parentId, limit }: { keyword: string; parentId: string | undefined; limit: number },
): Promise<SomeDepartments> {
  const { begins, inside } = await byKeyword(keyword, sql`d.search_text`);
  const { rows } = await sql<DepartmentRow & { total: number }>`
    with recursive below as (
      select d.id from department d where d.parent_id = ${parentId ?? null}
      union
      select d.id from department d join below b on d.parent_id = b.id
    )
    select d.id, d.name, count(*) over () as total from department d where (${begins} or ${inside})
      and ${parentId === undefined ? sql`true` : sql`(d.id in (select id from below)) is true`}
    order by not ${begins}, length(d.name), d.search_text collate "C", d.id limit ${limit}`.execute(database);
  return { total: rows[0]?.total ?? 0, rows };
}

/** The first sub-departments of a department (null: the top level) in the order of their names, and their total number. */
export async function subDepartments(database: Kysely<Tables>, parentId: string | null): Promise<SomeDepartments> {
  const { rows } = await sql<DepartmentRow & { total: number }>`
    select id, name, count(*) over () as total from department where ${parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`}
    order by name collate zh_natural, id limit ${limits.subDepartments}`.execute(database);
  return { total: rows[0]?.total ?? 0, rows };
}

/** The names from the top down to each department itself. A department that does not exist is missing. */
export async function pathsOf(database: Kysely<Tables>, departmentIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; path: string[] }>`
    with recursive up as (
      select d.id, d.parent_id, d.name, 0 as steps from department d where d.id = any(${departmentIds}::uuid[])
      union all
      select up.id, d.parent_id, d.name, up.steps + 1 from up join department d on d.id = up.parent_id where up.steps < ${deepest}
    )
    select id, array_agg(name order by steps desc) as path from up group by id`.execute(database);
  return new Map(rows.map((row) => [row.id, row.path]));
}

/** The ids of the departments with these paths, each the names from the top down without a `/`. Case does not count. */
export async function departmentsAt(database: Kysely<Tables>, paths: readonly (readonly string[])[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ at: number; id: string }>`
    with recursive walk as (
      select a.at, a.steps, 1 as step, d.id
      from (select at, string_to_array(path, '/') as steps from unnest(${paths.map((path) => path.join('/'))}::text[]) with ordinality as p (path, at)) a
        join department d on coalesce(d.parent_id, '00000000-0000-0000-0000-000000000000') = '00000000-0000-0000-0000-000000000000' and lower(d.name) = lower(a.steps[1])
      union all
      select w.at, w.steps, w.step + 1, d.id
      from walk w join department d on coalesce(d.parent_id, '00000000-0000-0000-0000-000000000000') = w.id and lower(d.name) = lower(w.steps[w.step + 1])
      where w.step < least(cardinality(w.steps), ${deepest})
    )
    select at::int, id from walk where step = cardinality(steps)`.execute(database);
  const found = new Map(rows.map(({ at, id }) => [at, id]));
  return paths.map((_, index) => found.get(index + 1) ?? null);
}

/** Locks departments, so that they cannot be closed until the transaction ends. Returns those that exist. */
export async function shareLockDepartments(transaction: Transaction<Tables>, departmentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from department where id = any(${departmentIds}::uuid[]) order by id for share`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

export interface Extent {
  /** The number of departments below it, at any depth. */
  departments: number;
  /** The number of active people in it and below. */
  people: number;
}

/** The size of each department. */
export async function extentsOf(database: Kysely<Tables>, departmentIds: readonly string[]): Promise<Map<string, Extent>> {
  const { rows } = await sql<Extent & { id: string }>`
    with recursive below as (
      select d.id as top, d.id, 0 as steps from department d where d.id = any(${departmentIds}::uuid[])
      union all
      select b.top, d.id, b.steps + 1 from below b join department d on d.parent_id = b.id where b.steps < ${deepest}
    )
    select below.top as id, count(*) - 1 as departments,
      sum((select count(*) from user_account u where u.department_id = below.id and ${isActive}))::bigint as people
    from below group by below.top`.execute(database);
  return new Map(rows.map(({ id, departments, people }) => [id, { departments, people }]));
}

/** The department of a space. Null for a group's space, or if the department has ended. */
export async function departmentOfSpace(database: Kysely<Tables>, spaceId: SpaceId): Promise<string | null> {
  const row = await database.selectFrom('department').select('id').where('space_id', '=', spaceId).executeTakeFirst();
  return row?.id ?? null;
}

/** Null if the department does not exist. */
export async function spaceOfDepartment(database: Kysely<Tables>, departmentId: string): Promise<SpaceId | null> {
  const row = await database.selectFrom('department').select('space_id').where('id', '=', departmentId).executeTakeFirst();
  return row?.space_id ?? null;
}
