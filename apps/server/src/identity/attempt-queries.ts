/** Counts of wrong passwords, per account and origin, and per network. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** After `free` attempts the next waits `firstMs`, and then twice as long each time, up to `longestMs`. */
export interface Slowing {
  free: number;
  firstMs: number;
  longestMs: number;
  /** When the first wait is over, the attempts begin anew. */
  anew?: boolean;
}

/**
 * Counts an attempt and returns until when further ones are blocked, and how many there were. Null if the key is blocked already. It is one
 * statement, so concurrent attempts take turns on the row.
 */
export async function countAttempt(
  database: Kysely<Tables>,
  key: string,
  { free, firstMs, longestMs, anew = false }: Slowing,
): Promise<{ blockedUntil: string; failures: number } | null> {
  const over = sql`(a.updated_at < now() - interval '1 hour' or (${anew} and a.blocked_until > 'epoch'))`;
  const { rows } = await sql<{ blockedUntil: string; failures: number }>`
    insert into sign_in_attempt as a (key, failures, blocked_until) values (${key}, 1, 'epoch')
    on conflict (key) do update set
      failures = case when ${over} then 1 else a.failures + 1 end,
      updated_at = now(),
      blocked_until = case when ${over} or a.failures < ${free} then 'epoch'
        else clock_timestamp() + least(${longestMs}, ${firstMs} * 2 ^ least(a.failures - ${free}, 20)) * interval '1 millisecond' end
    where a.blocked_until <= clock_timestamp()
    returning blocked_until::text as "blockedUntil", failures`.execute(database);
  return rows[0] ?? null;
}

/** `blockedUntil` must be the value that `countAttempt` returned: if another attempt has changed it since, it stays. */
export async function uncountAttempt(database: Kysely<Tables>, key: string, blockedUntil: string): Promise<void> {
  await sql`
    update sign_in_attempt set failures = greatest(failures - 1, 0),
      blocked_until = case when blocked_until = ${blockedUntil}::timestamptz then 'epoch' else blocked_until end
    where key = ${key}`.execute(database);
}

/** Seconds until the next attempt is allowed, at least 1. */
export async function secondsLeft(database: Kysely<Tables>, key: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from blocked_until - clock_timestamp()))::int as seconds from sign_in_attempt where key = ${key}`.execute(
    database,
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
}

export async function deleteAttempts(database: Kysely<Tables>, key: string): Promise<void> {
  await database.deleteFrom('sign_in_attempt').where('key', '=', key).execute();
}

/** Deletes the counts whose keys begin with one of the two prefixes. */
export async function deleteAttemptsUnder(transaction: Transaction<Tables>, [one, other]: readonly [string, string]): Promise<void> {
  await sql`delete from sign_in_attempt where starts_with(key, ${one}) or starts_with(key, ${other})`.execute(transaction);
}

/** Deletes the counts that did not change for a day. */
export async function deleteOldAttempts(database: Kysely<Tables>): Promise<void> {
  await database
    .deleteFrom('sign_in_attempt')
    .where('updated_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
