/** Copies objects of the store into a backup folder, but for those that it has already. */
import { createWriteStream } from 'node:fs';
import { rename, stat, unlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { inLanes } from '../integrity-check/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { fanOf, keyHash, objectFile, objectsInFan, partName, syncFolder } from './backup-folder.ts';
import type { NeededObject } from './dump-queries.ts';
import { digesting } from './file-digest.ts';
import type { ListedObject } from './object-list.ts';

const lanes = 4;

export interface SaveDeps {
  store: ObjectStore;
  folder: string;
  signal: AbortSignal;
  /** Report of every object that is in the backup now. */
  saved: (object: ListedObject, how: { copied: boolean }) => Promise<void>;
  /** Report of every needed object that the store does not have, or not whole. */
  missing: (key: string) => void;
  progress: (bytes: number) => void;
}

/** What may change between two backups under the same key is read again. */
interface SaveOptions {
  fresh?: boolean;
}

/** Saves objects that come ordered by the hash of their key, so that only the names of one folder are in memory. */
export async function saveObjects(
  deps: SaveDeps,
  objects: AsyncIterable<readonly NeededObject[]> | Iterable<readonly NeededObject[]>,
  { fresh = false }: SaveOptions = {},
): Promise<void> {
  let [fan, known, changed] = ['', new Map<string, string>(), false];
  const leave = async (): Promise<void> => void (changed && (await syncFolder(fan)));
  for await (const portion of objects) {
    for (const [path, inFan] of Map.groupBy(portion, ({ key }) => fanOf(deps.folder, keyHash(key)))) {
      if (path !== fan) {
        await leave();
        [fan, known, changed] = [path, await objectsInFan(path), false];
      }
      await inLanes(inFan, lanes, async (object) => {
        deps.signal.throwIfAborted();
        const had = known.get(keyHash(object.key));
        const whole = !fresh && had !== undefined && (await isWhole(deps.folder, object, had));
        const now = whole ? { bytes: object.size, sha256: had } : await saveOne(deps, fan, object, fresh);
        deps.progress(object.size);
        if (now === null) {
          if (object.needed) deps.missing(object.key);
          return;
        }
        const copied = now.sha256 !== had;
        changed ||= copied;
        const { key, confuse } = object;
        await deps.saved({ key, size: now.bytes, sha256: now.sha256, ...(confuse && { confuse }) }, { copied });
      });
    }
  }
  await leave();
}

const isWhole = (folder: string, { key, size }: NeededObject, sha256: string): Promise<boolean> =>
  stat(objectFile(folder, keyHash(key), sha256)).then(
    (found) => found.size === size,
    () => false,
  );

/** Null if the store does not have the object whole. `anySize`: it may have changed since it was listed. */
async function saveOne(
  { store, folder, signal }: SaveDeps,
  fan: string,
  { key, size }: NeededObject,
  anySize: boolean,
): Promise<{ bytes: number; sha256: string } | null> {
  const stream = await store.read(key);
  if (!stream) return null;
  const part = partName(fan);
  const { through, result } = digesting();
  try {
    await pipeline(stream, through, createWriteStream(part, { mode: 0o600, flush: true }), { signal });
    const { bytes, sha256 } = result();
    if (bytes !== size && !anySize) {
      await unlink(part);
      return null;
    }
    await rename(part, objectFile(folder, keyHash(key), sha256));
    return { bytes, sha256 };
  } catch (error) {
    await unlink(part).catch(() => {});
    throw error;
  }
}

/** The objects that no row names and that belong to the installation: the mark, and what is under these prefixes. */
export async function looseObjects(store: ObjectStore, keys: readonly string[], prefixes: readonly string[]): Promise<NeededObject[]> {
  const found: NeededObject[] = [];
  for (const key of keys) {
    const head = await store.head(key, { fresh: true });
    if (head) found.push({ key, size: head.size, needed: true, confuse: null });
  }
  for (const prefix of prefixes) found.push(...(await objectsUnder(store, prefix)));
  return found.sort((one, other) => (keyHash(one.key) < keyHash(other.key) ? -1 : 1));
}

/** An S3 store lists in the order of the keys, so only those are read. A disk store has to be read whole. */
async function objectsUnder(store: ObjectStore, prefix: string): Promise<NeededObject[]> {
  const found: NeededObject[] = [];
  for (let after: string | null = store.kind === 's3' ? prefix : null; ;) {
    const { objects, next } = await store.listObjects(after, 1000);
    for (const { key, size } of objects) if (key?.startsWith(prefix)) found.push({ key, size, needed: true, confuse: null });
    const past = store.kind === 's3' && objects.some(({ name }) => name > `${prefix}\uffff`);
    if (next === null || past) return found;
    after = next;
  }
}
