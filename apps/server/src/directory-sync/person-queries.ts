/** Statements on whose data come from a directory. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface Owned {
  subject: string;
  userId: string;
}

/** Their data come from the platform from now on, and they sign in with it as this entry. */
export async function insertOwned(transaction: Transaction<Tables>, platformId: string, owned: readonly Owned[]): Promise<void> {
  const ids = owned.map(({ userId }) => userId);
  await sql`
    insert into identity_link (platform_id, issuer, subject, user_id)
    select p.id, p.issuer, t.subject, t.user_id from platform p,
      unnest(${owned.map(({ subject }) => subject)}::text[], ${ids}::uuid[]) as t (subject, user_id) where p.id = ${platformId}
    on conflict do nothing`.execute(transaction);
  await sql`insert into directory_person (user_id, platform_id) select id, ${platformId} from unnest(${ids}::uuid[]) as id`.execute(
    transaction,
  );
}

/** The same moment as in the account, which was frozen in this transaction. */
export async function noteFrozen(transaction: Transaction<Tables>, userIds: readonly string[]): Promise<void> {
  await sql`update directory_person set frozen_at = now() where user_id = any(${userIds}::uuid[])`.execute(transaction);
}

/** The departments of these entries. */
export async function departmentsOf(
  database: Kysely<Tables>,
  platformId: string,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; departmentId: string }>`
    select subject, department_id as "departmentId" from directory_department
    where platform_id = ${platformId} and subject = any(${subjects}::text[])`.execute(database);
  return new Map(rows.map(({ subject, departmentId }) => [subject, departmentId]));
}

export async function matchesAccounts(database: Kysely<Tables>, platformId: string): Promise<boolean> {
  const row = await database.selectFrom('platform').select('matches_accounts').where('id', '=', platformId).executeTakeFirst();
  return row?.matches_accounts ?? false;
}
