/**
 * Objects that no row knows of: bytes that came late by a signature, what a crash left. The store is looked through page by page; an
 * object that is old and unknown is written down, and removed when a day later it still is.
 */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { StoredObject } from '../storage/index.ts';
import { allowanceOf, countRemoved, forgetOldCounts } from './brake.ts';
import { removeDue } from './remove-objects.ts';
import type { RemovalDeps } from './remove-objects.ts';
import { markKey } from './store-mark.ts';

export interface SweepOptions {
  /** Objects looked at in one turn. */
  most?: number;
  /** A younger object may still get its row. */
  leastAgeMs?: number;
  /** How long it is known as unknown before it goes. */
  waitMs?: number;
  /** Objects that may go in 24 hours; null: as many as is usual. */
  mostADay?: number | null;
}

const dayMs = 24 * 3_600_000;

/** Whether any row names the object of that key. */
export const isKnown = (key: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from replica n where n.object_key = ${key}) or exists (select from rendition n where n.object_key = ${key})
  or exists (select from upload n where n.object_key = ${key}) or exists (select from object_removal n where n.object_key = ${key}))`;

/** One turn: the next page is looked at, and what is due goes. Answers 0: it takes its time. */
export async function sweepStrays(
  deps: RemovalDeps,
  { most = 1000, leastAgeMs = 3 * dayMs, waitMs = dayMs, mostADay = null }: SweepOptions = {},
): Promise<0> {
  await markStrays(deps, most, leastAgeMs);
  await removeStrays(deps, waitMs, mostADay);
  await forgetOldCounts(deps.database);
  return 0;
}

async function markStrays({ database, store, reached }: RemovalDeps, most: number, leastAgeMs: number): Promise<void> {
  const place = await database.selectFrom('object_store').select('swept_after').where('bucket', '=', store.bucket).executeTakeFirst();
  const { objects, next } = await store.listObjects(place?.swept_after ?? null, most);
  const old = objects.filter(({ key, modified }) => key !== null && key !== markKey && Date.now() - modified.getTime() >= leastAgeMs);
  await sql`
    insert into stray_object (bucket, object_key) select ${store.bucket}, key from unnest(${keysOf(old)}::text[]) as k (key) where not ${isKnown(sql`k.key`)}
    on conflict do nothing`.execute(database);
  await sql`update object_store set swept_after = ${next} where bucket = ${store.bucket}`.execute(database);
  reached?.('stray marked');
}

export const keysOf = (objects: readonly StoredObject[]): string[] => objects.flatMap(({ key }) => (key === null ? [] : [key]));

async function removeStrays(deps: RemovalDeps, waitMs: number, mostADay: number | null): Promise<void> {
  const { database, store, logger, reached } = deps;
  const { left, mostADay: limit } = await allowanceOf(database, 'stray', mostADay);
  const { rows } = await sql<{ object_key: string }>`
    select object_key from stray_object where bucket = ${store.bucket} and seen_at <= now() - ${waitMs} * interval '1 millisecond'
    order by seen_at limit ${left + 1}`.execute(database);
  if (rows.length > left) {
    logger.error(
      { bucket: store.bucket, mostADay: limit },
      'unusually many objects of the store have no row in the database: none of them is removed; see `serve check` (ALCOVE_REMOVED_A_DAY)',
    );
    return;
  }
  for (const { object_key: key } of rows) {
    const condemned = await database.transaction().execute((transaction) => condemn(transaction, store.bucket, key));
    if (!condemned) continue;
    reached?.('stray condemned');
    await removeDue(deps, { keys: [key] });
  }
}

/** Looked at again: false when a row knows of it by now. */
async function condemn(transaction: Transaction<Tables>, bucket: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ unknown: boolean }>`
    delete from stray_object where bucket = ${bucket} and object_key = ${key} returning not ${isKnown(sql`${key}::text`)} as unknown`.execute(
    transaction,
  );
  if (!rows[0]?.unknown) return false;
  await sql`insert into object_removal (object_key, bucket) values (${key}, ${bucket})`.execute(transaction);
  await countRemoved(transaction, 'stray');
  return true;
}
