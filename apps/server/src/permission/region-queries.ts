import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits, spaceKinds } from '@alcove/contract';
import type { FileRoleItems, InstanceId, PermissionItem, SpaceId } from '@alcove/contract';
import { fileItemsOf, fileRoleItems, isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { above } from './effective-queries.ts';
import type { Grant } from './resolve.ts';

export interface NamedPlace {
  id: InstanceId;
  spaceId: SpaceId;
  ownerId: string | null;
  creatorId: string;
  isFile: boolean;
  live: boolean;
  /** From the instance itself up to the space's top. */
  way: InstanceId[];
}

/** Everything that names a person, with their own grants. */
export interface NamedAnywhere {
  places: NamedPlace[];
  mine: Grant[];
  /** What their roles allow. Null: they may not sign in. */
  cap: PermissionItem[] | null;
}

/**
 * The top folders of the person's own spaces, and everything that grants name, with the person's own grants. If a share leads into a space, the
 * other grants in that space count too, because a share gives no more than its giver has at each place. A single array of subjects uses the index,
 * where an `or` would not.
 */
export async function findNamedAnywhere(database: Kysely<Tables>, userId: string): Promise<NamedAnywhere> {
  const { rows } = await sql<HeldRow & Pick<NamedAnywhere, 'places' | 'cap'>>`
    with recursive ${above(sql`${userId}::uuid`)},
    subject as materialized (
      select 'person' as kind, ${userId}::uuid as id, ${userId}::uuid as user_id, 0 as distance
      union all select 'department', id, ${userId}::uuid, distance from above
    ),
    held as materialized (
      select g.* from file_grant g where g.subject_id = any(array(select id from subject)) and (g.expires_at is null or g.expires_at > now())
    ),
    named as materialized (
      select root_id as id from space where kind = ${sql.lit(spaceKinds.personal)} and owner_id = ${userId}
      union select root_id from space where kind = ${sql.lit(spaceKinds.group)} and owner_id = ${userId}
      union select instance_id from held
      union select g.instance_id from file_grant g where g.source_kind <> 'share'
        and g.source_id in (select i.space_id from held join instance i on i.id = held.instance_id where held.source_kind = 'share')
    ),
    up as (
      select i.id as named_id, i.id, i.parent_id, i.deleted_at, 0 as steps from named join instance i on i.id = named.id
      union all
      select up.named_id, i.id, i.parent_id, i.deleted_at, up.steps + 1 from up join instance i on i.id = up.parent_id
      where up.steps <= ${sql.lit(limits.folderDepth + 2)}
    ),
    way as (select named_id, json_agg(id order by steps) as ids, bool_and(deleted_at is null) as live from up group by named_id)
    select ${heldColumns}, (select coalesce(json_agg(json_build_object('id', i.id, 'spaceId', i.space_id, 'ownerId', s.owner_id, 'creatorId', i.creator_id,
      'isFile', i.is_file, 'live', way.live, 'way', way.ids)), '[]')
      from way join instance i on i.id = way.named_id join space s on s.id = i.space_id) as places,
      (select ${fileItemsOf(sql`u.id`)} from user_account u where u.id = ${userId} and ${isActive}) as cap`.execute(database);
  const { places, cap, ...held } = rows[0]!;
  return { places, mine: grantsOf([userId], held, spacesOf(places)).get(userId)!, cap };
}

/** The space of each place, and of everything above it. */
export const spacesOf = (places: readonly NamedPlace[]): ReadonlyMap<string, string> =>
  new Map(places.flatMap(({ way, spaceId }) => way.map((id) => [id, spaceId] as const)));

/** Somebody to whom a grant may be made, and for whom it counts then. */
interface Subject {
  kind: 'person' | 'department';
  id: string;
  userId: string;
  distance: number;
}

/** A grant to a department comes once, however many people are in it. The items of the roles come once for all grants. */
interface HeldRow {
  roles: FileRoleItems;
  subjects: Subject[];
  held: Omit<Grant, 'items' | 'distance'>[];
}

/** The columns of `HeldRow`, from the CTEs `subject` and `held`. */
const heldColumns = sql`${fileRoleItems} as roles,
  (select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'userId', user_id, 'distance', distance)), '[]') from subject) as subjects,
  (select coalesce(json_agg(json_build_object('instanceId', g.instance_id, 'subject', json_build_object('kind', g.subject_kind, 'id', g.subject_id),
    'role', g.role, 'source', json_build_object('kind', g.source_kind, 'id', g.source_id), 'grantorId', g.grantor_id)), '[]') from held g) as held`;

/** The grants of each of these people. Those of a group or department count only in its own space. */
function grantsOf(
  userIds: readonly string[],
  { roles, subjects, held }: HeldRow,
  spaceOf: ReadonlyMap<string, string>,
): Map<string, Grant[]> {
  const reached = Map.groupBy(subjects, ({ id }) => id);
  const found = new Map<string, Grant[]>(userIds.map((id) => [id, []]));
  for (const grant of held) {
    if (grant.source.kind !== 'share' && grant.source.id !== spaceOf.get(grant.instanceId)) continue;
    for (const { kind, userId, distance } of reached.get(grant.subject.id) ?? [])
      if (kind === grant.subject.kind) found.get(userId)?.push({ ...grant, distance, items: roles[grant.role] });
  }
  return found;
}

/**
 * The grants on these instances that apply to each of these people. Most grants there are of other people: `is true` makes PostgreSQL look
 * each subject up in a table of hashes, where it would compare it with every one.
 */
export async function findGrantsFor(
  database: Kysely<Tables>,
  userIds: readonly string[],
  spaceOf: ReadonlyMap<string, string>,
): Promise<Map<string, Grant[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<HeldRow>`
    with recursive above as (
      select u.id as user_id, d.id, d.parent_id, 1 as distance from user_account u join department d on d.id = u.department_id
      where u.id = any(${userIds}::uuid[])
      union all
      select above.user_id, d.id, d.parent_id, above.distance + 1 from above join department d on d.id = above.parent_id where above.distance < 64
    ),
    subject as materialized (
      select 'person' as kind, id, id as user_id, 0 as distance from user_account where id = any(${userIds}::uuid[])
      union all select 'department', id, user_id, distance from above
    ),
    held as (
      select g.* from file_grant g where g.instance_id = any(${[...spaceOf.keys()]}::uuid[]) and (g.expires_at is null or g.expires_at > now())
        and (g.subject_id in (select id from subject)) is true
    )
    select ${heldColumns}`.execute(database);
  return grantsOf(userIds, rows[0]!, spaceOf);
}
