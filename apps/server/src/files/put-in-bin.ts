import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/**
 * Puts live items into the recycle bin: one row an item, however large the tree under it. Their folders are held before them, as by who
 * moves a folder's content elsewhere. Answers which were still there.
 */
export async function putInBin(transaction: Transaction<Tables>, instanceIds: readonly string[], userId: string): Promise<string[]> {
  await sql`select from instance where id in (select parent_id from instance where id = any(${instanceIds}::uuid[])) order by id for key share`.execute(
    transaction,
  );
  const { rows } = await sql<{ id: string; space_id: string; parent_id: string; is_file: boolean; size: number }>`
    with held as (select id from instance where id = any(${instanceIds}::uuid[]) and deleted_at is null order by id for no key update)
    update instance i set deleted_at = now() from held where i.id = held.id returning i.id, space_id, parent_id, is_file, size`.execute(
    transaction,
  );
  if (rows.length > 0)
    await transaction
      .insertInto('recycle')
      .values(
        rows.map((row) => ({
          id: newId(),
          instance_id: row.id,
          space_id: row.space_id,
          parent_id: row.parent_id,
          deleted_by: userId,
          // A folder's are counted beside the calls.
          ...(row.is_file && { files: 1, size: row.size }),
          expires_at: sql<Date>`now() + ${limits.recycleDays} * interval '1 day'`,
        })),
      )
      .execute();
  const gone = rows.map(({ id }) => id);
  await recordActivity(transaction, userId, gone, { kind: 'deleted', data: {} });
  return gone;
}
