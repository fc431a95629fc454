/**
 * The managers of department spaces. They are grants on the root of the space and are stored nowhere else. The roles that these statements
 * name say who was appointed, not what somebody may do: an entry whose role was given the management of people is no appointment.
 */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FileRole, InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { deepest } from './tree-queries.ts';

/**
 * The role that managers of a department have in the spaces below it: they work with the files, and manage access only where they are
 * appointed themselves.
 */
export const roleFromAbove = 'operator' satisfies FileRole;
/** The role of those who inherited an ended department's space: while it is read-only, and afterwards. */
export const heirRoles = { closed: 'downloader', open: 'manager' } as const satisfies Record<string, FileRole>;

/**
 * The appointed managers of each space's root, sorted by the reading of their names. For an ended department, those who have inherited its
 * space.
 */
export async function managersOn(
  database: Kysely<Tables>,
  rootIds: readonly InstanceId[],
): Promise<{ root_id: InstanceId; user_id: string; name: string }[]> {
  const { rows } = await sql<{ root_id: InstanceId; user_id: string; name: string }>`
    select s.root_id, u.id as user_id, u.real_name as name
    from space s join file_grant g on g.instance_id = s.root_id and g.source_id = s.id join user_account u on u.id = g.subject_id
      left join ended_department e on e.space_id = s.id
    where s.root_id = any(${rootIds}::uuid[]) and g.subject_kind = 'person'
      and g.role = case when e.id is not null and e.opened_at is null then ${heirRoles.closed} else 'manager' end
    order by left(u.search_text, 64) collate "C", u.id`.execute(database);
  return rows;
}

/** Whether a person is an appointed manager of one of these departments. */
export async function managesAny(database: Kysely<Tables>, userId: string, departmentIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from department d join space s on s.id = d.space_id join file_grant g on g.instance_id = s.root_id and g.source_id = s.id
    where d.id = any(${departmentIds}::uuid[]) and g.subject_kind = 'person' and g.subject_id = ${userId} and g.role = 'manager'
    limit 1`.execute(database);
  return rows.length > 0;
}

/**
 * The spaces of these departments and everything below, with the grants that managers of departments above should have on their roots.
 * `kept` are the spaces, `expected` the grants. The space of an ended department without managers above stays with those who had it last.
 */
const inherited = (departmentIds: readonly string[]) => sql`
  with recursive below as (
    select d.id, d.parent_id, d.space_id from department d where d.id = any(${departmentIds}::uuid[])
    union
    select d.id, d.parent_id, d.space_id from department d join below b on d.parent_id = b.id
  ),
  kept as (
    select s.root_id, s.id as space_id, b.parent_id as from_id, ${roleFromAbove} as role, false as ended from below b join space s on s.id = b.space_id
    union all
    select s.root_id, s.id, b.id, case when e.opened_at is null then ${heirRoles.closed} else ${heirRoles.open} end, true
    from below b join ended_department e on e.heir_id = b.id join space s on s.id = e.space_id
  ),
  up as (
    select k.root_id, d.id, d.parent_id, d.space_id, 0 as steps from kept k join department d on d.id = k.from_id
    union all
    select up.root_id, d.id, d.parent_id, d.space_id, up.steps + 1 from up join department d on d.id = up.parent_id where up.steps < ${deepest}
  ),
  expected as (
    select distinct on (k.root_id, g.subject_id) k.root_id, k.space_id, k.role, g.subject_id, g.grantor_id
    from up join kept k on k.root_id = up.root_id join space a on a.id = up.space_id
      join file_grant g on g.instance_id = a.root_id and g.source_id = a.id and g.subject_kind = 'person' and g.role = 'manager'
    order by k.root_id, g.subject_id, up.steps
  )`;

/** Updates the grants of managers from above in these departments and everything below, so that they match the tree. */
export async function inheritManagers(transaction: Transaction<Tables>, departmentIds: readonly string[]): Promise<void> {
  await sql`${inherited(departmentIds)}
    delete from file_grant g using kept k
    where g.instance_id = k.root_id and g.source_id = k.space_id and g.subject_kind = 'person' and g.role = k.role
      and not exists (select from expected e where e.root_id = k.root_id and e.subject_id = g.subject_id)
      and (not k.ended or exists (select from expected e where e.root_id = k.root_id))`.execute(transaction);
  const { rows } = await sql<{ root_id: InstanceId; space_id: SpaceId; role: FileRole; subject_id: string; grantor_id: string }>`
    ${inherited(departmentIds)}
    select e.root_id, e.space_id, e.role, e.subject_id, e.grantor_id from expected e where not exists (
      select from file_grant g where g.instance_id = e.root_id and g.source_id = e.space_id and g.subject_kind = 'person' and g.subject_id = e.subject_id)`.execute(
    transaction,
  );
  if (rows.length === 0) return;
  const missing = JSON.stringify(rows.map((row) => ({ ...row, id: newId() })));
  await sql`
    insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
    select id, root_id, 'person', subject_id, role, 'department', space_id, grantor_id
    from jsonb_to_recordset(${missing}::jsonb) as m (id uuid, root_id uuid, space_id uuid, role text, subject_id uuid, grantor_id uuid)
    on conflict (instance_id, source_id, subject_kind, subject_id) do nothing`.execute(transaction);
}

/** Gives full access to those who inherited the spaces of these ended departments. */
export async function openToHeirs(transaction: Transaction<Tables>, spaceIds: readonly SpaceId[]): Promise<void> {
  await sql`
    update file_grant g set role = ${heirRoles.open} from space s
    where s.id = any(${spaceIds}::uuid[]) and g.source_id = s.id and g.instance_id = s.root_id
      and g.subject_kind = 'person' and g.role = ${heirRoles.closed}`.execute(transaction);
}
