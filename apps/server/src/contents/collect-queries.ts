import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { BlobId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** How long content stays after nothing refers to it any longer. */
export const graceMs = 24 * 3_600_000;

/** Whether the content `b` stays for so long, even if nothing refers to it. */
export const staysFor = (ms: number): RawBuilder<boolean> =>
  sql`(b.unneeded_since is null or b.unneeded_since > now() - ${graceMs - ms} * interval '1 millisecond')`;

const isDue = (graceMs: number): RawBuilder<boolean> => sql`unneeded_since <= now() - ${graceMs} * interval '1 millisecond'`;

/** Ordered by how long they have been unneeded, the longest first. */
export async function findUnneeded(database: Kysely<Tables>, { graceMs, most }: { graceMs: number; most: number }): Promise<BlobId[]> {
  const { rows } = await sql<{ id: BlobId }>`
    select id from blob where ${isDue(graceMs)} order by unneeded_since limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Locks the content exclusively until the transaction ends. False: it is no longer unneeded, or somebody else has locked it. */
export async function lockUnneeded(transaction: Transaction<Tables>, blobId: BlobId, graceMs: number): Promise<boolean> {
  const { rows } = await sql`select from blob where id = ${blobId} and ${isDue(graceMs)} for update skip locked`.execute(transaction);
  return rows.length > 0;
}

/**
 * `needed`: a file or version refers to the content. `asked`: a preview of it is in progress. Call it
 * under the lock: it sees every reference committed before, and later ones do not find the row.
 */
export async function findUses(database: Kysely<Tables>, blobId: BlobId): Promise<{ needed: boolean; asked: boolean }> {
  const { rows } = await sql<{ needed: boolean; asked: boolean }>`
    select exists (select from instance where blob_id = ${blobId}) or exists (select from version where blob_id = ${blobId}) as needed,
      exists (select from rendition where blob_id = ${blobId} and leased_until > now()) as asked`.execute(database);
  return rows[0]!;
}

/** Marks needed content as no longer unneeded. For other content, the grace time starts again. */
export async function keepContent(transaction: Transaction<Tables>, blobId: BlobId, { needed }: { needed: boolean }): Promise<void> {
  await sql`update blob set unneeded_since = ${needed ? sql`null` : sql`now()`} where id = ${blobId}`.execute(transaction);
}

/**
 * Deletes the content's rows and records that its objects and those of its renditions are to be removed. Returns the keys of these objects.
 */
export async function deleteContent(transaction: Transaction<Tables>, blobId: BlobId): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    with made as (delete from rendition where blob_id = ${blobId} returning object_key),
    stored as (delete from replica where blob_id = ${blobId} returning object_key, bucket)
    insert into object_removal (object_key, bucket) select object_key, bucket from stored union all select object_key, null from made where object_key is not null
    returning object_key`.execute(transaction);
  await sql`delete from blob where id = ${blobId}`.execute(transaction);
  return rows.map((row) => row.object_key);
}
