/**
 * Removes entries whose term (`logDays`) has ended, with their seals: the seals of whole days, the oldest first. The newest seal says first up to where
 * entries are removed and from where the log is checked; so it is lawful at any moment, and a process that is killed between two steps
 * leaves the rest to the next.
 */
import type { Kysely } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { isAfter, placeOf } from './seal-keys.ts';
import type { SealPlace } from './seal-keys.ts';
import { findNext, readSeal, removeSeal } from './seal-store.ts';
import type { StoredSeal } from './seal-store.ts';
import { forgetEntries, readState, setOldest } from './state-queries.ts';
import { inTurn, writeSeal } from './write-seals.ts';
import type { SealDeps, SealOutcome } from './write-seals.ts';

const dayMs = 24 * 3_600_000;
const entriesAtOnce = 5000;
const sealsAtOnce = 50;

/** One step. `days` 0: nothing more ends, but what has been told is completed. 'sealed' means that there may be more. */
export const endTerm = (deps: SealDeps, days: number): Promise<SealOutcome> =>
  inTurn(deps, async (database, newest, now) => {
    if (newest === null) return { kind: 'nothing' };
    const { removedTo } = newest.seal;
    const removed = await forgetEntries(database, removedTo, entriesAtOnce);
    if (removed > 0) {
      deps.reached?.('entries removed');
      return { kind: 'sealed', count: removed, more: true };
    }
    const seals = await removeSeals({ ...deps, database }, newest);
    if (seals > 0) return { kind: 'sealed', count: seals, more: true };
    return days > 0 ? tellEnd({ ...deps, database }, newest, now, new Date(now.getTime() - days * dayMs)) : { kind: 'nothing' };
  });

const oldestOf = async (database: Kysely<Tables>, newest: StoredSeal): Promise<SealPlace> =>
  placeOf((await readState(database))?.oldest_key ?? '') ?? placeOf(newest.seal.begins.key)!;

/** Removes the seals of which every entry is removed, and of which none is needed to check the rest. */
async function removeSeals({ database, store, reached }: SealDeps, newest: StoredSeal): Promise<number> {
  const { removedTo, begins } = newest.seal;
  const end = placeOf(newest.key)!;
  let oldest = await oldestOf(database, newest);
  let count = 0;
  for (; count < sealsAtOnce && isAfter(placeOf(begins.key)!, oldest); count += 1) {
    const stored = await readSeal(store, oldest);
    if (stored && stored.seal.last > removedTo) break;
    const next = await findNext(store, oldest, end);
    if (next === null) break;
    if (stored) await removeSeal(store, stored.key);
    reached?.('seal removed');
    oldest = next;
    await setOldest(database, `audit/${next.day}/${next.number}`);
  }
  return count;
}

/** Says in a new piece where the log begins, if the oldest seals have only entries of before `before`. */
async function tellEnd(deps: SealDeps, newest: StoredSeal, now: Date, before: Date): Promise<SealOutcome> {
  const { database, store, reached } = deps;
  const end = placeOf(newest.key)!;
  let ended: StoredSeal | null = null;
  let begins: StoredSeal | null = null;
  let place: SealPlace | null = await oldestOf(database, newest);
  // Only whole days, and never that of the newest seal: it is found by the first seal of its day.
  for (let count = 0; place !== null && (count < sealsAtOnce || ended === null) && place.day < end.day; count += 1) {
    const { day } = place;
    const stored = await readSeal(store, place);
    place = await findNext(store, place, end);
    if (stored === null || place === null || new Date(stored.seal.newest ?? stored.seal.sealed) >= before) break;
    if (place.day > day) ended = stored;
  }
  if (ended === null || ended.seal.last <= newest.seal.removedTo) return { kind: 'nothing' };
  const next = await findNext(store, placeOf(ended.key)!, end);
  begins = next && (await readSeal(store, next));
  if (begins === null) return { kind: 'nothing' };
  const keepsBeginning = isAfter(placeOf(newest.seal.begins.key)!, placeOf(begins.key)!);
  await writeSeal(deps, newest, {
    now,
    batch: { count: 0, last: newest.seal.last, chain: newest.seal.chain, ids: [], digests: Buffer.alloc(0), oldest: null, newest: null },
    ofSeal: Infinity,
    said: {
      removedTo: ended.seal.last,
      ...(!keepsBeginning && { begins: { key: begins.key, after: begins.seal.after, chain: begins.seal.chainBefore } }),
    },
  });
  reached?.('term told');
  await enterAs(database, factsOfSystem('system.endLogTerm'), [{ kind: null, id: null }]);
  return { kind: 'sealed', count: 0, more: true };
}
