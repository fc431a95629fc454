/**
 * A secret in place of a password, for people who were imported: hashing thousands of passwords would take a quarter of an hour. It opens one
 * session, in which nothing else is possible than to set a password. Because it is random and long, a fast hash protects it.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { putSecrets, secretOfSession } from './first-secret-queries.ts';
import { drawWritten, hashWritten } from './written-secret.ts';

/** A hundred random bits. */
const length = 20;

/** Draws a secret for each of these people in place of an earlier one. Only the hashes are stored. The caller has locked their accounts. */
export async function drawSecrets(transaction: Transaction<Tables>, userIds: readonly string[]): Promise<Map<string, string>> {
  const secrets = new Map(userIds.map((userId) => [userId, drawWritten(length, 5)]));
  await putSecrets(
    transaction,
    [...secrets].map(([userId, secret]) => ({ userId, hash: hashWritten(secret) })),
  );
  return secrets;
}

/** What `openSession` takes as a proof if this is the person's unused secret; null if it is not. */
export function secretProof(
  user: { passwordHash: string | null; secretHash: Buffer | null },
  given: string,
): { firstSecret: Buffer } | null {
  if (user.passwordHash !== null || user.secretHash === null) return null;
  return timingSafeEqual(user.secretHash, hashWritten(given)) ? { firstSecret: user.secretHash } : null;
}

/** Whether this secret has opened the caller's session. */
export async function secretOpened(database: Kysely<Tables>, { userId, sessionId }: Caller, given: string): Promise<boolean> {
  const hash = await secretOfSession(database, userId, sessionId);
  return hash !== null && timingSafeEqual(hash, hashWritten(given));
}
