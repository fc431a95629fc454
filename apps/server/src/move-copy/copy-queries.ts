import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { insertCopies } from '../files/index.ts';
import type { NewCopy } from '../files/index.ts';
import { insertFirstVersions } from '../versions/index.ts';

/** Answers how many copies there are, with how many bytes in which contents. */
export async function insertCopiesWithVersions(
  transaction: Transaction<Tables>,
  copies: readonly NewCopy[],
  of: { spaceId: string; userId: string },
): Promise<{ bytes: number; count: number; contents: string[] }> {
  const { rows } = await sql<{ bytes: number; count: number; contents: string[] }>`
    with made as (${insertCopies(copies, of)}), first as (${insertFirstVersions(sql`made`)})
    select coalesce(sum(size) filter (where is_file), 0)::bigint as bytes, count(*) as count,
      coalesce(array_agg(distinct blob_id) filter (where is_file), '{}') as contents from made`.execute(transaction);
  return rows[0]!;
}
