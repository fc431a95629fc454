/**
 * Objects on disk. One file each: the bytes of a single put (or none), the manifest as JSON, and a trailer that tells the
 * manifest's length. A merged object's manifest names its parts, which stay where they were accepted.
 */
import { read } from 'node:fs';
import { link, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FolderSync, OpenFile, OpenFiles } from './disk-files.ts';
import type { DiskLayout } from './disk-layout.ts';
import { BrokenObject, readManifest } from './disk-manifest.ts';
import type { Manifest } from './disk-manifest.ts';
import { errno, StorageError } from './storage-error.ts';

/** Parts and objects that are remembered together; some 30 MB at most. */
const CACHED_PARTS = 200_000;

export interface DiskObject {
  manifest: Manifest;
  path: string;
  /** Guards against the path naming a newer file by the time it is opened again. */
  inode: number;
  /** Where each piece starts, and the size at the end. */
  starts: readonly number[];
  /** Paths of the pieces are made when needed: an object may have 10,000. */
  folder: string;
}

export class DiskObjects {
  readonly #layout: DiskLayout;
  readonly #files: OpenFiles;
  readonly #folders: FolderSync;
  readonly #known = new Map<string, DiskObject>();
  #knownParts = 0;
  /** Rises with every change, so that a slow load does not bring back what is gone. */
  #changes = 0;

  constructor(layout: DiskLayout, files: OpenFiles, folders: FolderSync) {
    this.#layout = layout;
    this.#files = files;
    this.#folders = folders;
  }

  /** At once when it is known: objects never change, so no look at the disk is needed. */
  find(key: string): DiskObject | Promise<DiskObject | null> {
    const object = this.#known.get(key);
    if (!object) return this.#load(key);
    this.#known.delete(key);
    this.#known.set(key, object);
    return object;
  }

  /** What lies on the disk now, whatever is remembered: null when the object, or a part of it, is gone or has another size. */
  async look(key: string): Promise<Manifest | null> {
    const path = this.#layout.objectPath(key);
    const manifest = await wholeManifest(path, (uploadId) => this.#layout.partsFolder(uploadId));
    if (!manifest) this.#forget(key);
    return manifest;
  }

  async #load(key: string): Promise<DiskObject | null> {
    const changes = this.#changes;
    const path = this.#layout.objectPath(key);
    const found = await readManifest(path);
    if (!found) return null;
    const { manifest, inode } = found;
    const starts = [0];
    for (const [, size] of manifest.parts ?? [['', manifest.size] as const]) starts.push(starts.at(-1)! + size);
    const object = { manifest, path, inode, starts, folder: manifest.uploadId ? this.#layout.partsFolder(manifest.uploadId) : '' };
    if (changes === this.#changes) this.#remember(key, object);
    return object;
  }

  #remember(key: string, object: DiskObject): void {
    this.#forget(key);
    this.#known.set(key, object);
    this.#knownParts += object.starts.length;
    for (const oldest of this.#known.keys()) {
      if (this.#knownParts <= CACHED_PARTS || oldest === key) break;
      this.#forget(oldest);
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
   * Gives a staged and synced file its place. Returns false, and drops the staged file, when the key is taken: objects are never replaced.
   * By link and not by rename, since that alone refuses an existing name in one step.
   */
  async place(staged: string, key: string): Promise<boolean> {
    const path = this.#layout.objectPath(key);
    try {
      await link(staged, path);
    } catch (error) {
      await unlink(staged).catch(() => {});
      if (errno(error) === 'EEXIST') {
        // It may have been placed a moment ago by a request that has not synced yet.
        await this.#folders.sync(dirname(path));
        return false;
      }
      throw error;
    }
    this.#changes += 1;
    await Promise.all([this.#folders.sync(dirname(path)), unlink(staged).catch(() => {})]);
    return true;
  }

  /** An object that was just written: the next to ask need not read it. */
  adopt(key: string, manifest: Manifest, inode: number): void {
    this.#changes += 1;
    this.#remember(key, { manifest, path: this.#layout.objectPath(key), inode, starts: [0, manifest.size], folder: '' });
  }

  /** First the name goes, durably, then the parts; a crash between is finished at the next start. */
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

  /** Fills `buffer` from `offset` on; the caller keeps within the object. */
  readAt(object: DiskObject, buffer: Buffer, offset: number, done: (error: Error | null) => void): void {
    const piece = pieceAt(object.starts, offset);
    const start = object.starts[piece]!;
    const length = Math.min(buffer.length, object.starts[piece + 1]! - offset);
    const name = object.manifest.parts?.[piece]?.[0];
    const path = name === undefined ? object.path : join(object.folder, name);

    const readFrom = (file: OpenFile) => {
      if (name === undefined && file.inode !== object.inode) {
        this.#files.release(file);
        return done(new StorageError('NoSuchKey', 'The object is gone.'));
      }
      const more = (from: number) => {
        read(file.fd, buffer, from, length - from, offset - start + from, (error, bytes) => {
          if (!error && bytes > 0 && from + bytes < length) return more(from + bytes);
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
}

/** Of an object that lies there with all its parts, each as long as it should be. */
async function wholeManifest(path: string, partsFolder: (uploadId: string) => string): Promise<Manifest | null> {
  const found = await readManifest(path).catch((error: unknown) => {
    if (error instanceof BrokenObject) return null;
    throw error;
  });
  if (!found) return null;
  const { manifest, bodySize } = found;
  if (!manifest.uploadId) return bodySize === manifest.size ? manifest : null;
  const folder = partsFolder(manifest.uploadId);
  for (const [name, size] of manifest.parts ?? []) if ((await sizeOf(join(folder, name))) !== size) return null;
  return manifest;
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
