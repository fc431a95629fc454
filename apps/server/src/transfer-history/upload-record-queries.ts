import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface UploadRecord {
  id: string;
  userId: string;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  /** Names of the folders it lies in, from the top. */
  parentNames: readonly string[];
  parentId: string;
}

/**
 * A part of the statement that saves, so that what is saved once is recorded once, however often the save is asked for. The file is
 * `made.id`; `from` has one such row, or none.
 */
export const insertUploadRecord = (record: UploadRecord, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into finished_transfer (user_id, id, file_name, file_size, transfer_type, parent_names, parent_id, file_id)
  select ${record.userId}, ${record.id}, ${record.fileName}, ${record.fileSize}, 'upload', ${JSON.stringify(record.parentNames)}::jsonb, ${record.parentId}, made.id from ${from}`;

/** The same beside what a transaction saved in several statements. */
export async function recordUpload(
  transaction: Transaction<Tables>,
  record: UploadRecord,
  { instanceId, name }: { instanceId: string; name: string },
): Promise<void> {
  await insertUploadRecord({ ...record, fileName: name }, sql`(select ${instanceId}::uuid as id) as made`).execute(transaction);
}
