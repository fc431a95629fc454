import type { Kysely } from 'kysely';
import type { BlobId, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export async function blobOfVersion(database: Kysely<Tables>, instanceId: InstanceId, version: number): Promise<BlobId | null> {
  const row = await database
    .selectFrom('version')
    .select('blob_id')
    .where('instance_id', '=', instanceId)
    .where('number', '=', version)
    .executeTakeFirst();
  return row?.blob_id ?? null;
}
