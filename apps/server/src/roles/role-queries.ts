import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { BuiltInRole } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { AdminRole } from './role-rules.ts';

/** An SQL expression of type json: the roles of this person that give administration items. */
export const adminRolesOf = (person: RawBuilder<unknown>): RawBuilder<AdminRole[]> =>
  sql`(select coalesce(json_agg(json_build_object('type', r.type, 'adminItems', r.admin_items)), '[]')
    from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = ${person} and (r.type = 'advanced' or cardinality(r.admin_items) > 0))`;

/** The person who is recorded as the creator of items that no particular person created. */
export async function firstAdministrator(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_account u
    order by not exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.type = 'advanced'), u.created_at, u.id
    limit 1`.execute(database);
  return rows[0]!.id;
}

export async function giveBuiltInRole(transaction: Transaction<Tables>, userId: string, role: BuiltInRole): Promise<void> {
  await sql`insert into user_role (user_id, role_id) select ${userId}, id from role where built_in = ${role}`.execute(transaction);
}
