import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Region } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

const columns = sql`id as "regionId", name, networks::text[] as networks, note, updated_at as "updateTime"`;
type Row = Omit<Region, 'updateTime'> & { updateTime: Date };
const shown = (row: Row): Region => ({ ...row, updateTime: row.updateTime.toISOString() });

/** By name. */
export async function findRegions(database: Kysely<Tables>): Promise<Region[]> {
  const { rows } = await sql<Row>`select ${columns} from region order by name collate zh_natural, id`.execute(database);
  return rows.map(shown);
}

export async function findRegion(database: Kysely<Tables>, regionId: string): Promise<Region | null> {
  const { rows } = await sql<Row>`select ${columns} from region where id = ${regionId}`.execute(database);
  return rows[0] ? shown(rows[0]) : null;
}

export type WrittenRegion = Omit<Region, 'updateTime'>;

export async function putRegion(transaction: Transaction<Tables>, { regionId, name, networks, note }: WrittenRegion): Promise<void> {
  await sql`
    insert into region (id, name, networks, note) values (${regionId}, ${name}, ${networks}::cidr[], ${note})
    on conflict (id) do update set name = excluded.name, networks = excluded.networks, note = excluded.note, updated_at = now()`.execute(
    transaction,
  );
}

export async function deleteRegion(transaction: Transaction<Tables>, regionId: string): Promise<void> {
  await transaction.deleteFrom('region').where('id', '=', regionId).execute();
}

/** How many rules of the IP allowlist name the region. */
export async function countRulesOf(database: Kysely<Tables>, regionId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from allowlist_region where region_id = ${regionId}`.execute(
    database,
  );
  return rows[0]!.n;
}
