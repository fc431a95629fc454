import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { AdminItem } from '@alcove/contract';
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

/** Those who have an item of the administration area and can sign in; the oldest accounts first, and not too many, because one of them is enough. */
export async function administratorsWith(database: Kysely<Tables>, item: AdminItem, without: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_account u where u.id is distinct from ${without}::uuid and ${isActive} and exists (
      select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and (r.type = 'advanced' or ${item} = any(r.admin_items)))
    order by u.created_at, u.id limit ${limits.reviewersTold}`.execute(database);
  return rows.map(({ id }) => id);
}
