import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hashPassword } from './passwords.ts';
import { createPerson } from './people.ts';

/** Twenty characters of four kinds: meets our own rule whatever is drawn. */
export const drawPassword = (): string => `${randomBytes(12).toString('base64url').replace(/[-_]/g, 'x')}-A7z`;

/**
 * The administrator of a new installation. Answers the password when this call created the account, else null: it is printed
 * once and kept nowhere. Of two processes that start at once, one creates it.
 */
export async function ensureAdministrator(database: Kysely<Tables>, configured: string | null): Promise<string | null> {
  const somebody = await database.selectFrom('user_account').select('id').limit(1).executeTakeFirst();
  if (somebody) return null;
  const password = configured ?? drawPassword();
  const passwordHash = await hashPassword(password);
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7402250119)`.execute(transaction);
    if (await transaction.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) return null;
    await createPerson(transaction, {
      accountName: 'admin',
      realName: administratorName(),
      passwordHash,
      adminRole: 'administrator',
      quotaBytes: null,
    });
    return password;
  });
}

/** As the machine's language has it: an account's name is data, shown alike to everybody. */
const administratorName = (): string =>
  /^en\b|^en_/i.test(process.env['LC_ALL'] || process.env['LANG'] || '') ? 'Administrator' : '管理员';

/** A secret of the installation, drawn once and shared by all its processes. */
export async function serverSecret(database: Kysely<Tables>, name: string): Promise<Buffer> {
  await database
    .insertInto('server_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await database.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
}
