import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';

export interface SessionTimes {
  idleMs: number;
  absoluteMs: number;
}

/** Only the hash is stored: who reads the database cannot sign in with what they find. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function openSession(
  database: Kysely<Tables>,
  userId: string,
  kind: Caller['sessionKind'],
  times: SessionTimes,
): Promise<{ token: string; id: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  const { expires_at: expiresAt } = await database
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      id,
      user_id: userId,
      kind,
      expires_at: sql<Date>`now() + ${times.absoluteMs} * interval '1 millisecond'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { token, id, expiresAt };
}

/** Judged over the tables `s`, a session, and `u`, its person. */
const isOpen = (times: SessionTimes) => sql<boolean>`s.expires_at > now() and s.seen_at > now() - ${times.idleMs} * interval '1 millisecond'
      and u.frozen_at is null and (u.expires_at is null or u.expires_at > now())`;

/** How stale `seen_at` may be: one write a minute for each session, not one a request. */
const seenEveryMs = 60_000;

/**
 * Whom a token belongs to; null when it is unknown, idle too long, over its end, or its person is frozen or expired. Judged by
 * the database's clock, at every request, so that a freeze acts at once.
 */
export async function findCaller(
  database: Kysely<Tables>,
  token: string,
  kind: Caller['sessionKind'],
  times: SessionTimes,
): Promise<Caller | null> {
  const hash = hashOf(token);
  const { rows } = await sql<{
    id: string;
    user_id: string;
    account_name: string;
    real_name: string;
    admin_role: 'administrator' | null;
    speed_limit: number | null;
    stale: boolean;
  }>`
    select s.id, s.user_id, u.account_name, u.real_name, u.admin_role, u.speed_limit, s.seen_at < now() - ${seenEveryMs} * interval '1 millisecond' as stale
    from session s join user_account u on u.id = s.user_id
    where s.token_hash = ${hash} and s.kind = ${kind} and ${isOpen(times)}`.execute(database);
  const row = rows[0];
  if (!row) return null;
  if (row.stale)
    await database
      .updateTable('session')
      .set({ seen_at: sql`now()` })
      .where('token_hash', '=', hash)
      .execute();
  return {
    userId: row.user_id,
    sessionId: row.id,
    sessionKind: kind,
    accountName: row.account_name,
    realName: row.real_name,
    adminRole: row.admin_role,
    speedLimit: row.speed_limit,
  };
}

/** Which of these are still open, by the rules of `findCaller`. To be asked does not count as a use. */
export async function stillOpen(database: Kysely<Tables>, sessionIds: readonly string[], times: SessionTimes): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from session s join user_account u on u.id = s.user_id
    where s.id = any(${sessionIds}::uuid[]) and ${isOpen(times)}`.execute(database);
  return new Set(rows.map((row) => row.id));
}

export async function endSession(database: Kysely<Tables>, sessionId: string): Promise<void> {
  await database.deleteFrom('session').where('id', '=', sessionId).execute();
}

export async function endOtherSessions(transaction: Transaction<Tables>, userId: string, keptId: string): Promise<void> {
  await transaction.deleteFrom('session').where('user_id', '=', userId).where('id', '!=', keptId).execute();
}

/** Answers 0: one turn does it all. */
export async function removeEndedSessions(database: Kysely<Tables>): Promise<0> {
  await database
    .deleteFrom('session')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await database
    .deleteFrom('qr_sign_in')
    .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
  await database
    .deleteFrom('sign_in_attempt')
    .where('updated_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  return 0;
}
