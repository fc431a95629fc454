/** An object's manifest: JSON after the bytes in the object's file, then a trailer with the length of the JSON. */
import type { Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { errno } from './storage-error.ts';

export const MAGIC = 'ALCOVE01';
const TRAILER = 12;

export interface Manifest {
  key: string;
  size: number;
  etag: string;
  token?: string;
  createdAt: string;
  /** Of the whole object, when its bytes are in the same file. */
  crc32?: number;
  /** Hex, of the whole object. Present if it was computed while the bytes were written. */
  md5?: string;
  sha256?: string;
  /** Its first bytes tell that there is nothing to search in it. Told only where the hashes are. */
  noText?: boolean;
  /** For a merged object; `parts` are file names and sizes, in order. */
  uploadId?: string;
  parts?: [name: string, size: number][];
}

export function encodeManifest(manifest: Manifest): Buffer<ArrayBuffer> {
  const json = Buffer.from(JSON.stringify(manifest));
  const trailer = Buffer.alloc(TRAILER);
  trailer.writeUInt32BE(json.length);
  trailer.write(MAGIC, 4, 'latin1');
  return Buffer.concat([json, trailer]);
}

/** The file of an object is incomplete or damaged: its writer was interrupted, or it changed since. */
export class BrokenObject extends Error {
  override readonly name = 'BrokenObject';
}

/** Which file there was, and when it was changed for the last time, in milliseconds. */
export interface FileStamp {
  inode: number;
  size: number;
  modified: number;
  changed: number;
}

export const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): FileStamp => ({ inode: ino, size, modified: mtimeMs, changed: ctimeMs });

export interface FoundManifest {
  manifest: Manifest;
  inode: number;
  /**
   * Null if the file was changed just before. The clock of a file system goes in steps, so another change could leave the same stamp. Its own writer, who knows
   * its last change, need not wait.
   */
  stamp: FileStamp | null;
  /** Bytes before the manifest: the whole object if it was put in one request. */
  bodySize: number;
  modified: Date;
}

/** Null if there is no such file. Throws BrokenObject. */
export async function readManifest(path: string): Promise<FoundManifest | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (errno(error) === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const stats = await file.stat();
    const { size, ino, mtime } = stats;
    const guess = Math.min(size, 64 * 1024);
    const tail = Buffer.alloc(guess);
    await file.read(tail, 0, guess, size - guess);
    if (guess < TRAILER || tail.toString('latin1', guess - 8) !== MAGIC) throw new BrokenObject('an object file without a manifest');
    const length = tail.readUInt32BE(guess - TRAILER);
    if (length + TRAILER > size) throw new BrokenObject('an object file with a broken manifest');
    let json = tail.subarray(Math.max(0, guess - TRAILER - length), guess - TRAILER);
    if (json.length < length) {
      json = Buffer.alloc(length);
      await file.read(json, 0, length, size - TRAILER - length);
    }
    return {
      manifest: parseManifest(json),
      inode: ino,
      stamp: isSettled(stats) ? stampOf(stats) : null,
      bodySize: size - TRAILER - length,
      modified: mtime,
    };
  } finally {
    await file.close();
  }
}

const settledAfterMs = 2000;
const isSettled = ({ mtimeMs, ctimeMs }: Stats): boolean => Date.now() - Math.max(mtimeMs, ctimeMs) > settledAfterMs;

/** Whether the file is still the one whose manifest was read. Nobody can set the time of the last change by hand. */
export async function isUnchanged(path: string, before: FileStamp): Promise<boolean> {
  const now = await stat(path).catch((error: unknown) => {
    if (errno(error) === 'ENOENT') return null;
    throw error;
  });
  if (!now) return false;
  const { inode, size, modified, changed } = stampOf(now);
  return inode === before.inode && size === before.size && modified === before.modified && changed === before.changed;
}

function parseManifest(json: Buffer): Manifest {
  try {
    return JSON.parse(json.toString()) as Manifest;
  } catch (cause) {
    throw new BrokenObject('an object file with a broken manifest', { cause });
  }
}
