/** How often the wrong password came for an account from one place, or from one address. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/**
 * Counts one and answers until when no further one is let in. Null while it is blocked. One statement, which those that come at
 * once take turns at.
 */
export async function countAttempt(
  database: Kysely<Tables>,
  key: string,
  { free, longestMs }: { free: number; longestMs: number },
): Promise<string | null> {
  const { rows } = await sql<{ blocked_until: string }>`
    insert into sign_in_attempt as a (key, failures, blocked_until) values (${key}, 1, 'epoch')
    on conflict (key) do update set
      failures = case when a.updated_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
      updated_at = now(),
      blocked_until = case when a.updated_at < now() - interval '1 hour' or a.failures < ${free} then 'epoch'
        else clock_timestamp() + least(${longestMs}, 1000 * 2 ^ least(a.failures - ${free}, 20)) * interval '1 millisecond' end
    where a.blocked_until <= clock_timestamp()
    returning blocked_until::text`.execute(database);
  return rows[0]?.blocked_until ?? null;
}

/** `blockedUntil` as `countAttempt` answered it: where another attempt has moved it since, it stays. */
export async function uncountAttempt(database: Kysely<Tables>, key: string, blockedUntil: string): Promise<void> {
  await sql`
    update sign_in_attempt set failures = greatest(failures - 1, 0),
      blocked_until = case when blocked_until = ${blockedUntil}::timestamptz then 'epoch' else blocked_until end
    where key = ${key}`.execute(database);
}

/** Until the next one is let in, at least 1. */
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

/** Those whose keys begin with one of the two. */
export async function deleteAttemptsUnder(transaction: Transaction<Tables>, [one, other]: readonly [string, string]): Promise<void> {
  await sql`delete from sign_in_attempt where starts_with(key, ${one}) or starts_with(key, ${other})`.execute(transaction);
}

/** Those that nothing was added to for a day. */
export async function deleteOldAttempts(database: Kysely<Tables>): Promise<void> {
  await database
    .deleteFrom('sign_in_attempt')
    .where('updated_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
