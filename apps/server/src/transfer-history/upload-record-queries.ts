import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface UploadRecord {
  id: string;
  userId: string;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  /** The names of the folders above it, from the top. */
  parentNames: readonly string[];
  parentId: InstanceId;
}

/** What a record has besides its file, as a part of a row of json. */
export const recordRow = ({ id, parentNames }: UploadRecord) => ({ record_id: id, parent_names: parentNames });
export const recordColumns = sql`record_id uuid, parent_names jsonb`;

/**
 * A part of the statement that saves uploads, so that one save is recorded once, however often it is requested. `from`: rows with
 * `recordColumns` and the `id`, `name`, `size`, `user_id` and `parent_id` of the file.
 */
export const insertUploadRecords = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into finished_transfer (user_id, id, file_name, file_size, transfer_type, parent_names, parent_id, file_id)
  select user_id, record_id, name, size, 'upload', parent_names, parent_id, id from ${from}`;

/** The same for saves that take several statements in one transaction. */
export async function recordUpload(
  transaction: Transaction<Tables>,
  record: UploadRecord,
  { instanceId, name }: { instanceId: InstanceId; name: string },
): Promise<void> {
  const row = { ...recordRow(record), id: instanceId, name, size: record.fileSize, user_id: record.userId, parent_id: record.parentId };
  const columns = sql`${recordColumns}, id uuid, name text, size bigint, user_id uuid, parent_id uuid`;
  await insertUploadRecords(sql`json_to_record(${JSON.stringify(row)}::json) as given (${columns})`).execute(transaction);
}
