/** The seals in the object store. None is ever changed; pieces are removed once the seal that holds them all is there. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StorageError } from '../storage/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { decodeSeal, encodeSeal, hashOfBytes, joined } from './seal-format.ts';
import type { Seal } from './seal-format.ts';
import { dayBeside, firstDay, keyOf, pieceKey } from './seal-keys.ts';
import type { SealPlace } from './seal-keys.ts';

export interface StoredSeal {
  key: string;
  seal: Seal;
  /** Of the bytes of the whole seal, also while it is in pieces. */
  hash: string;
  /** How many pieces it still consists of; 0: it is whole. */
  pieces: number;
  /** Of the bytes of each piece; empty if it is whole. */
  pieceHashes: readonly string[];
}

/** What stands there is no seal, or does not follow what stands before it. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal';
  readonly key: string;
  constructor(key: string) {
    super(`${key} is not what was sealed`);
    this.key = key;
  }
}

const isThere = async (store: ObjectStore, key: string): Promise<boolean> => (await store.head(key, { fresh: true })) !== null;
const exists = async (store: ObjectStore, place: SealPlace): Promise<boolean> => {
  const key = keyOf(place);
  return (await isThere(store, key)) || (await isThere(store, pieceKey(key, 1)));
};

/** The bytes as they are on the store now; null if there is no such object. */
async function bytesOf(store: ObjectStore, key: string): Promise<Buffer | null> {
  const read = async (): Promise<Buffer | null> => {
    if (!(await isThere(store, key))) return null;
    const stream = await store.read(key);
    return stream && buffer(stream);
  };
  return read().catch((error: unknown) => {
    // Another object stands there than the one that this process knew.
    if (error instanceof StorageError) return read();
    throw error;
  });
}

async function readOne(store: ObjectStore, key: string): Promise<Seal | null> {
  const bytes = await bytesOf(store, key);
  if (bytes === null) return null;
  const seal = decodeSeal(bytes);
  // What else the bytes might say beside the seal is not what was written.
  if (seal === null || !encodeSeal(seal).equals(bytes)) throw new BrokenSeal(key);
  return seal;
}

/** Null if there is no such seal. Throws BrokenSeal. */
export async function readSeal(store: ObjectStore, place: SealPlace): Promise<StoredSeal | null> {
  const key = keyOf(place);
  const whole = async (): Promise<StoredSeal | null> => {
    const seal = await readOne(store, key);
    return seal && { key, seal, hash: hashOfBytes(encodeSeal(seal)), pieces: 0, pieceHashes: [] };
  };
  const found = await whole();
  if (found) return found;
  const pieces: Seal[] = [];
  const pieceHashes: string[] = [];
  for (let piece = await readOne(store, pieceKey(key, 1)); piece; piece = await readOne(store, pieceKey(key, pieces.length + 1))) {
    const before = pieces.at(-1);
    if (before && !follows(piece, { key: pieceKey(key, pieces.length), hash: pieceHashes.at(-1)! }, before))
      throw new BrokenSeal(pieceKey(key, pieces.length + 1));
    pieces.push(piece);
    pieceHashes.push(hashOfBytes(encodeSeal(piece)));
  }
  // It may have become whole, and its pieces removed, while they were read.
  const meanwhile = await whole();
  if (meanwhile) return meanwhile;
  if (pieces.length === 0) return null;
  const seal = joined(pieces);
  return { key, seal, hash: hashOfBytes(encodeSeal(seal)), pieces: pieces.length, pieceHashes };
}

/** Whether a seal, or a piece, goes on where the one before it ended. */
export const follows = (seal: Seal, reference: { key: string; hash: string }, before: Pick<Seal, 'last' | 'chain'>): boolean =>
  seal.previous?.key === reference.key &&
  seal.previous.hash === reference.hash &&
  seal.after === before.last &&
  seal.chainBefore === before.chain;

/**
 * What was found where no seal is: that there is none before this day. Without it a company without seals is searched day by day, back to
 * the first, each time that something might be sealed. It is believed for a while only, and never by a clock that is behind it.
 */
const noneBefore = new WeakMap<ObjectStore, { day: string; until: number }>();
const believedMs = 600_000;

function firstDayToSearch(store: ObjectStore, today: string): string {
  const known = noneBefore.get(store);
  return known && known.day < today && performance.now() < known.until ? known.day : firstDay;
}

/** The place of the newest seal, looking back from the day after `today`; null if there is none. */
export async function findNewest(store: ObjectStore, today: string): Promise<SealPlace | null> {
  const first = firstDayToSearch(store, today);
  for (let day = dayBeside(today, 1); day >= first; day = dayBeside(day, -1)) {
    if (!(await exists(store, { day, number: 1 }))) continue;
    let number = 1;
    while (await exists(store, { day, number: number + 1 })) number += 1;
    return { day, number };
  }
  // The clock of another server that seals now may be behind this one by a day.
  if (first === firstDay) noneBefore.set(store, { day: dayBeside(today, -2), until: performance.now() + believedMs });
  return null;
}

/** The place of the next seal up to `last`; null if there is none. */
export async function findNext(store: ObjectStore, { day, number }: SealPlace, last: SealPlace): Promise<SealPlace | null> {
  if (await exists(store, { day, number: number + 1 })) return { day, number: number + 1 };
  for (let later = dayBeside(day, 1); later <= last.day; later = dayBeside(later, 1))
    if (await exists(store, { day: later, number: 1 })) return { day: later, number: 1 };
  return null;
}

/** Fails if there is one already with other bytes. */
export async function putSeal(store: ObjectStore, key: string, seal: Seal): Promise<void> {
  const bytes = encodeSeal(seal);
  noneBefore.delete(store);
  await store.put(key, Readable.from([bytes]), bytes.length, { token: hashOfBytes(bytes) });
}

/** Writes the seal whole, if it is still in pieces. */
export async function makeWhole(store: ObjectStore, { key, seal, pieces }: StoredSeal): Promise<void> {
  if (pieces > 0) await putSeal(store, key, seal);
}

/** Removes the pieces of a seal that is whole, the last one first, so that those that are left can be found. */
export async function removePieces(store: ObjectStore, key: string): Promise<void> {
  let pieces = 0;
  while (await isThere(store, pieceKey(key, pieces + 1))) pieces += 1;
  for (; pieces > 0; pieces -= 1) await store.remove(pieceKey(key, pieces));
}

/** The seal and its pieces. */
export async function removeSeal(store: ObjectStore, key: string): Promise<void> {
  await removePieces(store, key);
  await store.remove(key);
}
