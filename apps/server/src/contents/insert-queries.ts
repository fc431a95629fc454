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
  /** True if its bytes told already that there is nothing to search in it (`has-no-text.ts`). */
  noText: boolean;
}

/** Contents as rows of json, which `insertBlobs` and `insertReplicas` read by these columns. */
export const contentRow = ({ id, size, md5, sha256, crc32, confuse, bucket, objectKey, verified, noText }: NewContent) => ({
  blob_id: id,
  size,
  md5,
  sha256,
  crc32,
  confuse,
  bucket,
  object_key: objectKey,
  verified,
  no_text: noText,
});
/** Without `blob_id` and `size`, which a file has too. */
export const contentColumns = sql`md5 text, sha256 text, crc32 bigint, confuse jsonb, bucket text, object_key text, verified boolean, no_text boolean`;

/**
 * `from`: rows with `contentColumns`, in a part of the statement that must have a row for the insert to happen. In the order of the hashes: of two who
 * store the same new contents, the second waits at the first content that both have, and at no other.
 */
export const insertBlobs = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into blob (id, size, md5, sha256, crc32, confuse, verified_at, text_state)
  select blob_id, size, md5, sha256, crc32, confuse, case when verified then now() end, case when no_text then 'none' end from ${from} order by sha256`;

/** Records where the bytes are stored. `from`: see `insertBlobs`. */
export const insertReplicas = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into replica (blob_id, bucket, object_key) select blob_id, bucket, object_key from ${from}`;

export async function insertContent(database: Kysely<Tables>, content: NewContent): Promise<void> {
  const given = sql`json_to_record(${JSON.stringify(contentRow(content))}::json) as given (blob_id uuid, size bigint, ${contentColumns})`;
  await sql`with given as materialized (select * from ${given}), stored as (${insertBlobs(sql`given`)}) ${insertReplicas(sql`given`)}`.execute(
    database,
  );
}
