import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Place } from '../permission/index.ts';

export interface HeldItem {
  parentId: string;
  name: string;
  isFile: boolean;
  blobId: string | null;
  size: number;
}

/** The item as it is now, held until the transaction ends. Throws FILE_NOT_FOUND when it is gone, or in another space by now. */
export async function holdItem(transaction: Transaction<Tables>, place: Place): Promise<HeldItem> {
  const row = await transaction
    .selectFrom('instance')
    .select(['parent_id', 'name', 'is_file', 'blob_id', 'size'])
    .where('id', '=', place.instanceId)
    .where('space_id', '=', place.spaceId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row?.parent_id) throw new Failure('FILE_NOT_FOUND');
  return { parentId: row.parent_id, name: row.name, isFile: row.is_file, blobId: row.blob_id, size: row.size };
}
