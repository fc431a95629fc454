import { spaceKinds } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { deepest } from './tree-queries.ts';

export interface SpaceRow {
  root_id: InstanceId;
  used_bytes: number;
  quota_bytes: number | null;
  department_id: string | null;
  name: string;
  own: boolean;
  ended_at: Date | null;
  /** Then its heirs may change what is in it. */
  read_only_until: Date | null;
  /** From the top down to the department itself. For an ended department, down to its heir. */
  way: { id: string; name: string }[];
}

/**
 * Spaces with a grant on their root for the caller or one of their departments. The permission rules still decide whether the caller may
 * see each of them.
 */
export async function findSpaces(database: Kysely<Tables>, userId: string): Promise<SpaceRow[]> {
  const { rows } = await sql<SpaceRow>`
    with recursive mine as (
      select d.id, d.parent_id, 0 as steps from user_account u join department d on d.id = u.department_id where u.id = ${userId}
      union all
      select d.id, d.parent_id, mine.steps + 1 from mine join department d on d.id = mine.parent_id where mine.steps < ${deepest}
    ),
    named as materialized (
      select g.instance_id from file_grant g where g.source_kind = 'department' and (g.expires_at is null or g.expires_at > now())
        and g.subject_id in (select id from mine union all select ${userId}::uuid)
    )
    select s.root_id, s.used_bytes, s.quota_bytes, d.id as department_id, coalesce(d.name, e.name) as name, e.ended_at, e.ended_at + ${daysOf('endedDepartmentDays')} as read_only_until,
      coalesce(d.id = (select department_id from user_account where id = ${userId}), false) as own,
      (with recursive up as (
        select t.id, t.name, t.parent_id, 0 as steps from department t where t.id = coalesce(d.id, e.heir_id)
        union all
        select t.id, t.name, t.parent_id, up.steps + 1 from up join department t on t.id = up.parent_id where up.steps < ${deepest}
      ) select json_agg(json_build_object('id', id, 'name', name) order by steps desc) from up) as way
    from instance i join space s on s.root_id = i.id
      left join department d on d.space_id = s.id left join ended_department e on e.space_id = s.id
    where i.id in (select instance_id from named) and s.kind = ${sql.lit(spaceKinds.department)}`.execute(database);
  return rows;
}
