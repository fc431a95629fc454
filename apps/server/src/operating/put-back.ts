/** Puts one object of a backup into a store, and compares its digest on the way. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { confuse } from '@alcove/transfer';
import type { ObjectStore } from '../storage/index.ts';
import { keyHash, objectFile } from './backup-folder.ts';
import { digestOf, digesting } from './file-digest.ts';
import type { ListedObject } from './object-list.ts';
import { putObject } from './put-object.ts';

export interface PutBackDeps {
  store: ObjectStore;
  folder: string;
  /** An earlier attempt may have put it there. */
  goesOn: boolean;
}

/** False if the backup's copy is missing or damaged; then the store does not have the object. */
export async function putBack({ store, folder, goesOn }: PutBackDeps, object: ListedObject): Promise<boolean> {
  const { key, size, sha256 } = object;
  const path = objectFile(folder, keyHash(key), sha256);
  const found = await stat(path).catch(() => null);
  if (found?.size !== size) return false;
  if (goesOn) {
    const present = await store.read(key);
    if (present && !isRevealed(store, object) && (await digestOf(present)).sha256 === sha256) return true;
    if (present) await store.remove(key);
  }
  const { through, result } = digesting();
  const body = revealed(store, object);
  const sent = pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), through, body);
  const put = putObject(store, key, body, size);
  const [sending, putting] = await Promise.allSettled([sent, put]);
  if (sending.status === 'rejected') {
    if (putting.status === 'rejected') throw putting.reason;
    throw sending.reason;
  }
  if (putting.status === 'rejected') throw putting.reason;
  if (result().sha256 === sha256) return true;
  await store.remove(key);
  return false;
}

/** Only a disk store's own host can undo the obfuscation while people read. */
export const isRevealed = (store: Pick<ObjectStore, 'kind'>, { confuse: params }: Pick<ListedObject, 'confuse'>): boolean =>
  store.kind === 's3' && params !== undefined;

/** Passes the bytes on, as this store must have them. */
export function revealed(store: ObjectStore, object: Pick<ListedObject, 'confuse'>): Transform & Readable {
  const params = isRevealed(store, object) ? object.confuse : undefined;
  let offset = 0;
  return new Transform({
    highWaterMark: 1024 * 1024,
    transform(chunk: Buffer<ArrayBuffer>, _encoding, done) {
      if (!params) return done(null, chunk);
      // A copy, because the digest has been given the same memory.
      const plain = Buffer.from(chunk);
      confuse(plain, offset, params);
      offset += plain.length;
      done(null, plain);
    },
  });
}
