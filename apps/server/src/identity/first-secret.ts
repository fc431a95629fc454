/**
 * A secret in place of a password, for people who were imported: hashing thousands of passwords would take a quarter of an hour. It opens one
 * session, in which nothing else is possible than to set a password. Because it is random and long, a fast hash protects it.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { putSecrets, secretOfSession } from './first-secret-queries.ts';

/** Without letters that look like digits. 32 of them, so each stands for five bits. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 20;

/** A hundred random bits, in groups that people can copy from paper. */
const drawSecret = (): string =>
  Array.from(randomBytes(length), (byte, index) => `${index > 0 && index % 5 === 0 ? '-' : ''}${signs[byte % signs.length]}`).join('');

/** Case, spaces and hyphens do not count, and letters that look like a digit are that digit. */
const hashOf = (written: string): Buffer =>
  createHash('sha256').update(written.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')).digest();

/** Draws a secret for each of these people in place of an earlier one. Only the hashes are stored. The caller has locked their accounts. */
export async function drawSecrets(transaction: Transaction<Tables>, userIds: readonly string[]): Promise<Map<string, string>> {
  const secrets = new Map(userIds.map((userId) => [userId, drawSecret()]));
  await putSecrets(
    transaction,
    [...secrets].map(([userId, secret]) => ({ userId, hash: hashOf(secret) })),
  );
  return secrets;
}

/** What `openSession` takes as a proof if this is the person's unused secret; null if it is not. */
export function secretProof(
  user: { passwordHash: string | null; secretHash: Buffer | null },
  given: string,
): { firstSecret: Buffer } | null {
  if (user.passwordHash !== null || user.secretHash === null) return null;
  return timingSafeEqual(user.secretHash, hashOf(given)) ? { firstSecret: user.secretHash } : null;
}

/** Whether this secret has opened the caller's session. */
export async function secretOpened(database: Kysely<Tables>, { userId, sessionId }: Caller, given: string): Promise<boolean> {
  const hash = await secretOfSession(database, userId, sessionId);
  return hash !== null && timingSafeEqual(hash, hashOf(given));
}
