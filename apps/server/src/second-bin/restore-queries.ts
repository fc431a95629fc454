import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { BlobId } from '@alcove/contract';
import { bins, isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Entry } from '../recycle/index.ts';

export async function findEntries(database: Kysely<Tables>, recycleIds: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select id, instance_id, space_id, parent_id, deleted_by from recycle where id = any(${recycleIds}::uuid[]) and bin = ${bins.administrators}`.execute(
    database,
  );
  return rows;
}

/** Locks entries in the order of ids, as all code that locks several. Those that have left the bin are skipped. */
export async function lockEntries(transaction: Transaction<Tables>, recycleIds: readonly string[]): Promise<void> {
  await sql`select from recycle where id = any(${recycleIds}::uuid[]) and bin = ${bins.administrators} order by id for update`.execute(
    transaction,
  );
}

export interface LockedEntry {
  name: string;
  isFile: boolean;
  /** Only for a file. */
  blobId: BlobId | null;
  /** What counts again when it is restored. Null: it still counts. */
  bytes: number | null;
}

/** Locks an entry and its item. Undefined if it was restored, or is being deleted for good. */
export async function lockEntry(transaction: Transaction<Tables>, recycleId: string): Promise<LockedEntry | undefined> {
  const { rows } = await sql<LockedEntry>`
    select i.name, i.is_file as "isFile", i.blob_id as "blobId", r.bytes from recycle r join instance i on i.id = r.instance_id
    where r.id = ${recycleId} and r.bin = ${bins.administrators} and i.deleted_at is not null for update of r, i`.execute(transaction);
  return rows[0];
}

/** Whether the space is of somebody who left, and is being removed or was. */
export async function isSpaceGoing(database: Kysely<Tables>, spaceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from space s join offboarding o on o.user_id = s.owner_id
    where s.id = ${spaceId} and s.kind = 1 and o.removing_at is not null`.execute(database);
  return rows.length > 0;
}

export async function isStillActive(database: Kysely<Tables>, userId: string): Promise<boolean> {
  const { rows } = await sql`select from user_account u where u.id = ${userId} and ${isActive}`.execute(database);
  return rows.length > 0;
}
