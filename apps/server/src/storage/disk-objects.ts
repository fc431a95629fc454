/**
 * Objects on disk. Each is one file: the bytes of a single put (or none), the manifest as JSON, and a trailer with the manifest's length.
 * The manifest of a merged object names its parts, which stay where they were accepted.
 */
import { read, readSync, statSync } from 'node:fs';
import { link, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { turns } from '../in-turns.ts';
import type { FolderSync, OpenFile, OpenFiles } from './disk-files.ts';
import type { DiskLayout } from './disk-layout.ts';
import { BrokenObject, isUnchanged, readManifest } from './disk-manifest.ts';
import type { FileStamp, FoundManifest, Manifest } from './disk-manifest.ts';
import type { StoredBytes } from './sent-body.ts';
import { errno, StorageError } from './storage-error.ts';
import { ReadsHere } from './warm-pages.ts';

/** Up to this many bytes that the system has in memory are read at once, without a thread. */
const READ_HERE = 64 * 1024;

/** For so long the system has in memory what it told of an object's parts. */
const SEEN_MS = 30_000;

/** The number of parts and objects that the cache holds; at most some 30 MB. */
const CACHED_PARTS = 200_000;

export interface DiskObject {
  manifest: Manifest;
  path: string;
  /** Detects that the path names a newer file by the time it is opened again. */
  inode: number;
  /** The offset of each piece, and the object's size at the end. */
  starts: readonly number[];
  /** Paths of pieces are computed on demand, because an object may have 10,000. */
  folder: string;
  /** Of the file when it was found whole, or null. While it is the same, nothing of it need be read again. */
  stamp: FileStamp | null;
  /** When all its parts were last seen to be there, by `performance.now()`. */
  partsSeenAt: number;
  /** Found since objects were last looked through for one to forget. */
  recent: boolean;
}

export class DiskObjects {
  readonly #layout: DiskLayout;
  readonly #files: OpenFiles;
  readonly #folders: FolderSync;
  readonly #known = new Map<string, DiskObject>();
  #knownParts = 0;
  readonly #mostParts: number;
  readonly #here = new ReadsHere();
  /** Increases with every change, so that a slow load does not bring back a removed object. */
  #changes = 0;

  constructor(layout: DiskLayout, files: OpenFiles, folders: FolderSync, mostParts = CACHED_PARTS) {
    this.#layout = layout;
    this.#files = files;
    this.#folders = folders;
    this.#mostParts = mostParts;
  }

  /** Synchronous if cached. Objects never change, so the disk need not be asked. */
  find(key: string): DiskObject | Promise<DiskObject | null> {
    const object = this.#known.get(key);
    if (!object) return this.#load(key);
    object.recent = true;
    return object;
  }

  /** What is on the disk now. Null if the object or one of its parts is missing or has another size. */
  async look(key: string): Promise<Manifest | null> {
    const manifest = await this.#manifestNow(key);
    const whole = manifest !== null && (await this.#hasItsParts(key, manifest));
    if (!whole) this.#forget(key);
    return whole ? manifest : null;
  }

  async #manifestNow(key: string): Promise<Manifest | null> {
    const path = this.#layout.objectPath(key);
    const before = this.#known.get(key);
    if (before?.stamp && (await isUnchanged(path, before.stamp))) return before.manifest;
    const found = await readIfWhole(path);
    const known = this.#known.get(key);
    // Somebody who works on the folder itself may have put another file in its place.
    if (known && known.inode !== found?.inode) this.#forget(key);
    else if (known && found) known.stamp = found.stamp;
    return found && found.manifest;
  }

  /**
   * A large object has hundreds of parts. To let a thread look at each takes ten times as long as to look here. That is done for what was seen
   * lately, because the system need not read it from the disk.
   */
  async #hasItsParts(key: string, { uploadId, parts = [] }: Manifest): Promise<boolean> {
    if (!uploadId) return true;
    const folder = this.#layout.partsFolder(uploadId);
    const known = this.#known.get(key);
    const isWarm = known !== undefined && performance.now() - known.partsSeenAt < SEEN_MS;
    const next = turns();
    for (const [name, size] of parts) {
      const path = join(folder, name);
      const found = isWarm && this.#here.may() ? this.#sizeHere(path) : await sizeOf(path);
      if (found !== size) return false;
      await next();
    }
    if (known) known.partsSeenAt = performance.now();
    return true;
  }

  async #load(key: string): Promise<DiskObject | null> {
    const changes = this.#changes;
    const path = this.#layout.objectPath(key);
    const found = await readManifest(path);
    if (!found) return null;
    const { manifest, inode } = found;
    const starts = [0];
    for (const [, size] of manifest.parts ?? [['', manifest.size] as const]) starts.push(starts.at(-1)! + size);
    const object: DiskObject = {
      manifest,
      path,
      inode,
      stamp: null,
      partsSeenAt: -Infinity,
      starts,
      folder: manifest.uploadId ? this.#layout.partsFolder(manifest.uploadId) : '',
      recent: false,
    };
    if (changes === this.#changes) this.#remember(key, object);
    return object;
  }

  #remember(key: string, object: DiskObject): void {
    this.#forget(key);
    this.#known.set(key, object);
    this.#knownParts += object.starts.length;
    for (const [name, known] of this.#known) {
      if (this.#knownParts <= this.#mostParts) break;
      if (name === key) continue;
      if (!known.recent) this.#forget(name);
      else {
        // A second turn, at the end.
        known.recent = false;
        this.#known.delete(name);
        this.#known.set(name, known);
      }
    }
  }

  #forget(key: string): void {
    const object = this.#known.get(key);
    if (!object) return;
    this.#known.delete(key);
    this.#knownParts -= object.starts.length;
    this.#files.forget(object.path);
  }

  /**
   * Links a staged and synced file to its place. If the key is taken, it returns false and drops the staged file: objects are never
   * replaced. It links instead of renaming, because only link refuses an existing name atomically.
   */
  async place(staged: string, key: string): Promise<boolean> {
    const path = this.#layout.objectPath(key);
    try {
      await link(staged, path);
    } catch (error) {
      await unlink(staged).catch(() => {});
      if (errno(error) === 'EEXIST') {
        // Another request may have linked it a moment ago without having synced it yet.
        await this.#folders.sync(dirname(path));
        return false;
      }
      throw error;
    }
    this.#changes += 1;
    await Promise.all([this.#folders.sync(dirname(path)), unlink(staged).catch(() => {})]);
    return true;
  }

  /** Caches an object that was just written, so that the next reader need not read its manifest, and its save only looks whether it is still there. */
  adopt(key: string, manifest: Manifest, stamp: FileStamp): void {
    this.#changes += 1;
    this.#remember(key, {
      manifest,
      path: this.#layout.objectPath(key),
      inode: stamp.inode,
      stamp,
      partsSeenAt: -Infinity,
      starts: [0, manifest.size],
      folder: '',
      recent: false,
    });
  }

  /** Removes the name first, durably, then the parts. After a crash in between, the next start completes the removal. */
  async remove(key: string): Promise<void> {
    const path = this.#layout.objectPath(key);
    const retired = this.#layout.retiredPath();
    try {
      await rename(path, retired);
    } catch (error) {
      if (errno(error) === 'ENOENT') return;
      throw error;
    } finally {
      this.#changes += 1;
      this.#forget(key);
      this.#files.forget(path);
    }
    await Promise.all([this.#folders.sync(dirname(path)), this.#folders.sync(this.#layout.tmp)]);
    await this.finishRemoval(retired);
  }

  async finishRemoval(retired: string): Promise<void> {
    const found = await readManifest(retired);
    if (found?.manifest.uploadId) {
      const folder = this.#layout.partsFolder(found.manifest.uploadId);
      for (const [name] of found.manifest.parts ?? []) this.#files.forget(join(folder, name));
      await rm(folder, { recursive: true, force: true });
    }
    await unlink(retired).catch(() => {});
  }

  /** Where the bytes of an object are; `end` is exclusive. */
  bytesOf({ manifest, path, inode, folder, starts }: DiskObject, start: number, end: number): StoredBytes {
    const first = pieceAt(starts, start);
    const where = { start: start - starts[first]!, size: end - start };
    if (!manifest.parts) return { path, inode, parts: [], ...where };
    return { path: folder, inode: null, parts: manifest.parts.slice(first, pieceAt(starts, end - 1) + 1), ...where };
  }

  /** Fills `buffer` from `offset` on. The caller stays within the object. */
  readAt(object: DiskObject, buffer: Buffer, offset: number, done: (error: Error | null) => void): void {
    const piece = pieceAt(object.starts, offset);
    const start = object.starts[piece]!;
    const length = Math.min(buffer.length, object.starts[piece + 1]! - offset);
    const name = object.manifest.parts?.[piece]?.[0];
    const path = name === undefined ? object.path : `${object.folder}/${name}`;

    const readFrom = (file: OpenFile) => {
      if (name === undefined && file.inode !== object.inode) {
        this.#files.release(file);
        return done(new StorageError('NoSuchKey', 'The object is gone.'));
      }
      if (length === buffer.length && length <= READ_HERE && this.#here.may() && file.warm.has(offset - start, length)) {
        if (this.#readHere(file, buffer, offset - start) === length) {
          this.#files.release(file);
          return done(null);
        }
      }
      const more = (from: number) => {
        read(file.fd, buffer, from, length - from, offset - start + from, (error, bytes) => {
          if (!error && bytes > 0 && from + bytes < length) return more(from + bytes);
          if (!error && bytes > 0) file.warm.noteRead(offset - start, length);
          this.#files.release(file);
          if (error || bytes === 0) return done(error ?? new StorageError('InternalError', 'A part is shorter than its manifest says.'));
          if (length < buffer.length) return this.readAt(object, buffer.subarray(length), offset + length, done);
          done(null);
        });
      };
      more(0);
    };
    const file = this.#files.acquire(path);
    if (file instanceof Promise) file.then(readFrom, done);
    else readFrom(file);
  }

  #sizeHere(path: string): number | undefined {
    const began = performance.now();
    try {
      return statSync(path, { throwIfNoEntry: false })?.size;
    } finally {
      this.#here.took(performance.now() - began);
    }
  }

  /** How many bytes were read. Whatever went wrong shows again where it is reported. */
  #readHere({ fd }: OpenFile, buffer: Buffer, position: number): number {
    const began = performance.now();
    try {
      return readSync(fd, buffer, 0, buffer.length, position);
    } catch {
      return 0;
    } finally {
      this.#here.took(performance.now() - began);
    }
  }
}

/** Null if there is no such object, its manifest cannot be read, or the bytes before it are not as many as it says. */
async function readIfWhole(path: string): Promise<FoundManifest | null> {
  const found = await readManifest(path).catch((error: unknown) => {
    if (error instanceof BrokenObject) return null;
    throw error;
  });
  return found && (found.manifest.uploadId || found.bodySize === found.manifest.size) ? found : null;
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: unknown) => {
    if (errno(error) === 'ENOENT') return null;
    throw error;
  });
  return found && found.size;
}

/** The last piece that starts at or before the offset. */
export function pieceAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
