import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** Those with an advanced role who can sign in; the oldest accounts first. */
export async function advancedAdministrators(database: Kysely<Tables>, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_account u
    where ${isActive} and exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.type = 'advanced')
    order by u.created_at, u.id limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}
