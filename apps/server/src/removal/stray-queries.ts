/** `stray_object`: objects of the store that no row names. `object_store` keeps how far the store was searched. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Whether any row names an object with this key. */
export const isKnown = (key: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from replica n where n.object_key = ${key}) or exists (select from rendition n where n.object_key = ${key})
  or exists (select from upload n where n.object_key = ${key}) or exists (select from object_removal n where n.object_key = ${key}))`;

/** The key after which the sweep continues; null: at the beginning. */
export async function findSweptAfter(database: Kysely<Tables>, bucket: string): Promise<string | null> {
  const row = await database.selectFrom('object_store').select('swept_after').where('bucket', '=', bucket).executeTakeFirst();
  return row?.swept_after ?? null;
}

export async function setSweptAfter(database: Kysely<Tables>, bucket: string, key: string | null): Promise<void> {
  await sql`update object_store set swept_after = ${key} where bucket = ${bucket}`.execute(database);
}

/** Records those of the keys that no row names. */
export async function markStrayKeys(database: Kysely<Tables>, bucket: string, keys: readonly string[]): Promise<void> {
  await sql`
    insert into stray_object (bucket, object_key) select ${bucket}, key from unnest(${keys}::text[]) as k (key) where not ${isKnown(sql`k.key`)}
    on conflict do nothing`.execute(database);
}

/** The longest known come first. */
export async function findStrayKeys(
  database: Kysely<Tables>,
  { bucket, waitMs, most }: { bucket: string; waitMs: number; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    select object_key from stray_object where bucket = ${bucket} and seen_at <= now() - ${waitMs} * interval '1 millisecond'
    order by seen_at limit ${most}`.execute(database);
  return rows.map((row) => row.object_key);
}

/** Deletes the stray, and records its removal if still no row names it. False if a row does, or if there is no such stray. */
export async function condemnStray(transaction: Transaction<Tables>, bucket: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ unknown: boolean }>`
    delete from stray_object where bucket = ${bucket} and object_key = ${key} returning not ${isKnown(sql`${key}::text`)} as unknown`.execute(
    transaction,
  );
  if (!rows[0]?.unknown) return false;
  await sql`insert into object_removal (object_key, bucket) values (${key}, ${bucket})`.execute(transaction);
  return true;
}
