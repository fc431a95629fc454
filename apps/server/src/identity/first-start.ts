import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hashPassword } from './passwords.ts';
import { createPerson } from './people.ts';
import { insertSecret, readSecret } from './secret-queries.ts';
import { lockFirstStart, isAnybodyThere } from './user-queries.ts';

/** Twenty characters of four kinds: always satisfies our own password rule. */
export const generatePassword = (): string => `${randomBytes(12).toString('base64url').replace(/[-_]/g, 'x')}-A7z`;

/**
 * Creates the administrator of a new installation. Does nothing if any account exists. If two processes start at once, only one creates it.
 * `made` receives the generated password, or null for the configured one, before the account is committed: an account whose password was
 * never shown, because the start failed in between, would lock everybody out.
 */
export async function ensureAdministrator(
  database: Kysely<Tables>,
  configured: string | null,
  made: (drawn: string | null) => void,
): Promise<void> {
  if (await isAnybodyThere(database)) return;
  const password = configured ?? generatePassword();
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    await lockFirstStart(transaction);
    if (await isAnybodyThere(transaction)) return;
    await createPerson(transaction, {
      accountName: 'admin',
      realName: 'Admin', // data that everybody sees, whatever their language, so a word that both languages use
      passwordHash,
      role: 'administrator',
      quotaBytes: null,
    });
    made(configured === null ? password : null);
  });
}

/** A secret of the installation, generated once and shared by all its processes. */
export async function serverSecret(database: Kysely<Tables>, name: string): Promise<Buffer> {
  await insertSecret(database, name, randomBytes(32));
  return readSecret(database, name);
}
