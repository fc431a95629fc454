/** Departments as administrators see them, with what is in and below them. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { FileRole, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { deepest } from './tree-queries.ts';

export interface ManagedRow {
  id: string;
  parentId: string | null;
  name: string;
  description: string;
  rootId: InstanceId;
  quotaBytes: number | null;
  ownBytes: number;
  allBytes: number;
  ownPeople: number;
  allPeople: number;
  departments: number;
  directoryName: string | null;
  /** Null if it has run out. */
  defaultRole: FileRole | null;
}

/**
 * These departments, in the given order. Reads kept sums and an index of people, no files. The totals are joined by the index of departments
 * alone: a join of two lists made here would compare each row with each.
 */
export async function findManaged(database: Kysely<Tables>, departmentIds: readonly string[]): Promise<ManagedRow[]> {
  const { rows } = await sql<ManagedRow>`
    with recursive below as (
      select d.id as top, d.id, d.space_id, 0 as steps from department d where d.id = any(${departmentIds}::uuid[])
      union all
      select b.top, d.id, d.space_id, b.steps + 1 from below b join department d on d.parent_id = b.id where b.steps < ${deepest}
    ),
    totals as materialized (
      select b.top, sum(s.used_bytes)::bigint as bytes, sum(${peopleIn(sql`b.id`)})::bigint as people
      from below b join space s on s.id = b.space_id group by b.top
    )
    select d.id, d.parent_id as "parentId", d.name, d.description, s.root_id as "rootId", s.quota_bytes as "quotaBytes",
      s.used_bytes as "ownBytes", t.bytes as "allBytes", ${peopleIn(sql`d.id`)} as "ownPeople", t.people as "allPeople",
      (select count(*) from department o where o.parent_id = d.id) as departments, g.role as "defaultRole",
      (select p.name from directory_department dd join platform p on p.id = dd.platform_id where dd.department_id = d.id and p.enabled) as "directoryName"
    from totals t join department d on d.id = t.top join space s on s.id = d.space_id
      left join file_grant g on g.instance_id = s.root_id and g.source_id = s.id and g.subject_kind = 'department' and g.subject_id = d.id
        and (g.expires_at is null or g.expires_at > now())
    order by array_position(${departmentIds}::uuid[], d.id)`.execute(database);
  return rows;
}

const peopleIn = (department: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from user_account u where u.department_id = ${department})`;
