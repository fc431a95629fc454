/**
 * Seals what is chained: at most once a minute, into a piece of the seal of this hour, in the object store. What is read from the database is
 * compared with the chain first. Where the store and the database do not fit each other nothing is sealed any more, so that
 * nothing that was sealed is covered by something else.
 */
import type { Kysely } from 'kysely';
import type { LogFault } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { turns } from '../in-turns.ts';
import type { ObjectStore } from '../storage/index.ts';
import { alarm } from './alarm.ts';
import type { AlarmDeps } from './alarm.ts';
import { chained, digestOf, noEntries } from './canonical.ts';
import { entriesBetween, linkAt, linksAfter, takeTurn } from './chain-queries.ts';
import type { SealCrashPoint } from './crash-points.ts';
import { digestBytes, encodeSeal, hashOfBytes, packIds } from './seal-format.ts';
import type { Seal, SealReference } from './seal-format.ts';
import { isAfter, keyOf, pieceKey, placeOf } from './seal-keys.ts';
import type { SealPlace } from './seal-keys.ts';
import { BrokenSeal, findNewest, makeWhole, putSeal, readSeal, removePieces } from './seal-store.ts';
import type { StoredSeal } from './seal-store.ts';
import { databaseNow, readState, setSealed, setSealingFault } from './state-queries.ts';
import type { SealState } from './state-queries.ts';

export interface SealDeps extends AlarmDeps {
  store: ObjectStore;
  /** For tests, which cannot wait for another day: how far the clock is put back. */
  setBackMs?: number;
  /** Called after each durable step. A test throws or ends the process here. */
  reached?: (point: SealCrashPoint) => void;
}

export interface SealOptions {
  /** A younger entry waits for others. */
  leastAgeMs?: number;
  /** The most entries of a piece, and how many a seal has before the next one begins. */
  ofPiece?: number;
  ofSeal?: number;
}

export type SealOutcome =
  | { kind: 'sealed'; count: number; more: boolean }
  | { kind: 'nothing' }
  | { kind: 'busy' }
  | { kind: 'fault'; fault: LogFault };

/** What the next seal, or piece, says beside its entries. */
export type Said = Partial<Pick<Seal, 'begins' | 'removedTo' | 'accepted'>> & { newSeal?: boolean };

/** Seals what is due. */
export async function sealDue(
  deps: SealDeps,
  { leastAgeMs = 60_000, ofPiece = 2000, ofSeal = 10_000 }: SealOptions = {},
): Promise<SealOutcome> {
  return inTurn(deps, async (database, newest, now) => {
    const batch = await nextEntries(database, newest?.seal ?? null, ofPiece);
    if ('kind' in batch) return { kind: 'fault', fault: batch };
    const { oldest, count } = batch;
    const isDue = oldest !== null && (count === ofPiece || now.getTime() - oldest.getTime() >= leastAgeMs);
    if (!isDue) return { kind: 'nothing' };
    await writeSeal({ ...deps, database }, newest, { now, batch, ofSeal, said: {} });
    return { kind: 'sealed', count, more: count === ofPiece };
  });
}

/** Does `work` as the only one that seals, after having looked whether the newest seal fits the database. */
export async function inTurn(
  deps: SealDeps,
  work: (database: Kysely<Tables>, newest: StoredSeal | null, now: Date) => Promise<SealOutcome>,
): Promise<SealOutcome> {
  const outcome = await deps.database.transaction().execute(async (turn): Promise<SealOutcome> => {
    if (!(await takeTurn(turn, 'seals'))) return { kind: 'busy' };
    const state = await readState(turn);
    const now = new Date((await databaseNow(turn)).getTime() - (deps.setBackMs ?? 0));
    try {
      const newest = await newestSeal(deps.store, state, now);
      const fault = newest === 'missing' ? ({ kind: 'sealMissing', entry: null } as const) : await misfit(turn, state, newest);
      return fault || newest === 'missing' ? { kind: 'fault', fault: fault! } : await work(turn, newest, now);
    } catch (error) {
      if (error instanceof BrokenSeal) return { kind: 'fault', fault: { kind: 'sealAltered', entry: null } };
      throw error;
    }
  });
  const fault = outcome.kind === 'fault' ? outcome.fault : null;
  if (outcome.kind !== 'busy') await alarm(deps, fault, (transaction) => setSealingFault(transaction, fault));
  return outcome;
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Looked for from the day of the last one that is known, if the clock is behind it. 'missing': the database knows of a later one. */
export async function newestSeal(store: ObjectStore, state: SealState | null, now: Date): Promise<StoredSeal | null | 'missing'> {
  const known = state?.newest_key ? placeOf(state.newest_key) : null;
  const from = known && known.day > dayOf(now) ? known.day : dayOf(now);
  const place = await findNewest(store, from);
  if (known && (place === null || isAfter(known, place))) return 'missing';
  return place && (await readSeal(store, place));
}

/** Whether the chain in the database reaches the newest seal; null: it does. */
export async function misfit(database: Kysely<Tables>, state: SealState | null, newest: StoredSeal | null): Promise<LogFault | null> {
  if (newest === null) return null;
  const { last, chain } = newest.seal;
  if (last === 0) return null;
  const link = await linkAt(database, last);
  if (link?.toString('hex') === chain) return null;
  if (state === null || state.sealed_to < last) return { kind: 'olderDatabase', entry: last };
  return { kind: link ? 'changed' : 'missing', entry: last };
}

export interface Batch {
  count: number;
  last: number;
  chain: string;
  ids: number[];
  digests: Buffer;
  oldest: Date | null;
  newest: Date | null;
}

/** The chained entries after the newest seal, or the first that is not what was chained. */
export async function nextEntries(database: Kysely<Tables>, before: Seal | null, most: number): Promise<Batch | LogFault> {
  const after = before?.last ?? 0;
  const links = await linksAfter(database, after, most);
  const upTo = links.at(-1)?.id ?? after;
  const entries = await entriesBetween(database, { after, upTo, most: most + 1 });
  let hash = before ? Buffer.from(before.chain, 'hex') : noEntries;
  const digests: Buffer[] = [];
  const othersTurn = turns();
  for (const [index, link] of links.entries()) {
    await othersTurn();
    const entry = entries[index];
    if (!entry || entry.id > link.id) return { kind: 'missing', entry: link.id };
    if (entry.id < link.id) return { kind: 'added', entry: entry.id };
    const digest = digestOf(entry.fields);
    hash = chained(hash, entry.id, digest);
    if (!hash.equals(link.hash)) return { kind: 'changed', entry: entry.id };
    digests.push(digest.subarray(0, digestBytes));
  }
  const times = entries.map(({ at }) => at.getTime());
  const time = (of: (...times: number[]) => number): Date | null => (times.length > 0 ? new Date(of(...times)) : null);
  return {
    count: links.length,
    last: upTo,
    chain: hash.toString('hex'),
    ids: links.map(({ id }) => id),
    digests: Buffer.concat(digests),
    oldest: time(Math.min),
    newest: time(Math.max),
  };
}

export interface NewSeal {
  now: Date;
  batch: Batch;
  ofSeal: number;
  said: Said;
}

/** Writes a piece of the newest seal, or of a new one if another hour has begun, or it is full, or `said` wants one. */
export async function writeSeal(deps: SealDeps, newest: StoredSeal | null, { now, batch, ofSeal, said }: NewSeal): Promise<void> {
  const { database, store, reached } = deps;
  const place = newest && placeOf(newest.key);
  const sameHour = newest?.seal.sealed.slice(0, 13) === now.toISOString().slice(0, 13);
  const goesOn = newest !== null && newest.pieces > 0 && sameHour && newest.seal.count < ofSeal && !said.newSeal;
  if (newest && !goesOn) {
    await makeWhole(store, newest);
    reached?.('seal whole');
    await removePieces(store, newest.key);
    reached?.('pieces removed');
  }
  const key = goesOn ? newest.key : keyOf(placeAfter(place, dayOf(now)));
  const before = newest?.seal;
  const { newSeal: _, ...saying } = said;
  const seal: Seal = {
    version: 1,
    previous: newest && (goesOn ? lastPiece(newest) : { key: newest.key, hash: newest.hash }),
    begins: before?.begins ?? { key, after: 0, chain: noEntries.toString('hex') },
    removedTo: before?.removedTo ?? 0,
    after: before?.last ?? 0,
    chainBefore: before?.chain ?? noEntries.toString('hex'),
    last: batch.last,
    chain: batch.chain,
    count: batch.count,
    newest: batch.newest?.toISOString() ?? null,
    sealed: now.toISOString(),
    ids: packIds(before?.last ?? 0, batch.ids),
    digests: batch.digests.toString('base64'),
    accepted: null,
    ...saying,
  };
  await putSeal(store, pieceKey(key, goesOn ? newest.pieces + 1 : 1), seal);
  reached?.('piece written');
  await setSealed(database, { key, hash: hashOfBytes(encodeSeal(seal)), last: seal.last });
}

const lastPiece = ({ key, pieces, pieceHashes }: StoredSeal): SealReference => ({ key: pieceKey(key, pieces), hash: pieceHashes.at(-1)! });

export const placeAfter = (place: SealPlace | null, today: string): SealPlace =>
  place && place.day >= today ? { day: place.day, number: place.number + 1 } : { day: today, number: 1 };
