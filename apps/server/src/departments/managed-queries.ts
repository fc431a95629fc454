/** Departments as administrators see them, with what is in and below them. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
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
  /** Null if it has run out. */
  defaultRole: FileRole | null;
}

/**
 * These departments, in the given order. Each department below several of them is counted once and then added to each. Reads kept sums and
 * an index of people, no files.
 */
export async function findManaged(database: Kysely<Tables>, departmentIds: readonly string[]): Promise<ManagedRow[]> {
  const { rows } = await sql<ManagedRow>`
    with recursive below as (
      select d.id as top, d.id, 0 as steps from department d where d.id = any(${departmentIds}::uuid[])
      union all
      select b.top, d.id, b.steps + 1 from below b join department d on d.parent_id = b.id where b.steps < ${deepest}
    ),
    counted as materialized (
      select d.id, s.used_bytes as bytes, (select count(*) from user_account u where u.department_id = d.id) as people
      from department d join space s on s.id = d.space_id where d.id in (select id from below)
    ),
    totals as (
      select b.top, sum(c.bytes)::bigint as bytes, sum(c.people)::bigint as people from below b join counted c on c.id = b.id group by b.top
    )
    select d.id, d.parent_id as "parentId", d.name, d.description, s.root_id as "rootId", s.quota_bytes as "quotaBytes",
      c.bytes as "ownBytes", t.bytes as "allBytes", c.people as "ownPeople", t.people as "allPeople",
      (select count(*) from department o where o.parent_id = d.id) as departments, g.role as "defaultRole"
    from unnest(${departmentIds}::uuid[]) with ordinality as asked (id, place)
      join department d on d.id = asked.id join space s on s.id = d.space_id
      join counted c on c.id = d.id join totals t on t.top = d.id
      left join file_grant g on g.instance_id = s.root_id and g.source_id = s.id and g.subject_kind = 'department' and g.subject_id = d.id
        and (g.expires_at is null or g.expires_at > now())
    order by asked.place`.execute(database);
  return rows;
}
