/** Statements on who somebody is at a platform, and on the sessions that it opened. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { PlatformProtocol } from '@alcove/contract';
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

/**
 * Ends those of a subject, or of one of its sessions there, once what these people are opening is open, and what of it waits for a second factor.
 * Returns whose the sessions were.
 */
export async function endSessionsAt(
  transaction: Transaction<Tables>,
  { platformId, issuer }: Omit<Identity, 'subject'>,
  { subject, providerSession }: { subject: string | null; providerSession: string | null },
): Promise<string[]> {
  const those = sql`select session_id from platform_session where platform_id = ${platformId} and issuer = ${issuer}
        and (${subject}::text is null or subject = ${subject}) and (${providerSession}::text is null or provider_session = ${providerSession})`;
  // First, because one that is just being finished is waited for: its session is then seen.
  await sql`
    delete from sign_in_step where platform ->> 'platformId' = ${platformId} and platform ->> 'issuer' = ${issuer}
      and (${subject}::text is null or platform ->> 'subject' = ${subject})
      and (${providerSession}::text is null or platform ->> 'providerSession' = ${providerSession})`.execute(transaction);
  await sql`select from user_account where id in (select user_id from session where id in (${those})) order by id for update`.execute(
    transaction,
  );
  const { rows } = await sql<{ user_id: string }>`delete from session where id in (${those}) returning user_id`.execute(transaction);
  return [...new Set(rows.map(({ user_id: userId }) => userId))];
}

export interface PersonLink {
  platformId: string;
  name: string;
  protocol: PlatformProtocol;
  createdAt: Date;
  signedInAt: Date;
}

/** Where a person signs in, by name. An identity of an issuer that the platform no longer has is nobody's. */
export async function linksOf(database: Kysely<Tables>, userId: string): Promise<PersonLink[]> {
  const { rows } = await sql<PersonLink>`
    select p.id as "platformId", p.name, p.protocol, l.created_at as "createdAt", l.signed_in_at as "signedInAt"
    from identity_link l join platform p on p.id = l.platform_id and p.issuer = l.issuer
    where l.user_id = ${userId} order by p.name collate zh_natural, p.id`.execute(database);
  return rows;
}

/**
 * From now on the platform knows nobody who is this person, and their data are their own. Their sessions of it end, and what of it waits for a second factor. Returns the platform's name, or null if
 * they have no identity there.
 */
export async function deleteLink(transaction: Transaction<Tables>, userId: string, platformId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    with gone as (delete from identity_link where user_id = ${userId} and platform_id = ${platformId} returning platform_id),
      theirs as (delete from directory_person where user_id = ${userId} and platform_id = ${platformId})
    select p.name from platform p where p.id in (select platform_id from gone)`.execute(transaction);
  await sql`
    delete from session where user_id = ${userId}
      and id in (select session_id from platform_session where platform_id = ${platformId})`.execute(transaction);
  await sql`delete from sign_in_step where user_id = ${userId} and platform ->> 'platformId' = ${platformId}`.execute(transaction);
  return rows[0]?.name ?? null;
}
