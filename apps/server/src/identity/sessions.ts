import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';

export interface SessionTimes {
  idleMs: number;
  absoluteMs: number;
}

/** Only the hash is stored: who reads the database cannot sign in with what they find. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What the right to a new session stands on; looked at once more in the transaction that opens it. */
export type Proof =
  /** The stored hash that the password fitted: another one since then opens nothing. */
  | { passwordHash: string | null }
  /** A session that the person has already. */
  | { sessionId: string }
  /** A code that they confirmed: it is used up. */
  | { qrId: string };

export interface NewSession {
  userId: string;
  kind: Caller['sessionKind'];
  /** The name of the browser, whose former session ends; null for clients. */
  browser: string | null;
  agent: string;
  address: string;
}

/**
 * Opens a session. A freeze, an expiry or a new password that comes at the same moment is either seen here, or ends this session
 * with all others. Of too many of a kind the one that was used longest ago ends.
 * Throws USER_FROZEN, USER_EXPIRED, and SIGN_IN_NEEDED where the proof holds no longer.
 */
export async function openSession(
  database: Kysely<Tables>,
  { userId, kind, browser, agent, address }: NewSession,
  proof: Proof,
  times: SessionTimes,
): Promise<{ token: string; id: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  return database.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('user_account')
      .select([
        'password_hash',
        sql<boolean>`frozen_at is not null`.as('frozen'),
        sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'),
      ])
      .where('id', '=', userId)
      .forShare()
      .executeTakeFirst();
    if (user?.frozen) throw new Failure('USER_FROZEN');
    if (user?.expired) throw new Failure('USER_EXPIRED');
    if (!user || !(await holds(transaction, userId, proof, user.password_hash))) throw new Failure('SIGN_IN_NEEDED');
    if (browser !== null) await transaction.deleteFrom('session').where('browser', '=', browser).execute();
    await endUnused(transaction, userId, kind);
    const { expires_at: expiresAt } = await transaction
      .insertInto('session')
      .values({
        token_hash: hashOf(token),
        id,
        user_id: userId,
        kind,
        browser,
        agent,
        address,
        expires_at: sql<Date>`now() + ${times.absoluteMs} * interval '1 millisecond'`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    return { token, id, expiresAt };
  });
}

async function holds(transaction: Transaction<Tables>, userId: string, proof: Proof, passwordHash: string | null): Promise<boolean> {
  if ('passwordHash' in proof) return proof.passwordHash === passwordHash;
  const found =
    'sessionId' in proof
      ? await transaction
          .selectFrom('session')
          .select('id')
          .where('id', '=', proof.sessionId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      : await transaction
          .updateTable('qr_sign_in')
          .set({ state: 'used' })
          .where('id', '=', proof.qrId)
          .where('state', '=', 'confirmed')
          .where('user_id', '=', userId)
          .returning('id')
          .executeTakeFirst();
  return found !== undefined;
}

/** Makes room for one more. */
async function endUnused(transaction: Transaction<Tables>, userId: string, kind: Caller['sessionKind']): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session where user_id = ${userId} and kind = ${kind} order by seen_at desc, id desc offset ${limits.sessionsPerPerson[kind] - 1})`.execute(
    transaction,
  );
}

/** Judged over the tables `s`, a session, and `u`, its person. */
const isOpen = (times: SessionTimes) => sql<boolean>`s.expires_at > now() and s.seen_at > now() - ${times.idleMs} * interval '1 millisecond'
      and ${isActive}`;

/** Until the session's own end or the account's, whichever comes first; of the same tables. */
const endsInMs = sql<number>`(extract(epoch from least(s.expires_at, u.expires_at) - now()) * 1000)::float8`;

/** How stale `seen_at` may be: one write a minute for each session, not one a request. */
const seenEveryMs = 60_000;

/**
 * Whom a token belongs to; null when it is unknown, idle too long, over its end, or its person is frozen or expired. Judged by
 * the database's clock, so that a freeze acts at once. With it, in how many milliseconds it ends by itself.
 */
export async function findCaller(
  database: Kysely<Tables>,
  token: string,
  kind: Caller['sessionKind'],
  times: SessionTimes,
): Promise<{ caller: Caller; endsInMs: number } | null> {
  const hash = hashOf(token);
  const { rows } = await sql<{
    id: string;
    user_id: string;
    account_name: string;
    real_name: string;
    admin_role: 'administrator' | null;
    speed_limit: number | null;
    stale: boolean;
    ends_in_ms: number;
  }>`
    select s.id, s.user_id, u.account_name, u.real_name, u.admin_role, u.speed_limit, s.seen_at < now() - ${seenEveryMs} * interval '1 millisecond' as stale,
      ${endsInMs} as ends_in_ms
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
  const caller: Caller = {
    userId: row.user_id,
    sessionId: row.id,
    sessionKind: kind,
    accountName: row.account_name,
    realName: row.real_name,
    adminRole: row.admin_role,
    speedLimit: row.speed_limit,
  };
  return { caller, endsInMs: row.ends_in_ms };
}

/** Which of these are still open, by the rules of `findCaller`, and in how many milliseconds each ends by itself. To be asked does not count as a use. */
export async function stillOpen(
  database: Kysely<Tables>,
  sessionIds: readonly string[],
  times: SessionTimes,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; ends_in_ms: number }>`
    select s.id, ${endsInMs} as ends_in_ms from session s join user_account u on u.id = s.user_id
    where s.id = any(${sessionIds}::uuid[]) and ${isOpen(times)}`.execute(database);
  return new Map(rows.map((row) => [row.id, row.ends_in_ms]));
}

/** Whether what was given to a session still stands on it. A long download alone does not count as a use, and needs none. */
export async function sessionStands(database: Kysely<Tables>, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from session where id = ${sessionId} and expires_at > now()`.execute(database);
  return rows.length > 0;
}

export interface OpenSession {
  sessionId: string;
  kind: Caller['sessionKind'];
  agent: string;
  address: string;
  createdAt: Date;
  seenAt: Date;
}

/** Those of a person, the one used last first. */
export async function listSessions(database: Kysely<Tables>, userId: string, times: SessionTimes): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select s.id as "sessionId", s.kind, s.agent, s.address, s.created_at as "createdAt", s.seen_at as "seenAt"
    from session s join user_account u on u.id = s.user_id
    where s.user_id = ${userId} and ${isOpen(times)} order by s.seen_at desc, s.id desc`.execute(database);
  return rows;
}

/** Those of the person among these. Answers how many there were. */
export async function endSessions(database: Kysely<Tables>, userId: string, sessionIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', 'in', [...sessionIds])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** For the rest of the transaction: a new password ends every session of the person but this one (the trigger `sessions_end`). */
export async function keepSession(transaction: Transaction<Tables>, sessionId: string): Promise<void> {
  await sql`select set_config('alcove.kept_session', ${sessionId}, true)`.execute(transaction);
}

/** Answers 0: one turn does it all. */
export async function removeEndedSessions(database: Kysely<Tables>): Promise<0> {
  await database
    .deleteFrom('session')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await sql`delete from session s using user_account u where u.id = s.user_id and u.expires_at <= now()`.execute(database);
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
