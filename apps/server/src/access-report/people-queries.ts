import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isActiveAs } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

export async function findPerson(database: Kysely<Tables>, userId: string) {
  return database
    .selectFrom('user_account')
    .select(['id', 'account_name', 'real_name', 'department_id', isActiveAs('user_account').as('active')])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export async function findPeople(database: Kysely<Tables>, userIds: readonly string[]) {
  return database
    .selectFrom('user_account')
    .select(['id', 'real_name', 'department_id'])
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
}
