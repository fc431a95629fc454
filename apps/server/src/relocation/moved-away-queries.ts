/** A database that was moved to another server says so, and is not used any more (operating/move-database.ts). */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { DatabaseStartError } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

export async function isDatabaseMoved(database: Kysely<Tables>): Promise<boolean> {
  return (await database.selectFrom('moved_away').select('place').executeTakeFirst()) !== undefined;
}

/** Before anything is changed at a start. Throws DatabaseStartError, whose message is for the person at the terminal. */
export async function requireDatabaseInUse(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select from pg_class where oid = to_regclass('moved_away')`.execute(database);
  const moved = rows.length > 0 ? await database.selectFrom('moved_away').select('place').executeTakeFirst() : undefined;
  if (moved?.place === 'unfinished')
    throw new DatabaseStartError(
      'The move to this database was not finished: run `serve move-database` again, or start with the old database',
    );
  if (moved)
    throw new DatabaseStartError(
      `This database was moved to ${moved.place}: set DATABASE_URL. To use this one again nevertheless: serve move-database --take-back`,
    );
}
