/** Statements on the groups that a platform pushed, and on who is in them. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { idIn } from './person-queries.ts';
import type { Wanted } from './filters.ts';
import type { GroupResource } from './group-resource.ts';

export interface StoredGroup extends GroupResource {
  departmentId: string;
  deleted: boolean;
  created: Date;
  changed: Date;
}

const shown = sql`g.department_id as "departmentId", g.name, g.external_id as "externalId", g.deleted_at is not null as deleted,
  g.created_at as created, g.changed_at as changed`;

/** Null also if it was deleted, or is another platform's. */
export async function findGroup(database: Kysely<Tables>, platformId: string, id: string): Promise<StoredGroup | null> {
  const { rows } = await sql<StoredGroup>`
    select ${shown} from scim_group g where g.platform_id = ${platformId} and g.department_id::text = ${id} and g.deleted_at is null`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** Locked until the transaction ends: which have this name, in upper or lower case, or this external id; also those that were deleted. */
export async function findSameGroups(
  transaction: Transaction<Tables>,
  platformId: string,
  { name, externalId }: GroupResource,
): Promise<StoredGroup[]> {
  const { rows } = await sql<StoredGroup>`
    select ${shown} from scim_group g
    where g.platform_id = ${platformId} and (lower(g.name) = lower(${name}) or g.external_id = ${externalId}::text) for update`.execute(
    transaction,
  );
  return rows;
}

export async function pageOfGroups(
  database: Kysely<Tables>,
  platformId: string,
  wanted: Wanted,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: StoredGroup[] }> {
  const conditions = [sql`g.platform_id = ${platformId}`, sql`g.deleted_at is null`];
  for (const [name, value] of wanted) {
    if (name === 'id') conditions.push(sql`g.department_id::text = ${value}`);
    if (name === 'displayName') conditions.push(sql`lower(g.name) = lower(${value})`);
    if (name === 'externalId') conditions.push(sql`g.external_id = ${value}`);
  }
  const where = sql.join(conditions, sql` and `);
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from scim_group g where ${where}`.execute(database);
  const { rows } = await sql<StoredGroup>`
    select ${shown} from scim_group g where ${where} order by g.department_id offset ${offset} limit ${limit}`.execute(database);
  return { total: counted[0]!.n, rows };
}

/** Inserts it, or replaces the one with its id, which is no longer deleted. */
export async function putGroup(
  transaction: Transaction<Tables>,
  platformId: string,
  departmentId: string,
  { name, externalId }: GroupResource,
): Promise<void> {
  const row = { name, external_id: externalId, deleted_at: null, changed_at: sql<Date>`now()` };
  await transaction
    .insertInto('scim_group')
    .values({ department_id: departmentId, platform_id: platformId, ...row })
    .onConflict((same) => same.column('department_id').doUpdateSet(row))
    .execute();
}

export async function setGroupDeleted(transaction: Transaction<Tables>, departmentId: string): Promise<void> {
  await sql`update scim_group set deleted_at = now(), changed_at = now() where department_id = ${departmentId}`.execute(transaction);
}

/** A department at the top with this name, which no directory has. */
export async function findFreeDepartment(transaction: Transaction<Tables>, name: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select d.id from department d where d.parent_id is null and lower(d.name) = lower(${name})
      and not exists (select from directory_department dd where dd.department_id = d.id)`.execute(transaction);
  return rows[0]?.id ?? null;
}

export async function membersOf(database: Kysely<Tables>, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select user_id as id from scim_member where department_id = ${departmentId} order by place`.execute(database);
  return rows.map(({ id }) => id);
}

/** Those of the ids who are people of the platform. Anything that is no id is nobody's. */
export async function peopleAmong(transaction: Transaction<Tables>, platformId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select sp.user_id as id from unnest(${ids.filter(idIn)}::uuid[]) as given (id) join scim_person sp on sp.user_id = given.id
    where sp.platform_id = ${platformId} and sp.deleted_at is null group by sp.user_id order by sp.user_id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Returns who was none before. */
export async function insertMembers(transaction: Transaction<Tables>, departmentId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into scim_member (department_id, user_id) select ${departmentId}, id from unnest(${userIds}::uuid[]) as id
    on conflict do nothing returning user_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Returns who was one. Null: all of them. */
export async function deleteMembers(
  transaction: Transaction<Tables>,
  departmentId: string,
  userIds: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from scim_member where department_id = ${departmentId} and (${userIds}::text[] is null or user_id::text = any(${userIds}::text[]))
    returning user_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** For each, the department of the group to which they were added last. Null: they are in none. */
export async function placesOf(transaction: Transaction<Tables>, userIds: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; departmentId: string | null }>`
    select u.id, (select m.department_id from scim_member m where m.user_id = u.id order by m.place desc limit 1) as "departmentId"
    from unnest(${userIds}::uuid[]) as u (id)`.execute(transaction);
  return new Map(rows.map(({ id, departmentId }) => [id, departmentId]));
}
