import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Keeps an existing secret of that name: the first one stays. */
export async function insertSecret(database: Kysely<Tables>, name: string, value: Buffer): Promise<void> {
  await database
    .insertInto('server_secret')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readSecret(database: Kysely<Tables>, name: string): Promise<Buffer> {
  return (await database.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
}
