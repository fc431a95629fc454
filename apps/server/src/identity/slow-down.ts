import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';

/**
 * Wrong passwords slow down whoever sends them, not the account's owner: the count belongs to the account *and* the place the
 * attempts come from. A browser that signed in before is a place of its own.
 */
const freeAttempts = { account: 5, address: 50 };
const longestMs = 15 * 60_000;

export interface Place {
  accountName: string;
  /** The browser, where it is known for this account; else the address. */
  name: string;
  known: boolean;
}

/** An attempt that was counted before the password is looked at, so that many at once cannot all go by the same count. */
export interface Attempt {
  /** The password was right: the account's count at this place begins anew, and the attempt does not count for the address. */
  succeeded(): Promise<void>;
  /** The password was not looked at: as if it had not been made. */
  giveBack(): Promise<void>;
}

interface Counted {
  key: string;
  blockedUntil: string;
}

const keysOf = ({ accountName, name, known }: Place): { key: string; free: number }[] => {
  const own = { key: `${known ? 'known' : 'place'}:${accountName.toLowerCase()}:${name}`, free: freeAttempts.account };
  return known ? [own] : [own, { key: `address:${name}`, free: freeAttempts.address }];
};

/**
 * Counts an attempt to sign in as one that fails, before the password is looked at. Each beyond the free ones doubles the wait
 * until the next: 1, 2, 4 … seconds, at most 15 minutes. A quiet hour forgets. Throws SIGN_IN_SLOWED with the seconds to wait.
 */
export async function takeAttempt(database: Kysely<Tables>, place: Place): Promise<Attempt> {
  const counted: Counted[] = [];
  const giveBack = async (): Promise<void> => {
    for (const { key, blockedUntil } of counted)
      await sql`
        update sign_in_attempt set failures = greatest(failures - 1, 0),
          blocked_until = case when blocked_until = ${blockedUntil}::timestamptz then 'epoch' else blocked_until end
        where key = ${key}`.execute(database);
  };
  for (const { key, free } of keysOf(place)) {
    const blockedUntil = await count(database, key, free);
    if (blockedUntil === null) {
      await giveBack();
      throw new Failure('SIGN_IN_SLOWED', { seconds: await secondsLeft(database, key) });
    }
    counted.push({ key, blockedUntil });
  }
  return {
    giveBack,
    async succeeded() {
      await giveBack();
      await database.deleteFrom('sign_in_attempt').where('key', '=', counted[0]!.key).execute();
    },
  };
}

/** Null while it is blocked. One statement, which those that come at once take turns at. */
async function count(database: Kysely<Tables>, key: string, free: number): Promise<string | null> {
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

async function secondsLeft(database: Kysely<Tables>, key: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from blocked_until - clock_timestamp()))::int as seconds from sign_in_attempt where key = ${key}`.execute(
    database,
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
}
