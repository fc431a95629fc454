/** Every statement on a group's members. A member is a grant on its top folder; the leader is the space's owner. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { FileRole, GrantSubject, GroupId } from '@alcove/contract';
import { isActive, rolesWith } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { byKeyword } from '../departments/index.ts';
import { foldText } from '../search-text.ts';
import { findGroups } from './group-queries.ts';

export interface SubjectRow {
  kind: GrantSubject['kind'];
  id: string;
  name: string;
  /** The department that a person is in, or the department itself. */
  department_id: string | null;
}

export interface MemberRow extends SubjectRow {
  leads: boolean;
  role: FileRole;
  since: Date;
}

/** A membership granted on request may expire. */
const lasts = sql`(m.expires_at is null or m.expires_at > now())`;

/** An empty keyword matches everyone. */
export async function matches(keyword: string | undefined): Promise<RawBuilder<boolean>> {
  const folded = foldText(keyword ?? '');
  return folded === '' ? sql`true` : (await byKeyword(folded, sql`search_text`)).anywhere;
}

/**
 * The leader first, then administrators, then the others, each by join date. An administrator is who has the level of that name, which is an
 * identity in the group: so here the role itself is asked for, whatever its items are.
 */
export async function findMembers(
  database: Kysely<Tables>,
  groupId: GroupId,
  { keyword, offset, limit }: { keyword: string | undefined; offset: number; limit: number },
): Promise<{ total: number; rows: MemberRow[] }> {
  const matching = await matches(keyword);
  const { rows } = await sql<MemberRow & { total: number }>`
    with member as (
      select 'person' as kind, u.id, u.real_name as name, u.department_id, u.search_text, true as leads, 'manager' as role, g.leader_since as since
      from group_space g join space s on s.id = g.space_id join user_account u on u.id = s.owner_id where g.space_id = ${groupId}
      union all
      select m.subject_kind, m.subject_id, coalesce(u.real_name, d.name), coalesce(u.department_id, d.id), coalesce(u.search_text, d.search_text), false, m.role, m.created_at
      from file_grant m left join user_account u on m.subject_kind = 'person' and u.id = m.subject_id
        left join department d on m.subject_kind = 'department' and d.id = m.subject_id
      where m.instance_id = ${groupId} and m.source_id = ${groupId} and ${lasts} and coalesce(u.id, d.id) is not null
    ),
    found as (select * from member where ${matching}),
    page as (select kind, id, name, department_id, leads, role, since from found order by leads desc, role <> 'manager', since, id limit ${limit} offset ${offset})
    select t.total, page.* from (select count(*) as total from found) t left join page on true order by leads desc, role <> 'manager', since, id`.execute(
    database,
  );
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** Active people in departments and below them, as a query of `user_id`; `departments` is a query of ids. */
const inDepartments = (departments: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with recursive below as (
    select d.id from department d where d.id in (${departments})
    union
    select d.id from department d join below on d.parent_id = below.id
  ) select u.id as user_id from below join user_account u on u.department_id = below.id where ${isActive}`;

/** Active people of a group, without duplicates. */
export async function peopleOf(database: Kysely<Tables>, groupId: GroupId): Promise<Set<string>> {
  const granted = (kind: GrantSubject['kind']) =>
    sql`select m.subject_id from file_grant m where m.instance_id = ${groupId} and m.source_id = ${groupId} and m.subject_kind = ${kind} and ${lasts}`;
  const { rows } = await sql<{ user_id: string }>`
    select u.id as user_id from user_account u
      where (u.id = (select owner_id from space where id = ${groupId}) or u.id in (${granted('person')})) and ${isActive}
    union (${inDepartments(granted('department'))})`.execute(database);
  return new Set(rows.map((row) => row.user_id));
}

/** The people named here, and the active people of the departments named here, without duplicates. */
export async function peopleIn(database: Kysely<Tables>, subjects: readonly GrantSubject[]): Promise<string[]> {
  const departments = subjects.flatMap(({ kind, id }) => (kind === 'department' ? [id] : []));
  const people = subjects.flatMap(({ kind, id }) => (kind === 'person' ? [id] : []));
  if (departments.length === 0) return people;
  const { rows } = await sql<{ user_id: string }>`${inDepartments(sql`select unnest(${departments}::uuid[])`)}`.execute(database);
  return [...new Set([...people, ...rows.map((row) => row.user_id)])];
}

/** The number of active people in each of these groups. */
export async function countPeople(database: Kysely<Tables>, groupIds: readonly GroupId[]): Promise<Map<string, number>> {
  const granted = sql`from file_grant m join unnest(${groupIds}::uuid[]) as g (id) on m.instance_id = g.id and m.source_id = g.id and ${lasts}`;
  const { rows } = await sql<{ id: string; people: number }>`
    with recursive below as (
      select g.id as group_id, m.subject_id as id ${granted} where m.subject_kind = 'department'
      union
      select below.group_id, d.id from below join department d on d.parent_id = below.id
    )
    select id, count(*) as people from (
      select s.id, u.id as user_id from space s join user_account u on u.id = s.owner_id where s.id = any(${groupIds}::uuid[]) and ${isActive}
      union select g.id, u.id ${granted} join user_account u on u.id = m.subject_id where m.subject_kind = 'person' and ${isActive}
      union select below.group_id, u.id from below join user_account u on u.department_id = below.id where ${isActive}
    ) as people group by id`.execute(database);
  return new Map(rows.map((row) => [row.id, row.people]));
}

/** The leader and the people with a level of their own that manages members. They see the list of members. */
export async function managersOf(database: Kysely<Tables>, groupId: GroupId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select owner_id as id from space where id = ${groupId}
    union select m.subject_id from file_grant m
      where m.instance_id = ${groupId} and m.source_id = ${groupId} and m.subject_kind = 'person' and m.role in ${rolesWith('personnelManagement')} and ${lasts}`.execute(
    database,
  );
  return rows.map((row) => row.id);
}

/** The grant that names a subject directly as a member. */
export async function ownMembership(
  database: Kysely<Tables>,
  groupId: GroupId,
  subject: GrantSubject,
): Promise<{ role: FileRole; since: Date } | undefined> {
  return database
    .selectFrom('file_grant')
    .select(['role', 'created_at as since'])
    .where('instance_id', '=', groupId)
    .where('source_id', '=', groupId)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
}

/** A subject as one string, so that a person and a department with the same id differ. */
export const subjectKey = ({ kind, id }: GrantSubject): string => `${kind} ${id}`;

/** Which of these subjects are named directly as members, by `subjectKey`. */
export async function membersAmong(database: Kysely<Tables>, groupId: GroupId, subjects: readonly GrantSubject[]): Promise<Set<string>> {
  const { rows } = await sql<GrantSubject>`
    select m.subject_kind as kind, m.subject_id as id from file_grant m
      where m.instance_id = ${groupId} and m.source_id = ${groupId} and m.subject_id = any(${subjects.map(({ id }) => id)}::uuid[]) and ${lasts}`.execute(
    database,
  );
  return new Set(rows.map(subjectKey));
}

/** Whether someone is in the group by their own grant or that of a department above them. */
export async function isMember(database: Kysely<Tables>, groupId: string, subject: GrantSubject): Promise<boolean> {
  if (subject.kind === 'person') return (await findGroups(database, subject.id, { groupId })).total > 0;
  const { rows } = await sql`
    with recursive up as (
      select d.id, d.parent_id, 0 as steps from department d where d.id = ${subject.id}
      union all
      select d.id, d.parent_id, up.steps + 1 from up join department d on d.id = up.parent_id where up.steps < 64
    )
    select from file_grant m join up on up.id = m.subject_id where m.instance_id = ${groupId} and m.source_id = ${groupId} and m.subject_kind = 'department' and ${lasts} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/** The number of active people in each of these departments and below. */
export async function peopleInEach(database: Kysely<Tables>, departmentIds: readonly string[]): Promise<Map<string, number>> {
  if (departmentIds.length === 0) return new Map();
  const { rows } = await sql<{ top: string; people: number }>`
    with recursive below as (
      select d.id as top, d.id from department d where d.id = any(${departmentIds}::uuid[])
      union
      select below.top, d.id from department d join below on d.parent_id = below.id
    ) select below.top, count(u.id) as people from below join user_account u on u.department_id = below.id where ${isActive} group by below.top`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.top, row.people]));
}
