/** The departments that a person manages, and the spaces of ended ones that they have. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { FileRole, InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface ManagedDepartment {
  departmentId: string;
  name: string;
  spaceId: SpaceId;
  rootId: InstanceId;
  role: FileRole;
  ended: boolean;
}

export async function departmentsManagedBy(database: Kysely<Tables>, userId: string): Promise<ManagedDepartment[]> {
  const { rows } = await sql<ManagedDepartment>`
    select coalesce(d.id, e.id) as "departmentId", coalesce(d.name, e.name) as name, s.id as "spaceId", s.root_id as "rootId", g.role, d.id is null as ended
    from file_grant g join space s on s.id = g.source_id and s.root_id = g.instance_id
      left join department d on d.space_id = s.id left join ended_department e on e.space_id = s.id
    where g.subject_id = ${userId} and g.subject_kind = 'person' and g.source_kind = 'department' and ((d.id is not null and g.role = 'manager') or e.id is not null)
    order by ended, name, "departmentId"`.execute(database);
  return rows;
}
