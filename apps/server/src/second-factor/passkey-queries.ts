/** Statements on passkeys, and on what their owners are asked to sign. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { deviceOf } from './factor-queries.ts';
import type { Adder } from './factor-queries.ts';

const challengeMinutes = 5;

/** What is to be signed: once, by whoever is bound to it, with a key of this person; null: of anybody. */
export async function insertChallenge(
  database: Kysely<Tables>,
  { challenge, boundTo, userId }: { challenge: string; boundTo: Buffer; userId: string | null },
): Promise<void> {
  await sql`
    insert into passkey_challenge (challenge, bound_to, user_id, expires_at)
    values (${challenge}, ${boundTo}, ${userId}, now() + ${challengeMinutes} * interval '1 minute')`.execute(database);
}

/** Of two that take it, one gets it. */
export async function takeChallenge(
  database: Kysely<Tables>,
  { challenge, boundTo, userId }: { challenge: string; boundTo: Buffer; userId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenge where challenge = ${challenge} and bound_to = ${boundTo} and user_id is not distinct from ${userId}
      and expires_at > now() returning challenge`.execute(database);
  return rows.length > 0;
}

export async function deleteOldChallenges(database: Kysely<Tables>): Promise<void> {
  await sql`delete from passkey_challenge where expires_at <= now()`.execute(database);
}

export interface StoredPasskey {
  passkeyId: string;
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  /** The name of the site for which it signs; null: it was added before that was kept. */
  host: string | null;
  createdAt: Date;
  usedAt: Date | null;
  userId: string;
  accountName: string;
  welcomed: boolean;
}

const stored = sql`k.id as "passkeyId", k.name, k.credential_id as "credentialId", k.public_key as "publicKey", k.counter, k.transports, k.host,
  k.created_at as "createdAt", k.used_at as "usedAt", u.id as "userId", u.account_name as "accountName", u.welcomed_at is not null as welcomed`;

/** Oldest first. */
export async function findPasskeys(database: Kysely<Tables>, userId: string): Promise<StoredPasskey[]> {
  const { rows } = await sql<StoredPasskey>`
    select ${stored} from passkey k join user_account u on u.id = k.user_id where k.user_id = ${userId} order by k.created_at, k.id`.execute(
    database,
  );
  return rows;
}

export async function findPasskey(database: Kysely<Tables>, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await sql<StoredPasskey>`
    select ${stored} from passkey k join user_account u on u.id = k.user_id where k.credential_id = ${credentialId}`.execute(database);
  return rows[0] ?? null;
}

/** False if it is registered already. */
export async function insertPasskey(
  transaction: Transaction<Tables>,
  { userId, sessionId }: Adder,
  row: { id: string; credentialId: string; publicKey: Uint8Array; counter: number; transports: string[]; name: string; host: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: made } = await transaction
    .insertInto('passkey')
    .values({
      id: row.id,
      user_id: userId,
      credential_id: row.credentialId,
      public_key: Buffer.from(row.publicKey),
      counter: row.counter,
      transports: row.transports,
      name: row.name,
      host: row.host,
      added_on: deviceOf(sessionId),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return made === 1n;
}

/** The key was used. False if it is gone, or has counted further in the meantime: then there are two of it. */
export async function spendPasskey(transaction: Transaction<Tables>, passkeyId: string, counter: number): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${counter}, used_at = now()
    where id = ${passkeyId} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning id`.execute(transaction);
  return rows.length > 0;
}

/** False if the person has none with this id. */
export async function setPasskeyName(transaction: Transaction<Tables>, userId: string, passkeyId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Its name; null if the person has none with this id. */
export async function deletePasskey(transaction: Transaction<Tables>, userId: string, passkeyId: string): Promise<string | null> {
  const row = await transaction
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}
