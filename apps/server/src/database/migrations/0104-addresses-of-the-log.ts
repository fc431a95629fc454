import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * The address that a text is, or null. It takes about a microsecond and not 25, because a search of the log asks it of each entry that it finds. IPv4
 * that is written as IPv6 begins with a colon, and few other addresses do.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(database);
  await sql.raw('alter function address_of(text) rename to address_of_any').execute(database);
  // It is not strict, so that PostgreSQL can put its expression in its place.
  await sql
    .raw(
      `create function address_of(given text) returns inet language sql stable as $$ select ${rows[0]!.version < 160_000 ? before16 : since16} $$`,
    )
    .execute(database);
}

const since16 = `case when starts_with(given, ':') then address_of_any(given) when pg_input_is_valid(given, 'inet') then given::inet end`;

const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
/** PostgreSQL 15 cannot say what is valid. A pattern without look-ahead finds what nearly every address is. */
const before16 = `case when given ~ '^(?:${octet}[.]){3}${octet}$' then given::inet else address_of_any(given) end`;
