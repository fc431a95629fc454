/** Statements on sessions. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { SignInWay } from '@alcove/contract';
import { hasSecondFactor, isActive, minutesOf, mustAgree, roleNeedsFactor, settingOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { adminRolesOf } from '../roles/index.ts';
import type { AdminRole } from '../roles/index.ts';
import { isPasswordExpired } from './user-queries.ts';

export interface SessionTimes {
  idleMs: number;
  absoluteMs: number;
}

export interface SessionRow {
  id: string;
  tokenHash: Buffer;
  userId: string;
  kind: Caller['sessionKind'];
  browser: string | null;
  deviceId: string | null;
  way: SignInWay;
  agent: string;
  address: string;
}

/** When the person of a new session proved who they are: as it is opened, some time before, at a time in seconds, or when they did in another session. */
export type Proved = 'now' | 'before' | { at: number } | { in: string };

/** The person counts as seen. Returns when the session ends at the latest, however much it is used. */
export async function insertSession(
  transaction: Transaction<Tables>,
  { id, tokenHash, userId, kind, browser, deviceId, way, agent, address }: SessionRow,
  { absoluteMs }: SessionTimes,
  proved: Proved,
): Promise<Date> {
  const provedAt =
    typeof proved === 'string'
      ? sql<Date>`${proved === 'now' ? 'now' : 'epoch'}::timestamptz`
      : 'at' in proved
        ? sql<Date>`least(now(), to_timestamp(${proved.at}::bigint))`
        : sql<Date>`(select proved_at from session where id = ${proved.in})`;
  const { expires_at: expiresAt } = await transaction
    .insertInto('session')
    .values({
      token_hash: tokenHash,
      id,
      user_id: userId,
      kind,
      browser,
      device_id: deviceId,
      way,
      agent,
      address,
      expires_at: sql<Date>`now() + ${absoluteMs} * interval '1 millisecond'`,
      proved_at: provedAt,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  await personSeen(sql`${userId}`).execute(transaction);
  return expiresAt;
}

/**
 * Whether the person has this session. If a platform opened it, the platform stays as it is until the transaction ends: switching it off would
 * overlook what is being opened.
 */
export async function holdSession(transaction: Transaction<Tables>, userId: string, sessionId: string): Promise<boolean> {
  await sql`select from platform where id = (select platform_id from platform_session where session_id = ${sessionId}) for share`.execute(
    transaction,
  );
  const { rows } = await sql`select from session where id = ${sessionId} and user_id = ${userId}`.execute(transaction);
  return rows.length > 0;
}

/**
 * What a session of a platform opened ends with the platform as well, and with who somebody is there. It does not end when this one session does, which is
 * another device's.
 */
export async function inheritPlatform(transaction: Transaction<Tables>, openerId: string, sessionId: string): Promise<void> {
  await sql`
    insert into platform_session (session_id, platform_id, issuer, subject)
    select ${sessionId}, platform_id, issuer, subject from platform_session where session_id = ${openerId}`.execute(transaction);
}

/** Where the session's person signs out at the platform that opened it. */
export async function findSignOut(database: Kysely<Tables>, sessionId: string): Promise<string | null> {
  const row = await database.selectFrom('platform_session').select('sign_out').where('session_id', '=', sessionId).executeTakeFirst();
  return row?.sign_out ?? null;
}

/** Ends the browser's session, whoever signed in there. */
export async function endSessionOfBrowser(transaction: Transaction<Tables>, browser: string): Promise<void> {
  await transaction.deleteFrom('session').where('browser', '=', browser).execute();
}

/** Ends the least recently used sessions of this kind, so that one more fits. */
export async function endUnused(transaction: Transaction<Tables>, userId: string, kind: Caller['sessionKind']): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session where user_id = ${userId} and kind = ${kind} order by seen_at desc, id desc offset ${settingOf(`${kind}Sessions`)} - 1)`.execute(
    transaction,
  );
}

/** Over the tables `s`, a session, and `u`, its person. */
const isOpen = (times: SessionTimes) => sql<boolean>`s.expires_at > now() and s.seen_at > now() - ${times.idleMs} * interval '1 millisecond'
      and s.created_at > now() - ${times.absoluteMs} * interval '1 millisecond'
      and ${isActive}`;

/** Milliseconds until the session or the account ends, whichever comes first, over the same tables. */
const endsInMs = sql<number>`(extract(epoch from least(s.expires_at, u.expires_at) - now()) * 1000)::float8`;

/** How stale `seen_at` may be: it is written at most once a minute per session, not with every request. */
const seenEveryMs = 60_000;

export interface FoundSession {
  id: string;
  user_id: string;
  account_name: string;
  real_name: string;
  roles: AdminRole[];
  speed_limit: number | null;
  must_change_password: boolean;
  must_agree: boolean;
  has_factor: boolean;
  role_needs_factor: boolean;
  /** `seen_at` must be updated. */
  stale: boolean;
  /** Milliseconds until it ends by itself. */
  ends_in_ms: number;
}

/** Null if the token is unknown, the session was idle too long or has ended, or its person is frozen or expired. */
export async function findSession(
  database: Kysely<Tables>,
  tokenHash: Buffer,
  kind: Caller['sessionKind'],
  { times, passwordTermDays }: { times: SessionTimes; passwordTermDays: number | null },
): Promise<FoundSession | null> {
  const { rows } = await sql<FoundSession>`
    select s.id, s.user_id, u.account_name, u.real_name, u.speed_limit, u.must_change_password or ${isPasswordExpired(passwordTermDays)} as must_change_password,
      ${mustAgree} as must_agree, ${hasSecondFactor} as has_factor, ${roleNeedsFactor} as role_needs_factor,
      ${adminRolesOf(sql`u.id`)} as roles, s.seen_at < now() - ${seenEveryMs} * interval '1 millisecond' as stale,
      ${endsInMs} as ends_in_ms
    from session s join user_account u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.kind = ${kind} and ${isOpen(times)}`.execute(database);
  return rows[0] ?? null;
}

/** Writes that the session and its person were seen now. */
export async function setSeen(database: Kysely<Tables>, tokenHash: Buffer): Promise<void> {
  await sql`
    with seen as (update session set seen_at = now() where token_hash = ${tokenHash} returning user_id)
    ${personSeen(sql`(select user_id from seen)`)}`.execute(database);
}

/** For a person with several sessions in use, it writes no more often than for one. */
const personSeen = (person: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update last_seen set seen_at = now() where user_id = ${person}
    and (seen_at is null or seen_at < now() - ${seenEveryMs} * interval '1 millisecond')`;

/**
 * Which of these sessions are open, by the rules of `findCaller`, with the milliseconds until each ends by itself. This does not count as
 * use.
 */
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

/**
 * Whether links that were given to a session are still valid. A long download does not count as use, and an idle session does not end it.
 */
export async function sessionStands(database: Kysely<Tables>, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from session where id = ${sessionId} and expires_at > now()`.execute(database);
  return rows.length > 0;
}

export interface OpenSession {
  sessionId: string;
  kind: Caller['sessionKind'];
  agent: string;
  address: string;
  way: SignInWay | null;
  /** The name of the platform that opened it. */
  platform: string | null;
  /** Its device, if the person is asked whether it is theirs. */
  askedDevice: string | null;
  createdAt: Date;
  seenAt: Date;
}

/** The person's open sessions, most recently used first. */
export async function listSessions(database: Kysely<Tables>, userId: string, times: SessionTimes): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select s.id as "sessionId", s.kind, s.agent, s.address, s.way, p.name as platform, d.id as "askedDevice",
      s.created_at as "createdAt", s.seen_at as "seenAt"
    from session s join user_account u on u.id = s.user_id
      left join known_device d on d.id = s.device_id and d.state = 'asked'
      left join platform_session ps on ps.session_id = s.id left join platform p on p.id = ps.platform_id
    where s.user_id = ${userId} and ${isOpen(times)} order by s.seen_at desc, s.id desc`.execute(database);
  return rows;
}

/** Keeps what the desktop client reports in a session, which shows it if it is the client's own. False if it reported the same last. */
export async function reportClient(transaction: Transaction<Tables>, sessionId: string, agent: string): Promise<boolean> {
  const { rows } = await sql`
    update session set reported_agent = ${agent}, agent = case kind when 'client' then ${agent} else agent end
    where id = ${sessionId} and reported_agent is distinct from ${agent} returning 1`.execute(transaction);
  return rows.length > 0;
}

/** Ends those of these sessions that belong to the person. Returns how many there were. */
export async function endSessions(database: Kysely<Tables>, userId: string, sessionIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', 'in', [...sessionIds])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends all sessions of the person except this one. Returns how many there were. */
export async function endSessionsExcept(database: Kysely<Tables>, userId: string, exceptId: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** For the rest of the transaction: a new password ends every session of the person except this one (the trigger `sessions_end`). */
export async function keepSession(transaction: Transaction<Tables>, sessionId: string): Promise<void> {
  await sql`select set_config('alcove.kept_session', ${sessionId}, true)`.execute(transaction);
}

/** Deletes sessions that have ended, and those of people whose account has expired. */
export async function deleteEndedSessions(database: Kysely<Tables>): Promise<void> {
  await database
    .deleteFrom('session')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await sql`delete from session s using user_account u where u.id = s.user_id and u.expires_at <= now()`.execute(database);
}

/** Whether the session's person proved lately who they are. */
export async function isProved(database: Kysely<Tables>, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from session where id = ${sessionId} and proved_at > now() - ${minutesOf('proofMinutes')}`.execute(
    database,
  );
  return rows.length > 0;
}

/** The session's person proved now who they are. */
export async function setProved(transaction: Transaction<Tables>, sessionId: string): Promise<void> {
  await sql`update session set proved_at = now() where id = ${sessionId}`.execute(transaction);
}
