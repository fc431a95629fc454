/** Statements on departments of a directory. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { DepartmentStep, KnownDepartment } from './plan-departments.ts';

/** All departments of the company, as they stand to this platform. */
export async function findKnown(database: Kysely<Tables>, platformId: string): Promise<KnownDepartment[]> {
  const { rows } = await sql<KnownDepartment>`
    select d.id as "departmentId", d.parent_id as "parentId", d.name,
      case when dd.platform_id = ${platformId} then dd.subject end as subject, coalesce(dd.platform_id <> ${platformId}, false) as "ofOther"
    from department d left join directory_department dd on dd.department_id = d.id order by d.id`.execute(database);
  return rows;
}

export async function insertSteps(database: Kysely<Tables>, runId: string, steps: readonly DepartmentStep[]): Promise<void> {
  await sql`
    insert into directory_entry (run_id, place, of_person, subject, change, name, told, conflict, object_id, differences)
    select ${runId}, at - 1, false, subject, change, name, told, conflict, object_id, differences
    from unnest(${steps.map(({ subject }) => subject)}::text[], ${steps.map(({ change }) => change)}::text[], ${steps.map(({ name }) => name)}::text[],
      ${steps.map((step) => JSON.stringify('parent' in step ? { parent: step.parent } : {}))}::jsonb[],
      ${steps.map((step) => ('conflict' in step ? step.conflict : null))}::text[], ${steps.map((step) => ('departmentId' in step ? step.departmentId : null))}::uuid[],
      ${steps.map((step) => JSON.stringify('differences' in step ? step.differences : []))}::jsonb[])
      with ordinality as t (subject, change, name, told, conflict, object_id, differences, at)`.execute(database);
}

export interface PlannedDepartment {
  place: number;
  subject: string;
  change: 'new' | 'match' | 'change' | 'free';
  name: string;
  told: { parent: string | null };
  departmentId: string | null;
}

export async function findSteps(database: Kysely<Tables>, runId: string): Promise<PlannedDepartment[]> {
  const { rows } = await sql<PlannedDepartment>`
    select place, subject, change, name, told, object_id as "departmentId" from directory_entry
    where run_id = ${runId} and not of_person and not done and change <> 'conflict' order by place`.execute(database);
  return rows;
}

export async function insertDepartmentOf(
  transaction: Transaction<Tables>,
  platformId: string,
  subject: string,
  departmentId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into directory_department (department_id, platform_id, subject) values (${departmentId}, ${platformId}, ${subject})
    on conflict do nothing`.execute(transaction);
  return numAffectedRows === 1n;
}

export async function deleteDepartmentOf(transaction: Transaction<Tables>, departmentId: string): Promise<void> {
  await transaction.deleteFrom('directory_department').where('department_id', '=', departmentId).execute();
}
