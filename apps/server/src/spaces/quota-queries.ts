/**
 * The quota of a space: `quota_bytes` (null: unlimited), `used_bytes`, `reserved_bytes` (for uploads and tasks in progress) and
 * `allotted_bytes` (given to groups). Used and reserved bytes never exceed the quota at a commit (I4): checking and charging are one
 * statement.
 */
import { spaceKinds } from '@alcove/contract';
import type { SpaceId } from '@alcove/contract';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { lockSpaces } from './lock-queries.ts';

/** A number, or an SQL expression of the surrounding statement. */
type Bytes = number | RawBuilder<unknown>;

/** Whether this many more bytes fit into the `space` of the statement. An exact fit is allowed. */
export const fitsQuota = (bytes: Bytes): RawBuilder<boolean> =>
  sql`(quota_bytes is null or used_bytes + reserved_bytes + allotted_bytes + ${bytes} <= quota_bytes)`;

interface QuotaChange {
  spaceId: SpaceId | RawBuilder<unknown>;
  /** Added to the used bytes. Negative to release. */
  used?: Bytes;
  /** Added to the reserved bytes. Negative to release. */
  reserved?: Bytes;
  /** Other tables of the statement that `used`, `reserved` and `where` refer to. */
  from?: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
}

/** `update space …`, as a part of a larger statement, which adds its own `returning`. */
export function changeQuota({ spaceId, used, reserved, from, where }: QuotaChange): RawBuilder<unknown> {
  const changes = [
    ...(used === undefined ? [] : [sql`used_bytes = space.used_bytes + ${used}`]),
    ...(reserved === undefined ? [] : [sql`reserved_bytes = space.reserved_bytes + ${reserved}`]),
  ];
  return sql`update space set ${sql.join(changes)} ${from ? sql`from ${from}` : sql``} where space.id = ${spaceId} ${where ? sql`and ${where}` : sql``}`;
}

const changed = async (transaction: Transaction<Tables>, change: QuotaChange): Promise<boolean> =>
  (await changeQuota(change).execute(transaction)).numAffectedRows === 1n;

/** False if it does not fit. */
export const chargeQuota = (transaction: Transaction<Tables>, spaceId: SpaceId, bytes: number): Promise<boolean> =>
  changed(transaction, { spaceId, used: bytes, where: fitsQuota(bytes) });

/** False if it does not fit. */
export const reserveQuota = (transaction: Transaction<Tables>, spaceId: SpaceId, bytes: number): Promise<boolean> =>
  changed(transaction, { spaceId, reserved: bytes, where: fitsQuota(bytes) });

export const releaseUsed = (transaction: Transaction<Tables>, spaceId: SpaceId, bytes: number): Promise<boolean> =>
  changed(transaction, { spaceId, used: -bytes });

/** Releases reserved bytes that were not used. */
export const releaseReserved = (transaction: Transaction<Tables>, spaceId: SpaceId, bytes: number): Promise<boolean> =>
  changed(transaction, { spaceId, reserved: -bytes });

/** Turns reserved bytes into used ones. */
export const settleReserved = (transaction: Transaction<Tables>, spaceId: SpaceId, reserved: number, used: number): Promise<boolean> =>
  changed(transaction, { spaceId, reserved: -reserved, used });

/** Null: unlimited. A quota below what is used already deletes nothing; the space only cannot grow. */
export async function setQuota(database: Kysely<Tables>, spaceId: SpaceId, bytes: number | null): Promise<number | null> {
  const { rows } = await sql<{ before: number | null }>`
    update space s set quota_bytes = ${bytes} from (select id, quota_bytes from space where id = ${spaceId} for update) old
    where s.id = old.id returning old.quota_bytes as before`.execute(database);
  return rows[0]?.before ?? null;
}

/** The same for several spaces. */
export async function setQuotas(transaction: Transaction<Tables>, spaceIds: readonly SpaceId[], bytes: number | null): Promise<void> {
  await lockSpaces(transaction, spaceIds);
  await sql`update space set quota_bytes = ${bytes} where id = any(${spaceIds}::uuid[])`.execute(transaction);
}

/** False if more than that is used, reserved or allotted. */
export async function resizeQuota(transaction: Transaction<Tables>, spaceId: SpaceId, bytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update space set quota_bytes = ${bytes} where id = ${spaceId} and used_bytes + reserved_bytes + allotted_bytes <= ${bytes}`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

/** Allots bytes of a person's own quota to a group. A negative number gives them back. False if not enough is left. */
export async function allotQuota(transaction: Transaction<Tables>, userId: string, bytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update space set allotted_bytes = allotted_bytes + ${bytes} where owner_id = ${userId} and kind = ${sql.lit(spaceKinds.personal)} and ${bytes > 0 ? fitsQuota(bytes) : sql`true`}`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}
