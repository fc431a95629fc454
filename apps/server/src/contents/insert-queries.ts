/** New contents: a row in `blob` and one in `replica`, as separate statements or as parts of a larger one. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { BlobId } from '@alcove/contract';
import type { StoredConfuse, Tables } from '../database/index.ts';

export interface NewContent {
  id: BlobId;
  size: number;
  md5: string;
  sha256: string | null;
  crc32: number | null;
  confuse: StoredConfuse | null;
  bucket: string;
  objectKey: string;
  /** True if the server computed the hashes itself: the content may serve instant transfers at once. False if the client announced them. */
  verified: boolean;
}

const fromOf = (from: RawBuilder<unknown> | undefined): RawBuilder<unknown> => (from ? sql`from ${from}` : sql``);

/** `from`: the part of the statement that must have a row for the insert to happen. */
export const insertBlob = (
  { id, size, md5, sha256, crc32, confuse, verified }: NewContent,
  from?: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into blob (id, size, md5, sha256, crc32, confuse, verified_at)
  select ${id}, ${size}, ${md5}, ${sha256}, ${crc32}, ${confuse === null ? null : JSON.stringify(confuse)}::jsonb, case when ${verified} then now() end ${fromOf(from)}`;

/** Records where the bytes are stored. `from`: see `insertBlob`. */
export const insertReplica = ({ id, bucket, objectKey }: NewContent, from?: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into replica (blob_id, bucket, object_key) select ${id}, ${bucket}, ${objectKey} ${fromOf(from)}`;

export async function insertContent(database: Kysely<Tables>, content: NewContent): Promise<void> {
  await sql`with stored as (${insertBlob(content)}) ${insertReplica(content)}`.execute(database);
}
