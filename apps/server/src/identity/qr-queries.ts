/** Statements on the codes that are scanned to sign in. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

type QrState = Tables['qr_sign_in']['state'];

/** Inserts a code that waits to be scanned. Returns when it expires. */
export async function insertQr(
  database: Kysely<Tables>,
  {
    id,
    browserHash,
    agent,
    address,
    lifeSeconds,
  }: { id: string; browserHash: Buffer; agent: string; address: string; lifeSeconds: number },
): Promise<Date> {
  const { expires_at: expiresAt } = await database
    .insertInto('qr_sign_in')
    .values({
      id,
      browser_hash: browserHash,
      state: 'waiting',
      user_id: null,
      agent,
      address,
      expires_at: sql<Date>`now() + ${lifeSeconds} * interval '1 second'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

export interface QrRow {
  state: QrState;
  /** The person who scanned it; null before that. */
  id: string | null;
  account_name: string | null;
  /** Whether that person is frozen. */
  frozen: boolean;
  expired: boolean;
  /** They were welcomed at an earlier sign-in. */
  welcomed: boolean;
}

/** Null if the code is expired, unknown, or of another browser. */
export async function findQr(database: Kysely<Tables>, qrId: string, browserHash: Buffer): Promise<QrRow | null> {
  const row = await database
    .selectFrom('qr_sign_in as q')
    .leftJoin('user_account as u', 'u.id', 'q.user_id')
    .select(['q.state', 'u.id', 'u.account_name'])
    .select([sql<boolean>`u.frozen_at is not null`.as('frozen'), sql<boolean>`coalesce(u.expires_at <= now(), false)`.as('expired')])
    .select(sql<boolean>`u.welcomed_at is not null`.as('welcomed'))
    .where('q.id', '=', qrId)
    .where('q.browser_hash', '=', browserHash)
    .where('q.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** What the person scanned or approved opens no session any more. */
export async function refuseQrOf(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction
    .updateTable('qr_sign_in')
    .set({ state: 'refused' })
    .where('user_id', '=', userId)
    .where('state', 'in', ['scanned', 'confirmed'])
    .execute();
}

const secondsLeft = sql<number>`ceil(extract(epoch from expires_at - now()))::int`;

export interface QrBrowserRow {
  agent: string;
  address: string;
  createdAt: Date;
  secondsLeft: number;
}

/** Only the first person who scans a code can set its state. Null if it is expired, unknown, or already answered. */
export async function setQrState(
  database: Kysely<Tables>,
  qrId: string,
  { userId, sessionId }: { userId: string; sessionId: string },
  next: 'scanned' | 'confirmed' | 'refused',
): Promise<QrBrowserRow | null> {
  const row = await database
    .updateTable('qr_sign_in')
    .set({ state: next, user_id: userId, session_id: sessionId })
    .where('id', '=', qrId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((where) =>
      where.or([where('state', '=', 'waiting'), where.and([where('state', '=', 'scanned'), where('user_id', '=', userId)])]),
    )
    .returning(['agent', 'address', 'created_at as createdAt', secondsLeft.as('secondsLeft')])
    .executeTakeFirst();
  return row ?? null;
}

/** Uses up a code that the person confirmed. False if there is none, or another request has used it. */
export async function spendQr(transaction: Transaction<Tables>, userId: string, qrId: string): Promise<boolean> {
  const row = await transaction
    .updateTable('qr_sign_in')
    .set({ state: 'used' })
    .where('id', '=', qrId)
    .where('state', '=', 'confirmed')
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes codes that expired more than an hour ago. */
export async function deleteOldQr(database: Kysely<Tables>): Promise<void> {
  await database
    .deleteFrom('qr_sign_in')
    .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}
