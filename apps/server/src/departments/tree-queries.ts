/** Statements on the tree of departments. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** Bounds recursive queries, so that they end even if damaged data forms a cycle. */
export const deepest = 64;

/** Serializes changes to the tree and to managers, because inherited permissions depend on all departments above. */
export async function lockDepartments(transaction: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7402250124)`.execute(transaction);
}

export interface DepartmentFacts {
  id: string;
  name: string;
  parentId: string | null;
  spaceId: SpaceId;
  rootId: InstanceId;
}

/** Locks a department until the transaction ends: nobody can join it, and no department can be put below it. */
export async function lockDepartment(transaction: Transaction<Tables>, departmentId: string): Promise<DepartmentFacts | null> {
  const { rows } = await sql<DepartmentFacts>`
    select d.id, d.name, d.parent_id as "parentId", s.id as "spaceId", s.root_id as "rootId"
    from department d join space s on s.id = d.space_id where d.id = ${departmentId} for update of d`.execute(transaction);
  return rows[0] ?? null;
}

/** The people and departments directly in a department, including people who may not sign in. */
export async function countInside(database: Kysely<Tables>, departmentId: string): Promise<{ people: number; departments: number }> {
  const { rows } = await sql<{ people: number; departments: number }>`
    select (select count(*) from user_account where department_id = ${departmentId}) as people,
      (select count(*) from department where parent_id = ${departmentId}) as departments`.execute(database);
  return rows[0]!;
}

/** The ids from the department up to the top, itself first. Empty if it does not exist. */
export async function chainOf(database: Kysely<Tables>, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select d.id, d.parent_id, 0 as steps from department d where d.id = ${departmentId}
      union all
      select d.id, d.parent_id, up.steps + 1 from up join department d on d.id = up.parent_id where up.steps < ${deepest}
    )
    select id from up order by steps`.execute(database);
  return rows.map(({ id }) => id);
}

/** The spaces of a department, first, and of all departments below it. Empty if it does not exist. */
export async function spacesBelow(database: Kysely<Tables>, departmentId: string): Promise<SpaceId[]> {
  const { rows } = await sql<{ space_id: SpaceId }>`
    with recursive below as (
      select d.id, d.space_id, 0 as steps from department d where d.id = ${departmentId}
      union all
      select d.id, d.space_id, below.steps + 1 from below join department d on d.parent_id = below.id where below.steps < ${deepest}
    )
    select space_id from below order by steps`.execute(database);
  return rows.map((row) => row.space_id);
}

/** The number of levels in a department's subtree, including its own. */
export async function heightOf(database: Kysely<Tables>, departmentId: string): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive below as (
      select d.id, 1 as height from department d where d.id = ${departmentId}
      union all
      select d.id, below.height + 1 from below join department d on d.parent_id = below.id where below.height < ${deepest}
    )
    select max(height)::int as height from below`.execute(database);
  return rows[0]!.height;
}

/** False if a department with that name exists there already. */
export async function setParent(transaction: Transaction<Tables>, departmentId: string, parentId: string | null): Promise<boolean> {
  const { rows } = await sql`
    update department d set parent_id = ${parentId}::uuid where d.id = ${departmentId} and not exists (
      select from department o where o.id <> d.id and o.parent_id is not distinct from ${parentId}::uuid and lower(o.name) = lower(d.name))
    returning d.id`.execute(transaction);
  return rows.length > 0;
}

/** False if another department beside it has that name. */
export async function renameDepartment(
  transaction: Transaction<Tables>,
  departmentId: string,
  { name, searchText }: { name: string; searchText: string },
): Promise<boolean> {
  const { rows } = await sql`
    update department d set name = ${name}, search_text = ${searchText} where d.id = ${departmentId} and not exists (
      select from department o where o.id <> d.id and o.parent_id is not distinct from d.parent_id and lower(o.name) = lower(${name}))
    returning d.id`.execute(transaction);
  return rows.length > 0;
}

export async function describeDepartment(transaction: Transaction<Tables>, departmentId: string, description: string): Promise<void> {
  await transaction.updateTable('department').set({ description }).where('id', '=', departmentId).execute();
}

interface DepartmentRow {
  id: string;
  parentId: string | null;
  name: string;
  description: string;
  searchText: string;
  spaceId: SpaceId;
}

/** False if a department with that name exists there already. */
export async function insertDepartment(
  transaction: Transaction<Tables>,
  { id, parentId, name, description, searchText, spaceId }: DepartmentRow,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: made } = await transaction
    .insertInto('department')
    .values({ id, parent_id: parentId, name, description, search_text: searchText, space_id: spaceId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return made !== 0n;
}

/** The department must be empty. Its space stays. */
export async function deleteDepartment(transaction: Transaction<Tables>, departmentId: string): Promise<void> {
  await transaction.deleteFrom('department').where('id', '=', departmentId).execute();
}

/** Whether its name and place come from a directory, which is switched on. */
export async function isOfDirectory(database: Kysely<Tables>, departmentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from directory_department dd join platform p on p.id = dd.platform_id where dd.department_id = ${departmentId} and p.enabled`.execute(
    database,
  );
  return rows.length > 0;
}
