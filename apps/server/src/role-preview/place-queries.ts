/** Where a file role is granted, and what else is granted there. The statements find places by indexes, whatever else the company has. */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { limits, spaceKinds } from '@alcove/contract';
import type { FileRole, InstanceId, PermissionItem } from '@alcove/contract';
import { fileItemsOf, isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { inTurns } from '../in-turns.ts';
import type { Grant, ItemContext } from '../permission/index.ts';
import type { GrantedSpace, GivenGrant } from './granted-space.ts';
import type { NamedPlace } from './judged-place.ts';

/** A place with some of its grants: one with many has several rows. */
interface PlaceRow {
  id: InstanceId;
  spaceId: string;
  ownerId: string | null;
  ends: ItemContext['ends'];
  isFile: boolean;
  creatorId: string;
  /** Ids with commas between them, as the people of a grant. */
  way: string;
  grants: {
    kind: GivenGrant['kind'];
    subjectIds: string;
    departmentId: string | null;
    role: FileRole;
    source: Grant['source'];
    grantorId: string;
  }[];
}

/** A row has the grants to so many people at most: one grant may be to fifty thousand. */
const peopleAtOnce = 1000;

/**
 * Every live place at which this role is granted, or that is above or below one and at which anything is granted, space by space. Grants to
 * links are nobody's in the company. The joins are by hash: each place would be compared with every other one otherwise.
 */
const placesOf = (role: FileRole): RawBuilder<unknown> => sql`
  with recursive held as materialized (
    select distinct g.instance_id as id from file_grant g
    where g.role = ${role} and g.source_kind <> 'link' and (g.expires_at is null or g.expires_at > now())
  ),
  within as materialized (select distinct i.space_id from held join instance i on i.id = held.id),
  up as (
    select i.id as named_id, i.id, i.parent_id, i.deleted_at is null as live, true as counts, 0 as steps
    from within join instance i on i.space_id = within.space_id where i.granted
    union all
    select up.named_id, p.id, p.parent_id, p.deleted_at is null, p.granted or p.parent_id is null, up.steps + 1
    from up join instance p on p.id = up.parent_id where up.steps <= ${sql.lit(limits.folderDepth + 2)}
  ),
  way as materialized (
    select up.named_id as id, array_agg(up.id order by up.steps) filter (where up.counts) as ids, bool_or(held.id is not null) as below
    from up left join held on held.id = up.id group by 1 having bool_and(up.live)
  ),
  near as materialized (
    select id from way where below
    union
    select above.id from way join held on held.id = way.id cross join unnest(way.ids) as above (id)
  ),
  counted as materialized (
    select (row_number() over (partition by g.instance_id) - 1) / ${sql.lit(peopleAtOnce)} as part, g.instance_id, i.space_id, g.subject_kind, g.subject_id, g.role, g.source_kind, g.source_id, g.grantor_id
    from near join instance i on i.id = near.id join file_grant g on g.instance_id = near.id
    where (g.source_kind = 'share' or g.source_id = i.space_id) and g.subject_kind <> 'link' and (g.expires_at is null or g.expires_at > now())
  ),
  mixed as materialized (select distinct space_id from counted where subject_kind = 'department'),
  alike as (
    select c.part, c.instance_id, c.subject_kind, c.role, c.source_kind, c.source_id, case when c.source_kind = 'share' then c.grantor_id end as grantor_id,
      case when mixed.space_id is not null then u.department_id end as department_id, string_agg(c.subject_id::text, ',') as subject_ids
    from counted c left join mixed on mixed.space_id = c.space_id
      left join lateral (select u.department_id, ${isActive} as active from user_account u where c.subject_kind = 'person' and u.id = c.subject_id offset 0) u on true
    where c.subject_kind = 'department' or u.active
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ),
  given as (
    select instance_id, json_agg(json_build_object('kind', subject_kind, 'subjectIds', subject_ids, 'departmentId', department_id, 'role', role,
      'source', json_build_object('kind', source_kind, 'id', source_id), 'grantorId', grantor_id)) as grants
    from alike group by part, instance_id
  )
  select json_build_object('id', i.id, 'spaceId', i.space_id, 'ownerId', s.owner_id, 'isFile', i.is_file, 'creatorId', i.creator_id, 'grants', given.grants,
    'way', array_to_string(way.ids, ','), 'ends', case
      when s.kind = ${sql.lit(spaceKinds.group)} and exists (select from group_space gs where gs.space_id = s.id and gs.dissolves_at is not null) then 'GROUP_DISSOLVING'
      when s.kind = ${sql.lit(spaceKinds.department)} and exists (select from ended_department ed where ed.space_id = s.id and ed.opened_at is null) then 'DEPARTMENT_ENDED'
    end) as place
  from given join way on way.id = given.instance_id join instance i on i.id = given.instance_id join space s on s.id = i.space_id
  order by i.space_id`;

const fetched = 500;
/** So many places are judged together. A space is never parted. */
const together = 5000;

/** Yields the spaces in which the role is granted, some at a time. Whoever takes them must go on or stop soon, because a connection waits. */
export async function eachGranted(
  transaction: Transaction<Tables>,
  role: FileRole,
  take: (spaces: readonly GrantedSpace[]) => Promise<void>,
): Promise<void> {
  await sql`select set_config('enable_hashjoin', 'on', true)`.execute(transaction);
  await sql`declare granted_places no scroll cursor for ${placesOf(role)}`.execute(transaction);
  let rows: PlaceRow[] = [];
  const takeUpTo = async (count: number): Promise<void> => {
    if (count === 0) return;
    await take(await spacesOf(rows.slice(0, count)));
    rows = rows.slice(count);
  };
  for (;;) {
    const { rows: some } = await sql<{ place: PlaceRow }>`fetch ${sql.lit(fetched)} from granted_places`.execute(transaction);
    for (const { place } of some) rows.push(place);
    if (some.length < fetched) break;
    if (rows.length >= together) await takeUpTo(rows.findIndex(({ spaceId }) => spaceId === rows.at(-1)!.spaceId));
  }
  await takeUpTo(rows.length);
  await sql`close granted_places`.execute(transaction);
}

async function spacesOf(rows: readonly PlaceRow[]): Promise<GrantedSpace[]> {
  const spaces = new Map<string, Omit<GrantedSpace, 'places'> & { places: Map<InstanceId, NamedPlace & { grants: GivenGrant[] }> }>();
  for await (const { spaceId, ownerId, ends, id, isFile, creatorId, way, grants } of inTurns(rows)) {
    const space = spaces.get(spaceId) ?? { spaceId, ownerId, ends, places: new Map() };
    spaces.set(spaceId, space);
    const place = space.places.get(id) ?? { id, isFile, creatorId, way: way.split(',') as InstanceId[], grants: [] };
    space.places.set(id, place);
    for (const { subjectIds, ...grant } of grants) place.grants.push({ ...grant, subjectIds: subjectIds.split(',') });
  }
  return [...spaces.values()].map(({ places, ...space }) => ({ ...space, places: [...places.values()] }));
}

export interface PersonRow {
  id: string;
  departmentId: string | null;
  cap: PermissionItem[];
}

/** Those of these people who are active. */
export async function findPeople(transaction: Transaction<Tables>, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PersonRow>`
    select u.id, u.department_id as "departmentId", ${fileItemsOf(sql`u.id`)} as cap from user_account u
    where u.id = any(${`{${ids.join()}}`}::uuid[]) and ${isActive}`.execute(transaction);
  return rows;
}

/** These departments with all above them, or all below them. */
export async function findDepartments(
  transaction: Transaction<Tables>,
  ids: readonly string[],
  direction: 'above' | 'below',
): Promise<{ id: string; parentId: string | null }[]> {
  if (ids.length === 0) return [];
  const next = direction === 'above' ? sql`d.id = reached.parent_id` : sql`d.parent_id = reached.id`;
  const { rows } = await sql<{ id: string; parentId: string | null }>`
    with recursive reached as (
      select id, parent_id from department where id = any(${`{${ids.join()}}`}::uuid[])
      union
      select d.id, d.parent_id from reached join department d on ${next}
    ) select id, parent_id as "parentId" from reached`.execute(transaction);
  return rows;
}
