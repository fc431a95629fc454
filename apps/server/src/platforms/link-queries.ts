/** Statements on who somebody is at a platform, and on the sessions that it opened. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Somebody at a platform. The issuer never gives the subject to anybody else. */
export interface Identity {
  platformId: string;
  issuer: string;
  subject: string;
}

export interface LinkedUser {
  userId: string;
  accountName: string;
  welcomed: boolean;
}

/** Whose identity it is; they count as signed in now. */
export async function findLinked(transaction: Transaction<Tables>, { platformId, issuer, subject }: Identity): Promise<LinkedUser | null> {
  const { rows } = await sql<LinkedUser>`
    update identity_link l set signed_in_at = now() from user_account u
    where l.platform_id = ${platformId} and l.issuer = ${issuer} and l.subject = ${subject} and u.id = l.user_id
    returning u.id as "userId", u.account_name as "accountName", u.welcomed_at is not null as welcomed`.execute(transaction);
  return rows[0] ?? null;
}

/** False if the identity is somebody's, or the person has another one there. */
export async function insertLink(transaction: Transaction<Tables>, identity: Identity, userId: string): Promise<boolean> {
  const { platformId, issuer, subject } = identity;
  const { numAffectedRows } = await sql`
    insert into identity_link (platform_id, issuer, subject, user_id) values (${platformId}, ${issuer}, ${subject}, ${userId})
    on conflict do nothing`.execute(transaction);
  return numAffectedRows === 1n;
}

/** First sign-ins with a platform are made one at a time until the transaction ends. */
export async function lockFirstSignIns(transaction: Transaction<Tables>, platformId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`platform ${platformId}`}, 0))`.execute(transaction);
}

export interface PlatformSession extends Identity {
  sessionId: string;
  /** The platform's name for its own session, if it says one. */
  providerSession: string | null;
  /** Where the person signs out there. */
  signOut: string | null;
}

/** False if the identity is nobody's any more. */
export async function insertSession(transaction: Transaction<Tables>, session: PlatformSession, userId: string): Promise<boolean> {
  const { sessionId, platformId, issuer, subject, providerSession, signOut } = session;
  const { numAffectedRows } = await sql`
    insert into platform_session (session_id, platform_id, issuer, subject, provider_session, sign_out)
    select ${sessionId}, platform_id, issuer, subject, ${providerSession}, ${signOut} from identity_link
    where platform_id = ${platformId} and issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`.execute(transaction);
  return numAffectedRows === 1n;
}

/** Ends the sessions that the platform opened. The database tells every process, which ends what they have open. */
export async function endSessionsOfPlatform(transaction: Transaction<Tables>, platformId: string): Promise<void> {
  await sql`delete from session where id in (select session_id from platform_session where platform_id = ${platformId})`.execute(
    transaction,
  );
}

/** Ends those of a subject, or of one of its sessions there. Returns whose they were. */
export async function endSessionsAt(
  database: Kysely<Tables>,
  { platformId, issuer }: Omit<Identity, 'subject'>,
  { subject, providerSession }: { subject: string | null; providerSession: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from session where id in (
      select session_id from platform_session where platform_id = ${platformId} and issuer = ${issuer}
        and (${subject}::text is null or subject = ${subject}) and (${providerSession}::text is null or provider_session = ${providerSession})
    ) returning user_id`.execute(database);
  return [...new Set(rows.map(({ user_id: userId }) => userId))];
}
