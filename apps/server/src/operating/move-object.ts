/** Copies one object into another store, and reads it there again. */
import { pipeline } from 'node:stream/promises';
import { compareContent } from '../contents/index.ts';
import type { BlobId } from '@alcove/contract';
import type { ObjectStore } from '../storage/index.ts';
import { digestOf } from './file-digest.ts';
import type { ObjectToMove } from './move-queries.ts';
import { isRevealed, revealed } from './put-back.ts';
import { putObject } from './put-object.ts';

export type Moved = 'moved' | 'missing' | 'damaged';

/**
 * `missing`: the old store does not have it, or not whole. `damaged`: it was moved, but is not what was stored, in the old store either. Throws if the new
 * store does not have what the old one has.
 */
export async function moveObject({ from, to }: { from: ObjectStore; to: ObjectStore }, object: ObjectToMove): Promise<Moved> {
  const { key, size } = object;
  const head = await to.head(key, { fresh: true });
  if (head?.size !== size) {
    if (head) await to.remove(key);
    if (!(await copy({ from, to }, object))) return 'missing';
  }
  if (object.content === null) {
    const [there, here] = [await to.read(key), await from.read(key)];
    if (!there || !here) return 'missing';
    const [put, original] = await Promise.all([digestOf(there), digestOf(here.pipe(revealed(to, revealing(object))))]);
    if (put.sha256 === original.sha256) return 'moved';
  } else {
    if ((await isWhole(to, object)) === null) return 'moved';
    // Whatever the old store has is kept, even if it is not what was stored.
    if ((await isWhole(from, object)) !== null) return 'damaged';
  }
  await to.remove(key);
  throw new Error(`the new store did not keep ${key} as it is`);
}

const revealing = ({ confuse }: ObjectToMove) => (confuse ? { confuse } : {});

function isWhole(store: ObjectStore, object: ObjectToMove) {
  const { key: objectKey, size, content } = object;
  const confuse = isRevealed(store, revealing(object)) ? null : object.confuse;
  return compareContent(store, { id: '' as BlobId, objectKey, size, ...content!, confuse, quarantined: false });
}

/** False if the old store does not have it whole. */
async function copy({ from, to }: { from: ObjectStore; to: ObjectStore }, object: ObjectToMove): Promise<boolean> {
  if ((await from.head(object.key, { fresh: true }))?.size !== object.size) return false;
  const stream = await from.read(object.key);
  if (!stream) return false;
  const body = revealed(to, revealing(object));
  const [sending, putting] = await Promise.allSettled([pipeline(stream, body), putObject(to, object.key, body, object.size)]);
  if (putting.status === 'rejected') throw putting.reason;
  if (sending.status === 'rejected') throw sending.reason;
  return true;
}
