import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { BuiltInRole, Role } from '@alcove/contract';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { AdminRole, RoleContent } from './role-rules.ts';

/** An SQL expression of type json: the roles of this person that give administration items. */
export const adminRolesOf = (person: RawBuilder<unknown>): RawBuilder<AdminRole[]> =>
  sql`(select coalesce(json_agg(json_build_object('type', r.type, 'adminItems', r.admin_items)), '[]')
    from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = ${person} and (r.type = 'advanced' or cardinality(r.admin_items) > 0))`;

/** The person who is recorded as the creator of items that no particular person created. */
export async function firstAdministrator(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(
      (select u.id from role r join user_role ur on ur.role_id = r.id join user_account u on u.id = ur.user_id
        where r.type = 'advanced' order by u.created_at, u.id limit 1),
      (select id from user_account order by created_at, id limit 1)) as id`.execute(database);
  return rows[0]!.id;
}

export async function giveBuiltInRole(transaction: Transaction<Tables>, userId: string, role: BuiltInRole): Promise<void> {
  await sql`insert into user_role (user_id, role_id) select ${userId}, id from role where built_in = ${role}`.execute(transaction);
}

/** Changes to roles, to who has them and to whom rules of addresses apply are made one at a time, because an administrator must remain. Until the transaction ends. */
export async function lockRoles(transaction: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7402250125)`.execute(transaction);
}

const shown = sql`r.id as "roleId", r.name, r.built_in as "builtIn", r.type, r.admin_items as "adminItems", r.file_items as "fileItems",
  r.needs_second_factor as "needsSecondFactor",
  (select count(*)::int from user_role ur where ur.role_id = r.id) as people`;

/** The built-in roles first, then the others by name. */
export async function findRoles(database: Kysely<Tables>): Promise<Role[]> {
  const { rows } = await sql<Role>`
    select ${shown} from role r
    order by case r.built_in when 'administrator' then 0 when 'employee' then 1 when 'employeeSharing' then 2 else 3 end, lower(r.name), r.id
    limit ${sql.lit(limits.roles)}`.execute(database);
  return rows;
}

export async function findRole(database: Kysely<Tables>, roleId: string): Promise<Role | null> {
  const { rows } = await sql<Role>`select ${shown} from role r where r.id = ${roleId}`.execute(database);
  return rows[0] ?? null;
}

export async function countRoles(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from role`.execute(database);
  return rows[0]!.n;
}

/** The administration roles of one person, as they are now. */
export async function readAdminRoles(database: Kysely<Tables>, userId: string): Promise<AdminRole[]> {
  const { rows } = await sql<{ roles: AdminRole[] }>`select ${adminRolesOf(sql`${userId}::uuid`)} as roles`.execute(database);
  return rows[0]!.roles;
}

/** False if another role has the name, in upper or lower case. */
export async function putRole(transaction: Transaction<Tables>, roleId: string, role: RoleContent): Promise<boolean> {
  const { rows } = await sql`select from role where lower(name) = lower(${role.name}) and id <> ${roleId}`.execute(transaction);
  if (rows.length > 0) return false;
  await sql`
    insert into role (id, name, type, admin_items, file_items)
    values (${roleId}, ${role.name}, ${role.type}, ${role.adminItems}::text[], ${role.fileItems}::text[])
    on conflict (id) do update set name = excluded.name, type = excluded.type, admin_items = excluded.admin_items, file_items = excluded.file_items`.execute(
    transaction,
  );
  return true;
}

export async function setNeedsFactor(transaction: Transaction<Tables>, roleId: string, needs: boolean): Promise<void> {
  await sql`update role set needs_second_factor = ${needs} where id = ${roleId}`.execute(transaction);
}

export async function deleteRole(transaction: Transaction<Tables>, roleId: string): Promise<void> {
  await sql`delete from role where id = ${roleId}`.execute(transaction);
}

/** Gives everybody who has a role another one in its place. */
export async function replaceRole(transaction: Transaction<Tables>, roleId: string, replacementId: string): Promise<void> {
  await sql`
    insert into user_role (user_id, role_id) select user_id, ${replacementId} from user_role where role_id = ${roleId}
    on conflict do nothing`.execute(transaction);
  await sql`delete from user_role where role_id = ${roleId}`.execute(transaction);
}

export async function countAccounts(database: Kysely<Tables>, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from user_account where id = any(${userIds}::uuid[]) and left_at is null`.execute(database);
  return rows[0]!.n;
}

/** The roles that these people have and that are not among `kept`. */
export async function rolesTakenFrom(database: Kysely<Tables>, userIds: readonly string[], kept: readonly string[]): Promise<AdminRole[]> {
  const { rows } = await sql<AdminRole>`
    select r.type, r.admin_items as "adminItems" from role r
    where r.id <> all(${kept}::uuid[]) and exists (select from user_role ur where ur.role_id = r.id and ur.user_id = any(${userIds}::uuid[]))`.execute(
    database,
  );
  return rows;
}

/** The roles of each of these people, in the order of their names. */
export async function rolesHeld(database: Kysely<Tables>, userIds: readonly string[]): Promise<{ userId: string; roleIds: string[] }[]> {
  const { rows } = await sql<{ userId: string; roleIds: string[] }>`
    select u as "userId", array(select ur.role_id from user_role ur join role r on r.id = ur.role_id where ur.user_id = u order by lower(r.name)) as "roleIds"
    from unnest(${userIds}::uuid[]) u`.execute(database);
  return rows;
}

/** Gives these people exactly these roles. */
export async function setRoles(transaction: Transaction<Tables>, userIds: readonly string[], roleIds: readonly string[]): Promise<void> {
  await sql`
    delete from user_role where user_id = any(${userIds}::uuid[]) and role_id <> all(${roleIds}::uuid[])`.execute(transaction);
  await sql`
    insert into user_role (user_id, role_id) select u, r from unnest(${userIds}::uuid[]) u, unnest(${roleIds}::uuid[]) r
    on conflict do nothing`.execute(transaction);
}

/**
 * The best that the company has of people with an advanced role: one whose account does not expire by itself (`lasting`), one who can sign in
 * for now (`forNow`), or none. Only the holders of such roles are read: everybody has some role.
 */
export async function administratorLeft(database: Kysely<Tables>): Promise<'lasting' | 'forNow' | 'none'> {
  const { rows } = await sql<{ lasting: boolean | null }>`
    select bool_or(h.lasting) as lasting from role r cross join lateral (
      select u.expires_at is null as lasting from user_role ur join user_account u on u.id = ur.user_id
      where ur.role_id = r.id and ${isActive} offset 0) h
    where r.type = 'advanced'`.execute(database);
  const lasting = rows[0]!.lasting;
  return lasting === null ? 'none' : lasting ? 'lasting' : 'forNow';
}

/** Gives many people roles, in pairs. The caller has judged them. */
export async function addRoles(transaction: Transaction<Tables>, pairs: readonly { userId: string; roleId: string }[]): Promise<void> {
  await sql`insert into user_role (user_id, role_id)
    select * from unnest(${pairs.map(({ userId }) => userId)}::uuid[], ${pairs.map(({ roleId }) => roleId)}::uuid[])
    on conflict do nothing`.execute(transaction);
}
