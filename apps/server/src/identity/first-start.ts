import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hashPassword } from './passwords.ts';
import { createPerson } from './people.ts';
import { insertSecret, readSecret } from './secret-queries.ts';
import { lockFirstStart, isAnybodyThere } from './user-queries.ts';

/** Twenty characters of four kinds: meets our own rule whatever is drawn. */
export const drawPassword = (): string => `${randomBytes(12).toString('base64url').replace(/[-_]/g, 'x')}-A7z`;

/**
 * The administrator of a new installation; does nothing where there is anybody already. Of two processes that start at once, one creates
 * it. `made` is handed the password, null for the configured one. It shows a drawn one before the account is kept: kept but never shown,
 * as when the start fails right after, it would let nobody in for good.
 */
export async function ensureAdministrator(
  database: Kysely<Tables>,
  configured: string | null,
  made: (drawn: string | null) => void,
): Promise<void> {
  if (await isAnybodyThere(database)) return;
  const password = configured ?? drawPassword();
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    await lockFirstStart(transaction);
    if (await isAnybodyThere(transaction)) return;
    await createPerson(transaction, {
      accountName: 'admin',
      realName: 'Admin', // an account's name is data, shown alike to everybody: a word that both languages know
      passwordHash,
      adminRole: 'administrator',
      quotaBytes: null,
    });
    made(configured === null ? password : null);
  });
}

/** A secret of the installation, drawn once and shared by all its processes. */
export async function serverSecret(database: Kysely<Tables>, name: string): Promise<Buffer> {
  await insertSecret(database, name, randomBytes(32));
  return readSecret(database, name);
}
