import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AnswerOf, RequestOf, calls } from '@alcove/contract';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';

type Transfer = typeof calls.transfer;

/** Newest first, without records that have expired but that the daily job has not removed yet. */
export async function pageOfRecords(
  database: Kysely<Tables>,
  { page, pageSize }: RequestOf<Transfer['page']>,
  { caller }: UserContext,
): Promise<AnswerOf<Transfer['page']>> {
  const own = database
    .selectFrom('finished_transfer')
    .where('user_id', '=', caller.userId)
    .where('finished_at', '>', sql<Date>`now() - ${daysOf('transferRecordDays')}`);
  const [{ total }, rows] = await Promise.all([
    own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    own
      .selectAll()
      .orderBy('finished_at', 'desc')
      .orderBy('id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ]);
  const items = rows.map((row) => ({
    id: row.id,
    filename: row.file_name,
    fileSize: row.file_size,
    transferType: row.transfer_type,
    parentNames: row.parent_names,
    parentId: row.parent_id,
    fileId: row.file_id,
    finishedTime: row.finished_at.toISOString(),
  }));
  return { total, page, pageSize, items };
}

/** Repeatable: the client chooses the id of a record. */
export async function addRecords(
  database: Kysely<Tables>,
  { records }: RequestOf<Transfer['add']>,
  { caller }: UserContext,
): Promise<null> {
  await database
    .insertInto('finished_transfer')
    .values(
      records.map((record) => ({
        user_id: caller.userId,
        id: record.id,
        file_name: record.filename,
        file_size: record.fileSize,
        transfer_type: record.transferType,
        parent_names: JSON.stringify(record.parentNames),
        parent_id: record.parentId,
        file_id: record.fileId,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute();
  return null;
}

export async function clearRecords(database: Kysely<Tables>, { caller }: UserContext): Promise<null> {
  await database.deleteFrom('finished_transfer').where('user_id', '=', caller.userId).execute();
  return null;
}

/** Records are kept for 30 days (specification 1 section 9). Returns how many were deleted. */
export async function removeOldRecords(database: Kysely<Tables>): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('finished_transfer')
    .where('finished_at', '<', sql<Date>`now() - ${daysOf('transferRecordDays')}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
