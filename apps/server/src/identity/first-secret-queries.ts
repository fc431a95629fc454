/** Statements on the secrets with which people without a password sign in for the first time. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** An SQL expression: the hash of this person's secret, if it can still be used. */
export const unusedSecretOf = (person: RawBuilder<unknown>): RawBuilder<Buffer | null> =>
  sql`(select hash from first_secret f where f.user_id = ${person} and f.session_id is null and f.expires_at > now())`;

/** Gives people new secrets in place of those they had. The caller has locked their accounts. */
export async function putSecrets(transaction: Transaction<Tables>, secrets: readonly { userId: string; hash: Buffer }[]): Promise<void> {
  const hashes = secrets.map(({ hash }) => hash.toString('hex'));
  await sql`
    insert into first_secret (user_id, hash, expires_at)
    select s.user_id, decode(s.hash, 'hex'), now() + ${daysOf('firstSecretDays')}
    from unnest(${secrets.map(({ userId }) => userId)}::uuid[], ${hashes}::text[]) as s (user_id, hash)
    on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at, session_id = null`.execute(transaction);
}

/** Uses a secret up for a session. False if it was used or replaced, or has ended. */
export async function spendSecret(transaction: Transaction<Tables>, userId: string, hash: Buffer, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    update first_secret set session_id = ${sessionId}
    where user_id = ${userId} and hash = ${hash} and session_id is null and expires_at > now() returning user_id`.execute(transaction);
  return rows.length > 0;
}

/** The hash of the secret that opened this session. */
export async function secretOfSession(database: Kysely<Tables>, userId: string, sessionId: string): Promise<Buffer | null> {
  const row = await database
    .selectFrom('first_secret')
    .select('hash')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.hash ?? null;
}

export async function deleteExpiredSecrets(database: Kysely<Tables>): Promise<void> {
  await database
    .deleteFrom('first_secret')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
