import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { everyItem } from '@alcove/contract';
import type { AdminItem, PermissionItem } from '@alcove/contract';
import { fileItemsOf, isActive, isActiveAs, itemsOfRole } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import type { EffectiveGrants } from './resolve.ts';

/** A CTE `above`: the person's department and those above it, with the distance from the person. */
export const above = (person: RawBuilder<unknown>) => sql`
  above as (
    select d.id, d.parent_id, 1 as distance from user_account u join department d on d.id = u.department_id where u.id = ${person}
    union all
    select d.id, d.parent_id, above.distance + 1 from above join department d on d.id = above.parent_id where above.distance < 64
  )`;

/** A query for the ids of a person's department and of those above it. */
export const departmentsOf = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`with recursive ${above(person)} select id from above`;

/** A `Grant` as json, from the table `g`. */
const asGrant = sql`json_build_object('instanceId', g.instance_id, 'subject', json_build_object('kind', g.subject_kind, 'id', g.subject_id),
  'distance', coalesce(d.distance, 0), 'role', g.role, 'items', ${itemsOfRole(sql`g.role`)}, 'source', json_build_object('kind', g.source_kind, 'id', g.source_id), 'grantorId', g.grantor_id)`;

const reaches = (person: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  from file_grant g left join above d on g.subject_kind = 'department' and d.id = g.subject_id
  where ${condition} and (g.source_kind = 'share' or g.source_id = s.id) and (g.expires_at is null or g.expires_at > now())
    and (d.id is not null or (g.subject_kind = 'person' and g.subject_id = ${person}))`;

type LinkAsker = Pick<NonNullable<Asker['visitor']>, 'linkId' | 'proposed'>;

/** The grants that count for visitors of a link. One that is being verified has none; its creator alone sees what its grant will give. */
const grantsOfLink = ({ linkId, proposed }: LinkAsker): RawBuilder<unknown> =>
  proposed
    ? sql`(select ${proposed.instanceId}::uuid as instance_id, 'link' as subject_kind, ${linkId}::uuid as subject_id, ${proposed.role}::text as role,
        'link' as source_kind, ${linkId}::uuid as source_id, ${proposed.grantorId}::uuid as grantor_id, null::timestamptz as expires_at)`
    : sql`file_grant`;

/** What a link gives: its own grants and no others, whoever its visitors are. */
const reachesVisitors = (of: LinkAsker, condition: RawBuilder<unknown>) => sql`
  from ${grantsOfLink(of)} g cross join (select 0 as distance) d
  where ${condition} and g.subject_kind = 'link' and g.subject_id = ${of.linkId}::uuid and (g.expires_at is null or g.expires_at > now())`;

/** The grants of the people who gave, by their id, from a CTE `held`; frozen and expired people are absent. */
const giversOf = (condition: RawBuilder<unknown>) => sql`coalesce((select json_object_agg(giver.id, json_build_object(
    'owns', s.owner_id is not distinct from giver.id, 'cap', ${fileItemsOf(sql`giver.id`)}, 'grants',
    (with recursive ${above(sql`giver.id`)} select coalesce(json_agg(${asGrant}), '[]') ${reaches(sql`giver.id`, sql`${condition} and g.source_kind <> 'share'`)})))
  from user_account giver where giver.id in (select grantor_id from held where source_kind in ('share', 'link')) and ${isActiveAs('giver')}), '{}')`;

/**
 * The same for a visitor. They own nothing, even if the link's creator owns the space. Every item is in their cap: the creator's own cap
 * bounds what the link gives.
 */
const effectiveGrantsOfLink = (of: LinkAsker, condition: RawBuilder<unknown>) => sql<Omit<EffectiveGrants, 'userId'>>`(
  with held as (select g.grantor_id, g.source_kind, ${asGrant} as grant ${reachesVisitors(of, condition)})
  select json_build_object('owns', false, 'cap', ${JSON.stringify(everyItem)}::json,
    'grants', coalesce((select json_agg(held.grant) from held), '[]'), 'givers', ${giversOf(condition)}))`;

/** What a look gives on the item that it is for, and in a folder on everything below: with `downloads`, also the last one. */
const itemsOfLook: readonly PermissionItem[] = ['list', 'search', 'attribute', 'preview', 'download'];
const holds = (item: AdminItem) =>
  sql`exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and (r.type = 'advanced' or ${sql.lit(item)} = any(r.admin_items)))`;

/**
 * The same for an administrator who looks into an instance of the space `s`: for a while, as long as it stays in its folder and they keep the right. They
 * own nothing there, even where they do. Their administration items say what they may do, so their roles' file items are no cap.
 */
const effectiveGrantsOfLook = (person: RawBuilder<unknown>, lookId: string, condition: RawBuilder<unknown>) => sql<
  Omit<EffectiveGrants, 'userId'>
>`(
  select json_build_object('owns', false, 'cap', ${JSON.stringify(everyItem)}::json, 'givers', '{}'::json, 'grants', coalesce(json_agg(json_build_object(
    'instanceId', g.instance_id, 'subject', json_build_object('kind', 'person', 'id', u.id), 'distance', 0, 'role', 'reader',
    'items', case when g.downloads and ${holds('files.download')} then ${JSON.stringify(itemsOfLook)}::json else ${JSON.stringify(itemsOfLook.slice(0, -1))}::json end,
    'source', json_build_object('kind', 'look', 'id', g.id), 'grantorId', u.id)), '[]'))
  from file_look g join user_account u on u.id = g.admin_id join instance looked on looked.id = g.instance_id and looked.parent_id = g.parent_id
  where ${condition} and g.id = ${lookId}::uuid and u.id = ${person} and ${isActive} and ${holds('files.look')} and g.expires_at > now()
    and g.space_id = s.id)`;

/**
 * An SQL expression of type json: the `EffectiveGrants`, without `userId`, of a caller on the instances that match `condition` over
 * `g.instance_id` in the space `s`. A share counts only as far as its giver's own grants, and not at all if the giver is frozen or expired.
 * If the call names a share, only that share counts; its giver keeps their own permissions within it. For a visitor only their link counts.
 */
export function effectiveGrantsOf(caller: Asker, condition: RawBuilder<unknown>): RawBuilder<Omit<EffectiveGrants, 'userId'>> {
  if (caller.visitor) return effectiveGrantsOfLink(caller.visitor, condition);
  const person = sql`${caller.userId}::uuid`;
  if (caller.look) return effectiveGrantsOfLook(person, caller.look.lookId, condition);
  return effectiveGrantsOfPerson(person, condition, caller.fileSharingId);
}

/** The same for the person of an SQL expression. `within`: the share that the call names. */
export function effectiveGrantsOfPerson(
  person: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  within?: string,
): RawBuilder<Omit<EffectiveGrants, 'userId'>> {
  const owns = sql`s.owner_id is not distinct from ${person}`;
  const gave = sql`exists (select from file_grant g where ${condition} and g.source_id = ${within}::uuid and g.grantor_id = ${person})`;
  const counts = within === undefined ? sql`true` : sql`(g.source_id = ${within}::uuid or ${gave})`;
  const held = sql<Omit<EffectiveGrants, 'userId'>>`(
    with recursive ${above(person)}, held as (select g.grantor_id, g.source_kind, ${asGrant} as grant ${reaches(person, sql`${condition} and ${counts}`)})
    select json_build_object(
      'owns', ${within === undefined ? owns : sql`(${owns}) and ${gave}`},
      'cap', ${fileItemsOf(person)},
      'grants', coalesce((select json_agg(held.grant) from held), '[]'),
      'givers', ${giversOf(condition)}))`;
  // Most people work in their own space, where nothing must be looked up.
  return within === undefined
    ? sql<Omit<EffectiveGrants, 'userId'>>`case when ${owns} then ${effectiveOfOwner(person)} else ${held} end`
    : held;
}

/** The same for somebody who owns the space `s`. */
export const effectiveOfOwner = (person: RawBuilder<unknown>): RawBuilder<Omit<EffectiveGrants, 'userId'>> =>
  sql`json_build_object('owns', true, 'cap', ${fileItemsOf(person)}, 'grants', '[]'::json, 'givers', '{}'::json)`;

/** The same for somebody who owns the space `s`, but only the cap, as a list for each of their roles. */
export const capInOwnSpace = (person: RawBuilder<unknown>): RawBuilder<PermissionItem[][]> =>
  sql`(select coalesce(json_agg(r.file_items), '[]') from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${person})`;
