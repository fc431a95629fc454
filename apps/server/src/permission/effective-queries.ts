import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isActiveAs } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import type { EffectiveGrants } from './resolve.ts';

/** The department of a person and those above it, as the table `above` with the distance from the person. */
export const above = (person: RawBuilder<unknown>) => sql`
  above as (
    select d.id, d.parent_id, 1 as distance from user_account u join department d on d.id = u.department_id where u.id = ${person}
    union all
    select d.id, d.parent_id, above.distance + 1 from above join department d on d.id = above.parent_id where above.distance < 64
  )`;

/** The ids of a person's department and of those above it. */
export const departmentsOf = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`with recursive ${above(person)} select id from above`;

/** A `Grant` of the table `g`; what a group or department gave counts in its own space alone. */
const asGrant = sql`json_build_object('instanceId', g.instance_id, 'subject', json_build_object('kind', g.subject_kind, 'id', g.subject_id),
  'distance', coalesce(d.distance, 0), 'role', g.role, 'source', json_build_object('kind', g.source_kind, 'id', g.source_id), 'grantorId', g.grantor_id)`;

const reaches = (person: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  from file_grant g left join above d on g.subject_kind = 'department' and d.id = g.subject_id
  where ${condition} and (g.source_kind = 'share' or g.source_id = s.id) and (g.expires_at is null or g.expires_at > now())
    and (d.id is not null or (g.subject_kind = 'person' and g.subject_id = ${person}))`;

/**
 * What a caller has on the instances that `condition` over `g.instance_id` names, in the space `s`, as an expression of type
 * json: an `EffectiveGrants` without its person. The giver of a share is asked what they hold there themselves; who is frozen or expired
 * holds nothing. Within a share that the call names only that share counts; who gave it has in it what they have anyway.
 */
export function effectiveGrantsOf(caller: Asker, condition: RawBuilder<unknown>): RawBuilder<Omit<EffectiveGrants, 'userId'>> {
  const person = sql`${caller.userId}::uuid`;
  const owns = sql`s.owner_id is not distinct from ${person}`;
  const within = caller.fileSharingId;
  const gave = sql`exists (select from file_grant g where ${condition} and g.source_id = ${within}::uuid and g.grantor_id = ${person})`;
  const counts = within === undefined ? sql`true` : sql`(g.source_id = ${within}::uuid or ${gave})`;
  const giverHolds = sql`json_build_object('owns', s.owner_id is not distinct from giver.id, 'grants',
    (with recursive ${above(sql`giver.id`)} select coalesce(json_agg(${asGrant}), '[]') ${reaches(sql`giver.id`, sql`${condition} and g.source_kind <> 'share'`)}))`;
  const held = sql<Omit<EffectiveGrants, 'userId'>>`(
    with recursive ${above(person)}, held as (select g.grantor_id, g.source_kind, ${asGrant} as grant ${reaches(person, sql`${condition} and ${counts}`)})
    select json_build_object(
      'owns', ${within === undefined ? owns : sql`(${owns}) and ${gave}`},
      'grants', coalesce((select json_agg(held.grant) from held), '[]'),
      'givers', coalesce((select json_object_agg(giver.id, ${giverHolds}) from user_account giver
        where giver.id in (select grantor_id from held where source_kind = 'share') and ${isActiveAs('giver')}), '{}')))`;
  // Most people work in what is theirs: nothing needs to be looked up.
  return within === undefined
    ? sql<Omit<EffectiveGrants, 'userId'>>`case when ${owns} then '{"owns":true,"grants":[],"givers":{}}'::json else ${held} end`
    : held;
}
