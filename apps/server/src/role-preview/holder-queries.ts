/** Who holds a role. The statements find holders by indexes, so they cost as much as there are holders, however many people there are. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { FileRole } from '@alcove/contract';
import { inTransaction, isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Holder } from './change-rules.ts';

const shown = sql`u.id as "userId", u.real_name as name, u.account_name as "accountName", u.department_id as "departmentId",
  array(select ur.role_id from user_role ur where ur.user_id = u.id) as "roleIds"`;
/** Looks each account up by its id. `offset 0` keeps the planner from going through all accounts instead. */
const accountOf = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`cross join lateral (select * from user_account where id = ${id} offset 0) u`;
const byName = sql`left(u.search_text, 64) collate "C", u.id`;

/** The accounts with this company role, suspended ones too, as in the list of roles. */
export const holdersOfRole = (roleId: string): RawBuilder<unknown> => sql`
  with held as materialized (select user_id as id from user_role where role_id = ${roleId})
  select ${shown} from held ${accountOf(sql`held.id`)} order by ${byName}`;

/**
 * The active people who hold this file role by a grant that has not ended: their own, or of a department that they are in or below. A group's
 * members, a department's entries and a share's receivers are all such grants.
 */
export const holdersOfFileRole = (role: FileRole): RawBuilder<unknown> => sql`
  with recursive granted as materialized (
    select g.subject_kind, g.subject_id, count(*)::int as places from file_grant g
    where g.role = ${role} and (g.expires_at is null or g.expires_at > now()) group by 1, 2
  ),
  below as (
    select d.id, g.places from granted g join department d on d.id = g.subject_id where g.subject_kind = 'department'
    union all
    select d.id, below.places from below join department d on d.parent_id = below.id
  ),
  reached as materialized (select id, sum(places)::int as places from below group by id),
  held as materialized (
    select subject_id as id, places from granted where subject_kind = 'person'
    union all
    select u.id, r.places from reached r join user_account u on u.department_id = r.id
  ),
  holder as materialized (select id, sum(places)::int as places from held group by id)
  select ${shown}, holder.places from holder ${accountOf(sql`holder.id`)}
  where ${isActive} order by ${byName}`;

const batch = 1000;

/**
 * Yields the holders by name, a thousand at a time: the database sorts them once, and they are fetched as they are taken. Whoever takes them
 * must go on or stop soon, because a connection waits.
 */
export async function eachHolder(
  database: Kysely<Tables>,
  holders: RawBuilder<unknown>,
  take: (some: readonly Holder[], transaction: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await sql`declare holder_rows no scroll cursor for ${holders}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<Holder>`fetch ${sql.lit(batch)} from holder_rows`.execute(transaction);
      if (rows.length > 0) await take(rows, transaction);
      if (rows.length < batch) break;
    }
    await sql`close holder_rows`.execute(transaction);
  });
}
