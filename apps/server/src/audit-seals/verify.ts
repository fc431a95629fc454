/**
 * Compares the log with its seals, from where it lawfully begins to its end, and names the first entry that is not as it was sealed. It reads
 * in portions, rests after each for as long as it took, and changes nothing; people may work meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { LogFault } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { chained, digestOf } from './canonical.ts';
import { entriesBetween, idBelowAll } from './chain-queries.ts';
import { firstFault } from './compare.ts';
import type { Found } from './compare.ts';
import { idsOf } from './seal-format.ts';
import type { Seal } from './seal-format.ts';
import { isAfter, placeOf } from './seal-keys.ts';
import type { SealPlace } from './seal-keys.ts';
import { BrokenSeal, findNext, follows, readSeal } from './seal-store.ts';
import type { StoredSeal } from './seal-store.ts';
import { databaseNow, oldestAfter, readState } from './state-queries.ts';
import { misfit, newestSeal, nextEntries } from './write-seals.ts';

export interface VerifyDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  signal?: AbortSignal;
  /** Called with the number of entries that were compared so far. */
  tell?: (compared: number) => void;
}

export interface Verified {
  /** Null: the log is what was sealed. */
  fault: LogFault | null;
  /** The seal at which it was found, or which could not be used. */
  seal: string | null;
  /** How many entries were compared, and the id of the last one that was right. */
  compared: number;
  checkedTo: number;
  /** How far the log is sealed, and since when. */
  sealedTo: number;
  sealedTime: string | null;
  /** What operators accepted, so that the log is compared only from there. */
  accepted: Seal['accepted'];
  /** The last seal that was compared, and whether the end of the log was reached. */
  lastSeal: string | null;
  through: boolean;
}

export interface VerifyOptions {
  /** Goes on after this seal, if it is still within what is checked; null: from the beginning. */
  afterSeal?: string | null;
  /** Stops after a seal when so much time has passed. */
  mostMs?: number;
}

const entriesAtOnce = 500;
/** An entry that waits for longer is a fault: whoever seals has stopped, or was stopped. */
export const latestMs = 15 * 60_000;

export async function verifyLog(deps: VerifyDeps, { afterSeal = null, mostMs = Infinity }: VerifyOptions = {}): Promise<Verified> {
  const { database, store } = deps;
  const state = await readState(database);
  const progress: Verified = {
    fault: null,
    seal: null,
    compared: 0,
    checkedTo: 0,
    sealedTo: 0,
    sealedTime: null,
    accepted: null,
    lastSeal: null,
    through: false,
  };
  try {
    const below = await idBelowAll(database);
    if (below !== null) return { ...progress, fault: { kind: 'added', entry: below } };
    const newest = await newestSeal(store, state, await databaseNow(database));
    if (newest === 'missing') return { ...progress, fault: { kind: 'sealMissing', entry: null }, seal: state?.newest_key ?? null };
    if (newest) {
      Object.assign(progress, { sealedTo: newest.seal.last, sealedTime: newest.seal.sealed });
      const fits = await misfit(database, state, newest);
      const altered = state?.newest_key === newest.key && newest.pieces > 0 && !newest.pieceHashes.includes(state.newest_hash ?? '');
      const fault = await walkSeals(deps, newest, progress, { afterSeal, until: performance.now() + mostMs });
      // An older database has lost entries: the first of them is named, but what happened is that.
      if (fault && fits?.kind === 'olderDatabase') return { ...progress, fault: { ...fault, kind: 'olderDatabase' } };
      if (fault) return { ...progress, fault };
      if (!progress.through) return progress;
      if (fits) return { ...progress, fault: fits, seal: newest.key };
      if (altered && (await readState(database))?.newest_hash === state.newest_hash)
        return { ...progress, fault: { kind: 'sealAltered', entry: null }, seal: newest.key };
    }
    progress.through = true;
    return { ...progress, fault: (await checkEnd(deps, newest, progress)) ?? (await late(deps, progress.sealedTo)) };
  } catch (error) {
    if (!(error instanceof BrokenSeal)) throw error;
    return { ...progress, fault: { kind: 'sealAltered', entry: null }, seal: error.key };
  }
}

/** Walks to the newest seal. Sets how far it came, and `seal` where it returns a fault. */
async function walkSeals(
  deps: VerifyDeps,
  newest: StoredSeal,
  progress: Verified,
  { afterSeal, until }: { afterSeal: string | null; until: number },
): Promise<LogFault | null> {
  const { store, signal } = deps;
  const { begins } = newest.seal;
  const end = placeOf(newest.key)!;
  const start = placeOf(begins.key);
  const fail = (kind: LogFault['kind'], key: string): LogFault => {
    progress.seal = key;
    return { kind, entry: null };
  };
  if (start === null) return fail('sealAltered', newest.key);
  let before = await startAt(store, afterSeal, start, end);
  let place: SealPlace | null = before ? await findNext(store, placeOf(before.key)!, end) : start;
  Object.assign(progress, { checkedTo: before?.seal.last ?? begins.after, lastSeal: before?.key ?? null });
  for (;;) {
    signal?.throwIfAborted();
    if (place === null || isAfter(place, end)) {
      if (before === null || before.key === newest.key || isAfter(placeOf(before.key)!, end)) break;
      return fail('sealMissing', newest.key);
    }
    const stored = await readSeal(store, place);
    if (stored === null) return fail('sealMissing', place.day + '/' + place.number);
    const { seal, key } = stored;
    progress.accepted = seal.accepted ?? progress.accepted;
    const from = before?.seal ?? { last: begins.after, chain: begins.chain };
    if (before ? seal.previous?.key !== before.key : seal.after !== begins.after) return fail('sealMissing', key);
    if (before ? !follows(seal, before, before.seal) : seal.chainBefore !== begins.chain) return fail('sealAltered', key);
    const fault = await compareSeal(deps, seal, Buffer.from(from.chain, 'hex'), progress);
    if (fault) {
      progress.seal = key;
      return fault;
    }
    Object.assign(progress, { checkedTo: seal.last, lastSeal: key });
    before = stored;
    if (performance.now() >= until && key !== newest.key) return null;
    place = await findNext(store, place, end);
  }
  progress.through = true;
  return null;
}

/** The seal after which a pass goes on; null if it begins again. */
async function startAt(store: ObjectStore, afterSeal: string | null, start: SealPlace, end: SealPlace): Promise<StoredSeal | null> {
  const place = afterSeal === null ? null : placeOf(afterSeal);
  if (place === null || isAfter(start, place) || !isAfter(end, place)) return null;
  return readSeal(store, place);
}

async function compareSeal(deps: VerifyDeps, seal: Seal, chainBefore: Buffer, progress: Verified): Promise<LogFault | null> {
  const { database, signal, tell } = deps;
  const found: Found[] = [];
  let hash = chainBefore;
  for (let after = seal.after; after < seal.last;) {
    signal?.throwIfAborted();
    const started = performance.now();
    const rows = await entriesBetween(database, { after, upTo: seal.last, most: entriesAtOnce });
    for (const { id, fields } of rows) {
      const digest = digestOf(fields);
      hash = chained(hash, id, digest);
      found.push({ id, digest });
    }
    after = rows.length < entriesAtOnce ? seal.last : rows.at(-1)!.id;
    // So many were never sealed here: what is added is found among the first.
    if (found.length > seal.count + entriesAtOnce) break;
    await sleep(performance.now() - started, undefined, { signal });
  }
  const fault = firstFault({ ids: idsOf(seal), digests: Buffer.from(seal.digests, 'base64') }, found);
  if (fault) return fault;
  progress.compared += found.length;
  tell?.(progress.compared);
  // All entries are as their digests say, so it is the seal that is not.
  return hash.toString('hex') === seal.chain ? null : { kind: 'sealAltered', entry: null };
}

/** The entries that are chained and not yet sealed. */
async function checkEnd({ database }: VerifyDeps, newest: StoredSeal | null, progress: Verified): Promise<LogFault | null> {
  let before = newest?.seal ?? null;
  for (;;) {
    const batch = await nextEntries(database, before, entriesAtOnce);
    if ('kind' in batch) return batch;
    progress.compared += batch.count;
    progress.checkedTo = Math.max(progress.checkedTo, batch.last);
    if (batch.count < entriesAtOnce) return null;
    before = { ...(before ?? ({} as Seal)), last: batch.last, chain: batch.chain };
  }
}

async function late({ database }: VerifyDeps, sealedTo: number): Promise<LogFault | null> {
  const oldest = await oldestAfter(database, sealedTo);
  return oldest && oldest.ageMs > latestMs ? { kind: 'notSealed', entry: oldest.entry } : null;
}
