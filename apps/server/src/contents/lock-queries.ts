/**
 * Locks on contents. They are taken before the locks on the files that refer to them, and in the order of their ids (docs/decisions/0004).
 */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { BlobId, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/**
 * Locks the contents of all versions of these files before versions are removed. While such content is being merged with an equal one, this
 * waits for the merge, which then points these versions to the other content.
 */
export async function lockContents(transaction: Transaction<Tables>, fileIds: readonly InstanceId[]): Promise<void> {
  await sql`
    select from blob where id in (select blob_id from version where instance_id = any(${fileIds}::uuid[])) order by id for no key update`.execute(
    transaction,
  );
}

/**
 * Locks the current contents of these files `for share`: a merge with equal content waits until our new rows, which refer to the same
 * content, are committed. Returns the ids of the contents.
 */
export async function shareLockContents(transaction: Transaction<Tables>, fileIds: readonly InstanceId[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from blob where id in (select blob_id from instance where id = any(${fileIds}::uuid[])) order by id for share`.execute(
    transaction,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Like `shareLockContents`, for the content of one version of a file. */
export async function shareLockVersion(transaction: Transaction<Tables>, instanceId: InstanceId, number: number): Promise<void> {
  await sql`
    select from blob where id = (select blob_id from version where instance_id = ${instanceId} and number = ${number}) for share`.execute(
    transaction,
  );
}

/**
 * `select id … for key share`, as a part of a larger statement: locks contents that new rows may refer to, so that they are not collected
 * before the transaction ends. If content is being collected, this waits and then does not find it. In the order of their ids, so that two
 * callers who lock the same ones cannot deadlock. `when`: a condition on the other parts of the statement. `needed`: skip content that is marked unneeded.
 */
export const lockUsable = (
  blobIds: readonly BlobId[],
  { when, needed = false }: { when?: RawBuilder<unknown>; needed?: boolean } = {},
): RawBuilder<unknown> => sql`
  select b.id from blob b where ${when ? sql`${when} and` : sql``} b.id = any(${blobIds}::uuid[]) and b.verified_at is not null and b.quarantined_at is null
    ${needed ? sql`and b.unneeded_since is null` : sql``} order by b.id for key share of b`;

/**
 * `select id, instance_id, number …`, as a part of a larger statement: a version that has this content, if its bytes are at this key and it
 * is not quarantined. Waits for whoever removes the content, and then does not find it.
 */
export const lockNeeded = (blobId: BlobId, objectKey: string): RawBuilder<unknown> => sql`
  select b.id, v.instance_id, v.number from blob b join replica r on r.blob_id = b.id
    cross join lateral (select instance_id, number from version where blob_id = b.id order by instance_id, number limit 1) v
  where b.id = ${blobId} and r.object_key = ${objectKey} and b.quarantined_at is null for key share of b`;

/**
 * Like `lockUsable`, for many contents: those that are not quarantined, in the order of their ids, so that two callers who lock the same
 * ones cannot deadlock.
 */
export const lockServable = (blobIds: readonly BlobId[]): RawBuilder<unknown> =>
  sql`select id from blob where id = any(${blobIds}::uuid[]) and quarantined_at is null order by id for key share`;

/**
 * Keeps content from being collected while a new row refers to it (I6), even if it was marked unneeded. False: it is gone or quarantined.
 */
export async function reviveContent(transaction: Transaction<Tables>, blobId: BlobId): Promise<boolean> {
  const row = await transaction
    .selectFrom('blob')
    .select(['id', 'unneeded_since'])
    .where('id', '=', blobId)
    .where('verified_at', 'is not', null)
    .where('quarantined_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (row?.unneeded_since) await transaction.updateTable('blob').set({ unneeded_since: null }).where('id', '=', blobId).execute();
  return row !== undefined;
}
