/** Statements on sign-ins that wait for the second factor. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface SignInStep {
  userId: string;
  kind: 'browser' | 'client';
  /** One of these three: what the person proved. */
  passwordHash: string | null;
  firstSecret: Buffer | null;
  platform: object | null;
  returnTo: string | null;
}

export async function insertStep(
  database: Kysely<Tables>,
  tokenHash: Buffer,
  { userId, kind, passwordHash, firstSecret, platform, returnTo }: SignInStep,
  lifeSeconds: number,
): Promise<void> {
  await database
    .insertInto('sign_in_step')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      kind,
      password_hash: passwordHash,
      first_secret: firstSecret,
      platform: platform && JSON.stringify(platform),
      return_to: returnTo,
      expires_at: sql<Date>`now() + ${lifeSeconds} * interval '1 second'`,
    })
    .execute();
}

export interface FoundStep extends SignInStep {
  accountName: string;
  realName: string;
  welcomed: boolean;
  expiresAt: Date;
}

/** Null if it has ended. */
export async function findStep(database: Kysely<Tables>, tokenHash: Buffer): Promise<FoundStep | null> {
  const { rows } = await sql<FoundStep>`
    select s.user_id as "userId", s.kind, s.password_hash as "passwordHash", s.first_secret as "firstSecret", s.platform, s.return_to as "returnTo",
      u.account_name as "accountName", u.real_name as "realName", u.welcomed_at is not null as welcomed, s.expires_at as "expiresAt"
    from sign_in_step s join user_account u on u.id = s.user_id where s.token_hash = ${tokenHash} and s.expires_at > now()`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** Uses it up. False if it has ended, or another request has used it. */
export async function spendStep(transaction: Transaction<Tables>, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`delete from sign_in_step where token_hash = ${tokenHash} and expires_at > now() returning token_hash`.execute(
    transaction,
  );
  return rows.length > 0;
}

export async function deleteStep(database: Kysely<Tables>, tokenHash: Buffer): Promise<void> {
  await database.deleteFrom('sign_in_step').where('token_hash', '=', tokenHash).execute();
}

/** What the person proved in a first step opens no session any more. */
export async function deleteStepsOf(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.deleteFrom('sign_in_step').where('user_id', '=', userId).execute();
}

export async function deleteOldSteps(database: Kysely<Tables>): Promise<void> {
  await sql`delete from sign_in_step where expires_at <= now()`.execute(database);
}
