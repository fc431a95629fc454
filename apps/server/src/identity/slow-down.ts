import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';

/**
 * Wrong passwords slow down whoever sends them, not the account's owner: the count belongs to the account *and* the place the
 * attempts come from. A browser that signed in before carries a signed cookie and is a place of its own, so strangers cannot
 * slow it whatever address they share with it.
 */
const freeAttempts = { place: 5, address: 50 };
const longestMs = 15 * 60_000;

export interface Place {
  accountName: string;
  ip: string;
  /** Verified: this browser signed in to this account before. */
  known: boolean;
}

const keysOf = (place: Place): { key: string; free: number }[] =>
  place.known
    ? [{ key: `known:${place.accountName.toLowerCase()}:${place.ip}`, free: freeAttempts.place }]
    : [
        { key: `place:${place.accountName.toLowerCase()}:${place.ip}`, free: freeAttempts.place },
        { key: `address:${place.ip}`, free: freeAttempts.address },
      ];

/** Throws SIGN_IN_SLOWED with the seconds to wait. */
export async function requirePatience(database: Kysely<Tables>, place: Place): Promise<void> {
  const keys = keysOf(place).map(({ key }) => key);
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds from sign_in_attempt where key = any(${keys}) and blocked_until > now()`.execute(
    database,
  );
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) throw new Failure('SIGN_IN_SLOWED', { seconds });
}

/** Each wrong password beyond the free ones doubles the wait: 1, 2, 4 … seconds, at most 15 minutes. A quiet hour forgets. */
export async function countWrongPassword(database: Kysely<Tables>, place: Place): Promise<void> {
  for (const { key, free } of keysOf(place)) {
    await sql`
      insert into sign_in_attempt as a (key, failures, blocked_until) values (${key}, 1, now())
      on conflict (key) do update set
        failures = case when a.updated_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
        updated_at = now(),
        blocked_until = case when a.updated_at < now() - interval '1 hour' or a.failures < ${free} then now()
          else now() + least(${longestMs}, 1000 * 2 ^ least(a.failures - ${free}, 20)) * interval '1 millisecond' end`.execute(database);
  }
}

export async function forgetWrongPasswords(database: Kysely<Tables>, place: Place): Promise<void> {
  await database
    .deleteFrom('sign_in_attempt')
    .where('key', 'in', [`known:${place.accountName.toLowerCase()}:${place.ip}`, `place:${place.accountName.toLowerCase()}:${place.ip}`])
    .execute();
}

export const knownBrowserCookie = 'alcove_known';

const sealOf = (secret: Buffer, accountName: string): Buffer =>
  createHmac('sha256', secret).update(`known:${accountName.toLowerCase()}`).digest();
export const sealKnownBrowser = (secret: Buffer, accountName: string): string => sealOf(secret, accountName).toString('base64url');
export function isKnownBrowser(secret: Buffer, accountName: string, cookie: string | undefined): boolean {
  const given = Buffer.from(cookie ?? '', 'base64url');
  const expected = sealOf(secret, accountName);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
