/** Statements on the accounts that an import has to do with. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { adminRolesOf } from '../roles/index.ts';
import type { AdminRole } from '../roles/index.ts';

/** Why a person may not act now. Whoever freezes them waits until the transaction ends. */
export async function whyInactive(transaction: Transaction<Tables>, userId: string): Promise<'USER_FROZEN' | 'USER_EXPIRED' | null> {
  const { rows } = await sql<{ frozen: boolean; expired: boolean }>`
    select frozen_at is not null as frozen, coalesce(expires_at <= now(), false) as expired from user_account where id = ${userId} for share`.execute(
    transaction,
  );
  return !rows[0] || rows[0].frozen ? 'USER_FROZEN' : rows[0].expired ? 'USER_EXPIRED' : null;
}

export interface NewComer {
  row: number;
  userId: string;
  accountName: string;
  realName: string;
  roles: AdminRole[];
}

/**
 * Locks the imported people who have no password yet and may sign in, `limit` of those after the row `after`. Returns them in the order of
 * the sheet, and the last row that was looked at; null if there was none.
 */
export async function lockNewComers(
  transaction: Transaction<Tables>,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ people: NewComer[]; last: number | null }> {
  // `offset 0` looks each person up by their id. Right after an import, PostgreSQL expects few rows, and would compare all with all.
  const { rows: chosen } = await sql<{ row: number; userId: string }>`
    select r.row, r.user_id as "userId" from people_import_row r cross join lateral (
      select from user_account u where u.id = r.user_id and u.password_hash is null and u.frozen_at is null and coalesce(u.expires_at > now(), true) offset 0
    ) u
    where r.import_id = ${importId} and r.row > ${after} and r.user_id is not null order by r.row limit ${limit}`.execute(transaction);
  const rowOf = new Map(chosen.map(({ row, userId }) => [userId, row]));
  const { rows } = await sql<Omit<NewComer, 'row'>>`
    with locked as materialized (
      select id, account_name, real_name from user_account
      where id = any(${[...rowOf.keys()]}::uuid[]) and password_hash is null and frozen_at is null order by id for no key update
    )
    select u.id as "userId", u.account_name as "accountName", u.real_name as "realName", ${adminRolesOf(sql`u.id`)} as roles from locked u`.execute(
    transaction,
  );
  const people = rows.map((one) => ({ ...one, row: rowOf.get(one.userId)! })).sort((one, other) => one.row - other.row);
  return { people, last: chosen.at(-1)?.row ?? null };
}

/** Counts a file of one-time passwords, and returns its number. Null if the import is gone. */
export async function nextSecretsRound(transaction: Transaction<Tables>, importId: string): Promise<number | null> {
  const { rows } = await sql<{ round: number }>`
    update people_import set secrets_round = secrets_round + 1 where id = ${importId} returning secrets_round as round`.execute(
    transaction,
  );
  return rows[0]?.round ?? null;
}

/** Whether no later file was begun. Nobody begins one until the transaction ends. */
export async function isLatestRound(transaction: Transaction<Tables>, importId: string, round: number): Promise<boolean> {
  const { rows } = await sql`select from people_import where id = ${importId} and secrets_round = ${round} for share`.execute(transaction);
  return rows.length > 0;
}
