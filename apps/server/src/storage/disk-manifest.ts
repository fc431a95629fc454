/** An object's manifest: JSON after the bytes in the object's file, then a trailer with the length of the JSON. */
import { open } from 'node:fs/promises';
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
  /** For a merged object; `parts` are file names and sizes, in order. */
  uploadId?: string;
  parts?: [name: string, size: number][];
}

export function encodeManifest(manifest: Manifest): Buffer {
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

export interface FoundManifest {
  manifest: Manifest;
  inode: number;
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
    const { size, ino, mtime } = await file.stat();
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
    return { manifest: parseManifest(json), inode: ino, bodySize: size - TRAILER - length, modified: mtime };
  } finally {
    await file.close();
  }
}

function parseManifest(json: Buffer): Manifest {
  try {
    return JSON.parse(json.toString()) as Manifest;
  } catch (cause) {
    throw new BrokenObject('an object file with a broken manifest', { cause });
  }
}
