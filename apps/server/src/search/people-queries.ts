import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

export async function realNames(database: Kysely<Tables>, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom('user_account')
    .select(['id', 'real_name'])
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.real_name]));
}
