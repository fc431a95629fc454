/** Statements on what people have beside their password. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FactorsToGive } from '@alcove/contract';
import { roleNeedsFactor } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { adminRolesOf } from '../roles/index.ts';
import type { AdminRole } from '../roles/index.ts';

/** What the person has, and can give. */
export async function readFactors(database: Kysely<Tables>, userId: string): Promise<FactorsToGive> {
  const { rows } = await sql<FactorsToGive>`
    select exists (select from totp_factor where user_id = ${userId}) as totp, exists (select from passkey where user_id = ${userId}) as passkeys,
      (select count(*)::int from recovery_code where user_id = ${userId} and used_at is null) as "recoveryCodes"`.execute(database);
  return rows[0]!;
}

/** What decides whether the person must have a factor. */
export async function readDemand(database: Kysely<Tables>, userId: string): Promise<{ role_needs_factor: boolean; roles: AdminRole[] }> {
  const { rows } = await sql<{ role_needs_factor: boolean; roles: AdminRole[] }>`
    select ${roleNeedsFactor} as role_needs_factor, ${adminRolesOf(sql`u.id`)} as roles from user_account u where u.id = ${userId}`.execute(
    database,
  );
  return rows[0]!;
}

export interface StoredTotp {
  secret: Buffer;
  lastStep: number;
  /** Seconds since 1970, by the database's clock. */
  seconds: number;
  createdAt: Date;
}

export async function findTotp(database: Kysely<Tables>, userId: string): Promise<StoredTotp | null> {
  const { rows } = await sql<StoredTotp>`
    select secret, last_step as "lastStep", extract(epoch from clock_timestamp())::float8 as seconds, created_at as "createdAt"
    from totp_factor where user_id = ${userId}`.execute(database);
  return rows[0] ?? null;
}

/** Uses up the code of this step. False if it, or a later one, is used up already, or the app is gone. */
export async function spendTotpStep(transaction: Transaction<Tables>, userId: string, step: number): Promise<boolean> {
  const { rows } =
    await sql`update totp_factor set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning user_id`.execute(
      transaction,
    );
  return rows.length > 0;
}

/** Whose factor it is, and in which session it is added: if its device is not theirs, the factor goes, too. */
export type Adder = Pick<Caller, 'userId' | 'sessionId'>;
export const deviceOf = (sessionId: string) => sql<string | null>`(select device_id from session where id = ${sessionId})`;

/** In place of one that the person had. */
export async function putTotp(
  transaction: Transaction<Tables>,
  { userId, sessionId }: Adder,
  { secret, step }: { secret: Buffer; step: number },
): Promise<void> {
  await sql`
    insert into totp_factor (user_id, secret, last_step, added_on) values (${userId}, ${secret}, ${step}, ${deviceOf(sessionId)})
    on conflict (user_id) do update set secret = excluded.secret, last_step = excluded.last_step, added_on = excluded.added_on, created_at = now()`.execute(
    transaction,
  );
}

/** False if there is none. */
export async function deleteTotp(transaction: Transaction<Tables>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction.deleteFrom('totp_factor').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

const enrolmentMinutes = 10;

/** In place of one that waits. */
export async function putEnrolment(database: Kysely<Tables>, userId: string, secret: Buffer): Promise<void> {
  await sql`
    insert into totp_enrolment (user_id, secret, expires_at) values (${userId}, ${secret}, now() + ${enrolmentMinutes} * interval '1 minute')
    on conflict (user_id) do update set secret = excluded.secret, expires_at = excluded.expires_at`.execute(database);
}

export async function findEnrolment(transaction: Transaction<Tables>, userId: string): Promise<{ secret: Buffer; seconds: number } | null> {
  const { rows } = await sql<{ secret: Buffer; seconds: number }>`
    select secret, extract(epoch from clock_timestamp())::float8 as seconds from totp_enrolment
    where user_id = ${userId} and expires_at > now() for update`.execute(transaction);
  return rows[0] ?? null;
}

export async function deleteEnrolment(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.deleteFrom('totp_enrolment').where('user_id', '=', userId).execute();
}

export async function deleteOldEnrolments(database: Kysely<Tables>): Promise<void> {
  await sql`delete from totp_enrolment where expires_at <= now()`.execute(database);
}

/** In place of all that the person had. */
export async function putRecoveryCodes(
  transaction: Transaction<Tables>,
  { userId, sessionId }: Adder,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(transaction, userId);
  await transaction
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, hash, added_on: deviceOf(sessionId) })))
    .execute();
}

export async function deleteRecoveryCodes(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

export async function hasRecoveryCode(database: Kysely<Tables>, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`select from recovery_code where user_id = ${userId} and hash = ${hash} and used_at is null`.execute(database);
  return rows.length > 0;
}

/** False if it is none of theirs, or used. */
export async function spendRecoveryCode(transaction: Transaction<Tables>, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update recovery_code set used_at = now() where user_id = ${userId} and hash = ${hash} and used_at is null returning user_id`.execute(
    transaction,
  );
  return rows.length > 0;
}
