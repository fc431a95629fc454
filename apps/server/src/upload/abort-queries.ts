/** Ends uploads that were not saved. The caller releases their reserved quota. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { signaturesEnded } from '../removal/index.ts';

/** The quota that an ended upload had reserved. */
export interface Reservation {
  space_id: SpaceId;
  reserved_bytes: number;
}

/** Schedules the objects of the CTE `ended` for removal: now, and once more when no signature for them is valid any longer. */
const removeObjectsOfEnded = sql`
  insert into object_removal (object_key, store_upload_id, last_at) select object_key, store_upload_id, ${signaturesEnded} from ended`;

/** Deletes an open upload; with `expired`, only if it has expired. Undefined if there is none. */
export async function deleteOpenUpload(
  transaction: Transaction<Tables>,
  uploadId: string,
  { expired }: { expired: boolean },
): Promise<Reservation | undefined> {
  const { rows } = await sql<Reservation>`
    with ended as (
      delete from upload where id = ${uploadId} and state = 'open' and ${expired ? sql`expires_at < now()` : sql`true`}
      returning object_key, store_upload_id, space_id, reserved_bytes
    ), removal as (${removeObjectsOfEnded})
    select space_id, reserved_bytes from ended`.execute(transaction);
  return rows[0];
}

export type EndedUploads = { folderIds: readonly InstanceId[] } | { spaceId: SpaceId } | { userId: string } | 'all';

function conditionOf(under: EndedUploads): RawBuilder<unknown> {
  if (under === 'all') return sql`true`;
  if ('spaceId' in under) return sql`space_id = ${under.spaceId}`;
  if ('userId' in under) return sql`user_id = ${under.userId}`;
  return sql`parent_id = any(${under.folderIds}::uuid[])`;
}

/** Deletes open uploads except those that are being saved right now. Returns their reservations, summed per space. */
export async function deleteOpenUploadsUnder(transaction: Transaction<Tables>, under: EndedUploads): Promise<Reservation[]> {
  const which = conditionOf(under);
  const { rows } = await sql<Reservation>`
    with open as (select id from upload where ${which} and state = 'open' for update skip locked),
      ended as (delete from upload u using open where u.id = open.id returning u.space_id, u.reserved_bytes, u.object_key, u.store_upload_id),
      removal as (${removeObjectsOfEnded})
    select space_id, sum(reserved_bytes)::bigint as reserved_bytes from ended group by space_id`.execute(transaction);
  return rows;
}

const isOpen = sql.lit('open' as const);

/** `userIds` null: uploads of everybody. */
export async function findOpenUploads(database: Kysely<Tables>, spaceId: SpaceId, userIds: readonly string[] | null): Promise<string[]> {
  const isTheirs: RawBuilder<boolean> = userIds === null ? sql`true` : sql`user_id = any(${userIds}::uuid[])`;
  const rows = await database
    .selectFrom('upload')
    .select('id')
    .where('state', '=', isOpen)
    .where('space_id', '=', spaceId)
    .where(isTheirs)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ordered by expiration, the earliest first. */
export async function findExpiredUploads(database: Kysely<Tables>, most: number): Promise<string[]> {
  const rows = await database
    .selectFrom('upload')
    .select('id')
    .where('state', '=', isOpen)
    .where('expires_at', '<', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes rows that were kept only to answer a repeated call: saved uploads after two days, or a day after they would have expired. */
export async function deleteOldAnswers(database: Kysely<Tables>): Promise<void> {
  await sql`delete from upload where state = 'saved' and created_at < now() - interval '2 days' and expires_at < now() - interval '1 day'`.execute(
    database,
  );
}

export async function isStoreUploadKnown(
  database: Kysely<Tables>,
  { objectKey, storeUploadId }: { objectKey: string; storeUploadId: string },
): Promise<boolean> {
  const row = await database
    .selectFrom('upload')
    .select('id')
    .where('object_key', '=', objectKey)
    .where('store_upload_id', '=', storeUploadId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}
