/**
 * What a space may hold, holds and has promised: `quota_bytes` (null: unlimited), `used_bytes`, `reserved_bytes` (uploads and tasks under
 * way), `allotted_bytes` (given to groups). Used and reserved never pass the quota at a commit (I4): question and charge are one statement.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** A number, or an expression of the statement that it becomes a part of. */
type Bytes = number | RawBuilder<unknown>;

/** Whether so many bytes more fit into the one `space` of a statement: an exact fit does. */
export const fitsQuota = (bytes: Bytes): RawBuilder<boolean> =>
  sql`(quota_bytes is null or used_bytes + reserved_bytes + allotted_bytes + ${bytes} <= quota_bytes)`;

interface QuotaChange {
  spaceId: string | RawBuilder<unknown>;
  /** Added to what is used; negative gives back. */
  used?: Bytes;
  /** Added to what is reserved; negative frees. */
  reserved?: Bytes;
  /** Other parts of the statement that `used`, `reserved` and `where` speak of. */
  from?: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
}

/** `update space …`, as a part of a statement that does more; what it returns is for that statement to say. */
export function changeQuota({ spaceId, used, reserved, from, where }: QuotaChange): RawBuilder<unknown> {
  const changes = [
    ...(used === undefined ? [] : [sql`used_bytes = space.used_bytes + ${used}`]),
    ...(reserved === undefined ? [] : [sql`reserved_bytes = space.reserved_bytes + ${reserved}`]),
  ];
  return sql`update space set ${sql.join(changes)} ${from ? sql`from ${from}` : sql``} where space.id = ${spaceId} ${where ? sql`and ${where}` : sql``}`;
}

const changed = async (transaction: Transaction<Tables>, change: QuotaChange): Promise<boolean> =>
  (await changeQuota(change).execute(transaction)).numAffectedRows === 1n;

/** False when it does not fit. */
export const chargeQuota = (transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean> =>
  changed(transaction, { spaceId, used: bytes, where: fitsQuota(bytes) });

/** False when it does not fit. */
export const reserveQuota = (transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean> =>
  changed(transaction, { spaceId, reserved: bytes, where: fitsQuota(bytes) });

/** Gives back what was used. */
export const releaseUsed = (transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean> =>
  changed(transaction, { spaceId, used: -bytes });

/** Frees what was reserved and not used. */
export const releaseReserved = (transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean> =>
  changed(transaction, { spaceId, reserved: -bytes });

/** Turns a reservation into use. */
export const settleReserved = (transaction: Transaction<Tables>, spaceId: string, reserved: number, used: number): Promise<boolean> =>
  changed(transaction, { spaceId, reserved: -reserved, used });

/** Null: unlimited. Less than is used already only stops it from growing. */
export async function setQuota(database: Kysely<Tables>, spaceId: string, bytes: number | null): Promise<void> {
  await database.updateTable('space').set({ quota_bytes: bytes }).where('id', '=', spaceId).execute();
}

/** False when more is used or reserved than that. */
export async function resizeQuota(transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update space set quota_bytes = ${bytes} where id = ${spaceId} and used_bytes + reserved_bytes + allotted_bytes <= ${bytes}`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

/** Takes quota for a group from a person's own, or with a negative number gives it back. False when there is not so much. */
export async function allotQuota(transaction: Transaction<Tables>, userId: string, bytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update space set allotted_bytes = allotted_bytes + ${bytes} where owner_id = ${userId} and kind = 1 and ${bytes > 0 ? fitsQuota(bytes) : sql`true`}`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}
