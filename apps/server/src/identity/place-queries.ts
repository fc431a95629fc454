import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { addressOf } from '../networks.ts';

/** The names of the regions in which these addresses are, each by the narrowest network around it. The map lacks addresses in no region. */
export async function placesOf(database: Kysely<Tables>, addresses: readonly string[]): Promise<Map<string, string>> {
  const asked = [...new Set(addresses)].filter((text) => addressOf(text) !== null);
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ address: string; name: string }>`
    select distinct on (a.address) a.address, r.name from unnest(${asked}::text[]) a (address), region r, unnest(r.networks) n
    where n >>= a.address::inet order by a.address, masklen(n) desc, r.name`.execute(database);
  return new Map(rows.map(({ address, name }) => [address, name]));
}
