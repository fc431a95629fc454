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

/**
 * A part of the statement that saves an upload, so that one save is recorded once, however often it is requested. The file is `made.id`;
 * `from` has one such row, or none.
 */
export const insertUploadRecord = (record: UploadRecord, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into finished_transfer (user_id, id, file_name, file_size, transfer_type, parent_names, parent_id, file_id)
  select ${record.userId}, ${record.id}, ${record.fileName}, ${record.fileSize}, 'upload', ${JSON.stringify(record.parentNames)}::jsonb, ${record.parentId}, made.id from ${from}`;

/** The same for saves that take several statements in one transaction. */
export async function recordUpload(
  transaction: Transaction<Tables>,
  record: UploadRecord,
  { instanceId, name }: { instanceId: InstanceId; name: string },
): Promise<void> {
  await insertUploadRecord({ ...record, fileName: name }, sql`(select ${instanceId}::uuid as id) as made`).execute(transaction);
}
