/** Generated file contents whose hashes are computed before the measurement, and files on disk. */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Content {
  size: number;
  md5: string;
  sha256: string;
  /** Pieces to send one after the other. Large ones are shared, not copied, so that reading does not affect the measurement. */
  pieces(start: number, length: number): Buffer[];
}

export const MiB = 1 << 20;
export const GiB = 1 << 30;
const block = 8 * MiB;
const markLength = 20;
let shared: Buffer | null = null;

/** Blocks of 8 MiB of random bytes, each starting with its own mark. No two blocks are the same, but memory holds only one. */
export function largeContent(size: number): Content {
  const noise = (shared ??= randomBytes(block));
  const mark = randomBytes(16);
  const markAt = (index: number): Buffer => {
    const own = Buffer.alloc(markLength);
    mark.copy(own);
    own.writeUInt32BE(index, 16);
    return own;
  };
  const pieces = (start: number, length: number): Buffer[] => {
    const found: Buffer[] = [];
    for (let at = start; at < start + length;) {
      const offset = at % block;
      const end = Math.min(block, offset + start + length - at);
      if (offset < markLength) found.push(markAt(Math.floor(at / block)).subarray(offset, end));
      if (end > markLength) found.push(noise.subarray(Math.max(offset, markLength), end));
      at += end - offset;
    }
    return found;
  };
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for (let at = 0; at < size; at += block) {
    for (const piece of pieces(at, Math.min(block, size - at))) {
      md5.update(piece);
      sha256.update(piece);
    }
  }
  return { size, md5: md5.digest('hex'), sha256: sha256.digest('hex'), pieces };
}

export const smallContent = (size: number): Content => contentOf(randomBytes(size));

export function contentOf(bytes: Buffer): Content {
  const digest = (name: string): string => createHash(name).update(bytes).digest('hex');
  return {
    size: bytes.length,
    md5: digest('md5'),
    sha256: digest('sha256'),
    pieces: (start, length) => [bytes.subarray(start, start + length)],
  };
}

export function writeTo(path: string, bytes: Buffer): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, bytes);
}

/** The bytes are on disk when it returns; otherwise their writeback would distort the next measurement. */
export function writeRandom(path: string, size: number): void {
  const piece = randomBytes(16 * MiB);
  const file = openSync(path, 'w');
  for (let at = 0; at < size; at += piece.length) {
    randomBytes(64).copy(piece);
    writeSync(file, piece, 0, Math.min(piece.length, size - at));
  }
  fsyncSync(file);
  closeSync(file);
}
