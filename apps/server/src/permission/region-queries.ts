import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits, spaceKinds } from '@alcove/contract';
import type { FileRoleItems, InstanceId, SpaceId } from '@alcove/contract';
import { fileRoleItems } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { departmentsOf } from './effective-queries.ts';
import type { Grant } from './resolve.ts';

export interface NamedRow {
  id: InstanceId;
  space_id: SpaceId;
  owner_id: string | null;
  creator_id: string;
  is_file: boolean;
  live: boolean;
  /** From the instance itself up to the space's top. */
  way: InstanceId[];
}

/**
 * The top folders of the person's own spaces, and everything that grants name. If a share leads into a space, the other grants in that
 * space count too, because a share gives no more than its giver has at each place. A single array of subjects uses the index, where an `or`
 * would not.
 */
export async function findNamedAnywhere(database: Kysely<Tables>, userId: string): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    with recursive mine as materialized (
      select g.instance_id, g.source_kind from file_grant g
      where g.subject_id = any(array(${departmentsOf(sql`${userId}::uuid`)}) || ${userId}::uuid) and (g.expires_at is null or g.expires_at > now())
    ),
    named as materialized (
      select root_id as id from space where kind = ${sql.lit(spaceKinds.personal)} and owner_id = ${userId}
      union select root_id from space where kind = ${sql.lit(spaceKinds.group)} and owner_id = ${userId}
      union select instance_id from mine
      union select g.instance_id from file_grant g where g.source_kind <> 'share'
        and g.source_id in (select i.space_id from mine join instance i on i.id = mine.instance_id where mine.source_kind = 'share')
    ),
    up as (
      select i.id as named_id, i.id, i.parent_id, i.deleted_at, 0 as steps from named join instance i on i.id = named.id
      union all
      select up.named_id, i.id, i.parent_id, i.deleted_at, up.steps + 1 from up join instance i on i.id = up.parent_id
      where up.steps <= ${sql.lit(limits.folderDepth + 2)}
    ),
    way as (select named_id, array_agg(id order by steps) as ids, bool_and(deleted_at is null) as live from up group by named_id)
    select i.id, i.space_id, s.owner_id, i.creator_id, i.is_file, way.live, way.ids as way
    from way join instance i on i.id = way.named_id join space s on s.id = i.space_id`.execute(database);
  return rows;
}

/**
 * The grants on these instances that apply to each of these people. The grants of a group or department count only in its own space. There
 * may be thousands of grants, so the items of the roles are read once for all of them, in the same statement. Most are of other people, and
 * PostgreSQL would compare each of them with each subject: the list of subjects leaves these out first.
 */
export async function findGrantsFor(
  database: Kysely<Tables>,
  userIds: readonly string[],
  spaceOf: ReadonlyMap<string, string>,
): Promise<Map<string, Grant[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ roles: FileRoleItems; held: { user_id: string; grant: Omit<Grant, 'items'> }[] }>`
    with recursive above as (
      select u.id as user_id, d.id, d.parent_id, 1 as distance from user_account u join department d on d.id = u.department_id
      where u.id = any(${userIds}::uuid[])
      union all
      select above.user_id, d.id, d.parent_id, above.distance + 1 from above join department d on d.id = above.parent_id where above.distance < 64
    ),
    subject as (
      select 'person' as kind, id, id as user_id, 0 as distance from user_account where id = any(${userIds}::uuid[])
      union all select 'department', id, user_id, distance from above
    ),
    here as materialized (select * from file_grant where instance_id = any(${[...spaceOf.keys()]}::uuid[]) and (expires_at is null or expires_at > now())),
    held as (select subject.user_id, json_build_object('instanceId', g.instance_id, 'subject', json_build_object('kind', g.subject_kind, 'id', g.subject_id),
      'distance', subject.distance, 'role', g.role, 'source', json_build_object('kind', g.source_kind, 'id', g.source_id), 'grantorId', g.grantor_id) as grant
    from here g join subject on subject.id = g.subject_id and subject.kind = g.subject_kind
    where g.subject_id = any(array(select id from subject)))
    select ${fileRoleItems} as roles, coalesce((select json_agg(held) from held), '[]') as held`.execute(database);
  const { roles, held } = rows[0]!;
  const found = new Map<string, Grant[]>(userIds.map((id) => [id, []]));
  for (const { user_id, grant } of held)
    if (grant.source.kind === 'share' || grant.source.id === spaceOf.get(grant.instanceId))
      found.get(user_id)?.push({ ...grant, items: roles[grant.role] });
  return found;
}
