import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/**
 * Returns those of these people who were granted anything in a space, directly or through a department that they are in or below. Does not
 * look for the space's owner.
 */
export async function peopleInSpace(database: Kysely<Tables>, spaceId: SpaceId, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive subject as materialized (
      select distinct g.subject_kind as kind, g.subject_id as id from instance i join file_grant g on g.instance_id = i.id
      where i.space_id = ${spaceId} and i.granted and (g.expires_at is null or g.expires_at > now())
    ), below as (
      select d.id from department d join subject on subject.kind = 'department' and subject.id = d.id
      union
      select d.id from department d join below on d.parent_id = below.id
    )
    select u.id from user_account u where u.id = any(${userIds}::uuid[])
      and (u.id in (select id from subject where kind = 'person') or u.department_id in (select id from below))`.execute(database);
  return rows.map(({ id }) => id);
}
