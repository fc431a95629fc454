/** What a person has and is responsible for, counted by indexes of that person. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { limits } from '@alcove/contract';
import type { InstanceId, Leaver, SpaceId } from '@alcove/contract';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Facts } from './offboarding-rules.ts';

const lasts = sql`(g.expires_at is null or g.expires_at > now())`;

/** Grants on the top of a group: the person is a member. */
const isMembership = sql`(g.source_kind = 'group' and g.instance_id = g.source_id)`;

export async function countHeld(database: Kysely<Tables>, userId: string): Promise<Facts['counts']> {
  const person = sql`${userId}::uuid`;
  const held = (which: RawBuilder<unknown>) =>
    sql`(select count(*) from file_grant g where g.subject_id = ${person} and g.subject_kind = 'person' and ${lasts} and ${which})`;
  const { rows } = await sql<Facts['counts']>`
    select (select count(*) from file_grant g where g.grantor_id = ${person} and g.source_kind not in ('share', 'link') and ${lasts}) as grants,
      (select count(*) from access_request r where r.asker_id = ${person} and r.state = 'open') as asked,
      (select count(*) from notice n where n.user_id = ${person} and n.subject_id is not null and n.settled_at is null) as "toAnswer",
      (select count(*) from task t where t.owner_id = ${person} and t.state in ('waiting', 'running')) as tasks,
      (select count(*) from upload u where u.user_id = ${person} and u.state = 'open') as uploads,
      (select count(*) from people_import i where i.author_id = ${person}) as imports,
      (select count(*) from link l where l.creator_id = ${person} and l.state in ('verifying', 'valid') and (l.expires_at is null or l.expires_at > now())) as links,
      ${held(isMembership)} as memberships,
      ${held(sql`not ${isMembership} and g.source_kind <> 'department'`)} as held,
      (select count(*) from favourite f where f.user_id = ${person}) as favourites,
      (select count(*) from notice n where n.user_id = ${person}) as notices`.execute(database);
  return rows[0]!;
}

/** Whether nothing is in a personal space, not even in its bin. */
export async function isEmpty(database: Kysely<Tables>, rootId: InstanceId): Promise<boolean> {
  const { rows } = await sql`select from instance where parent_id = ${rootId} limit 1`.execute(database);
  return rows.length === 0;
}

/**
 * The height of what is in the bin of a space, as `heightOf` counts it from the top folder: of the deepest deleted folder, with the folders in
 * it. 0 if no folder is in the bin. A deleted folder keeps its height, so the cost depends on how much was deleted at once, not on how much
 * is in it.
 */
export async function heightOfBin(database: Kysely<Tables>, spaceId: SpaceId): Promise<number> {
  const { rows } = await sql<{ height: number | null }>`
    with recursive up as (
      select i.parent_id as id, 2 + max(coalesce(h.height, 0)) as height from recycle r join instance i on i.id = r.instance_id
        left join folder_height h on h.folder_id = i.id
      where r.space_id = ${spaceId} and not i.is_file group by i.parent_id
      union
      select p.parent_id, up.height + 1 from up join instance p on p.id = up.id
      where p.parent_id is not null and up.height <= ${sql.lit(2 * limits.folderDepth)}
    ) select max(height) as height from up`.execute(database);
  return rows[0]!.height ?? 0;
}

export async function findPeople(
  database: Kysely<Tables>,
  userIds: readonly string[],
): Promise<{ userId: string; name: string; active: boolean }[]> {
  const { rows } = await sql<{ userId: string; name: string; active: boolean }>`
    select u.id as "userId", u.real_name as name, ${isActive} as active from user_account u where u.id = any(${userIds}::uuid[])`.execute(
    database,
  );
  return rows;
}

type LeaverRow = Omit<Leaver, 'createTime' | 'frozenTime'> & { createdAt: Date; frozenAt: Date | null };

/** Undefined if there is no such person. A leaver has the department of the time when they left. */
export async function findLeaver(database: Kysely<Tables>, userId: string): Promise<Leaver | undefined> {
  const { rows } = await sql<LeaverRow>`
    select u.id as "userId", u.real_name as name, split_part(u.account_name, '~', 1) as "accountName",
      coalesce(d.name, o.department_name, '') as "departmentName", u.created_at as "createdAt", u.frozen_at as "frozenAt",
      case when u.left_at is not null then 'left' when u.frozen_at is not null then 'frozen' when ${isActive} then 'active' else 'expired' end as status
    from user_account u left join department d on d.id = u.department_id left join offboarding o on o.user_id = u.id where u.id = ${userId}`.execute(
    database,
  );
  if (!rows[0]) return undefined;
  const { createdAt, frozenAt, ...leaver } = rows[0];
  return { ...leaver, createTime: createdAt.toISOString(), frozenTime: frozenAt?.toISOString() ?? null };
}
