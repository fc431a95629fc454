/**
 * Removes objects that no row names: bytes that arrived late by a signature, or leftovers of a crash. It reads the store page by page and
 * records old objects without a row. They are removed if they still have none a day later.
 */
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { StoredObject } from '../storage/index.ts';
import { dayOfPlan } from '../plan-key.ts';
import { countRemoved, forgetOldCounts } from './brake-queries.ts';
import { allowanceOf } from './brake.ts';
import { addExpected, findExpected, forgetExpected } from './expected-stray-queries.ts';
import { divideStrays } from './expected-strays.ts';
import { removeDue } from './remove-objects.ts';
import type { RemovalDeps } from './remove-objects.ts';
import { isOwnKey } from './store-mark.ts';
import { condemnStray, findStrayKeys, findSweptAfter, markStrayKeys, setSweptAfter } from './stray-queries.ts';

export interface SweepOptions {
  /** Objects read per round. */
  most?: number;
  /** Younger objects are skipped, because they may still get their row. */
  leastAgeMs?: number;
  /** How long an object is recorded before it is removed. */
  waitMs?: number;
  /** The most objects to remove in 24 hours; null: the default. */
  mostADay?: number | null;
}

const dayMs = 24 * 3_600_000;

/** A younger object without a row may be part of an upload that is not saved yet. */
const leastStrayAgeMs = 3 * dayMs;

/** One round: reads the next page and removes what is due. Returns 0, so the next round comes at the usual time. */
export async function sweepStrays(
  deps: RemovalDeps,
  { most = 1000, leastAgeMs = leastStrayAgeMs, waitMs = dayMs, mostADay = null }: SweepOptions = {},
): Promise<0> {
  await markStrays(deps, most, leastAgeMs);
  await removeStrays(deps, waitMs, mostADay);
  await forgetOldCounts(deps.database);
  await forgetExpected(deps.database);
  return 0;
}

async function markStrays({ database, store, reached }: RemovalDeps, most: number, leastAgeMs: number): Promise<void> {
  const { objects, next } = await store.listObjects(await findSweptAfter(database, store.bucket), most);
  const old = objects.filter(({ key, modified }) => key !== null && !isOwnKey(key) && Date.now() - modified.getTime() >= leastAgeMs);
  await markStrayKeys(database, store.bucket, keysOf(old));
  await setSweptAfter(database, store.bucket, next);
  reached?.('stray marked');
}

export const keysOf = (objects: readonly StoredObject[]): string[] => objects.flatMap(({ key }) => (key === null ? [] : [key]));

async function removeStrays(deps: RemovalDeps, waitMs: number, mostADay: number | null): Promise<void> {
  const { database, store, logger } = deps;
  const { left, mostADay: limit } = await allowanceOf(database, 'stray', mostADay);
  const perDay = await findExpected(database);
  const most = [...perDay.values()].reduce((sum, count) => sum + count, left + 1);
  const { expected, others } = divideStrays(await findStrayKeys(database, { bucket: store.bucket, waitMs, most }), perDay);
  for (const key of expected) {
    const day = dayOfPlan(key)!;
    await removeStray(deps, key, (transaction) => addExpected(transaction, new Map([[day, -1]])));
  }
  if (others.length > left) {
    logger.error(
      { bucket: store.bucket, mostADay: limit },
      'unusually many objects of the store have no row in the database: none of them is removed; see `serve check` (ALCOVE_REMOVED_A_DAY)',
    );
    return;
  }
  for (const key of others) await removeStray(deps, key, (transaction) => countRemoved(transaction, 'stray'));
}

async function removeStray(deps: RemovalDeps, key: string, count: (transaction: Transaction<Tables>) => Promise<void>): Promise<void> {
  const condemned = await deps.database.transaction().execute(async (transaction) => {
    if (!(await condemnStray(transaction, deps.store.bucket, key))) return false;
    await count(transaction);
    return true;
  });
  if (!condemned) return;
  deps.reached?.('stray condemned');
  await removeDue(deps, { keys: [key] });
}
