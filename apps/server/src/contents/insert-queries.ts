/** New contents: a row of `blob` and one of `replica`, as statements or as parts of one that does more. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { StoredConfuse, Tables } from '../database/index.ts';

export interface NewContent {
  id: string;
  size: number;
  md5: string;
  sha256: string | null;
  crc32: number | null;
  confuse: StoredConfuse | null;
  bucket: string;
  objectKey: string;
  /** The hashes were not announced but computed: the content may serve instant transfers at once. */
  verified: boolean;
}

const fromOf = (from: RawBuilder<unknown> | undefined): RawBuilder<unknown> => (from ? sql`from ${from}` : sql``);

/** `from`: the part of the statement that must have a row. */
export const insertBlob = (
  { id, size, md5, sha256, crc32, confuse, verified }: NewContent,
  from?: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into blob (id, size, md5, sha256, crc32, confuse, verified_at)
  select ${id}, ${size}, ${md5}, ${sha256}, ${crc32}, ${confuse === null ? null : JSON.stringify(confuse)}::jsonb, case when ${verified} then now() end ${fromOf(from)}`;

/** Where the bytes are; `from` as for `insertBlob`. */
export const insertReplica = ({ id, bucket, objectKey }: NewContent, from?: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into replica (blob_id, bucket, object_key) select ${id}, ${bucket}, ${objectKey} ${fromOf(from)}`;

export async function insertContent(database: Kysely<Tables>, content: NewContent): Promise<void> {
  await sql`with stored as (${insertBlob(content)}) ${insertReplica(content)}`.execute(database);
}
