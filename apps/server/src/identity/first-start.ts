import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hashPassword } from './passwords.ts';
import { createPerson } from './people.ts';

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
  const somebody = await database.selectFrom('user_account').select('id').limit(1).executeTakeFirst();
  if (somebody) return;
  const password = configured ?? drawPassword();
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7402250119)`.execute(transaction);
    if (await transaction.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) return;
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
  await database
    .insertInto('server_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await database.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
}
