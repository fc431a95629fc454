/** Invented file contents whose hashes are known before the clock runs. */
import { createHash, randomBytes } from 'node:crypto';

export interface Content {
  size: number;
  md5: string;
  sha256: string;
  read(start: number, length: number): Buffer;
}

export const MiB = 1 << 20;
export const GiB = 1 << 30;
const block = 8 * MiB;
let shared: Buffer | null = null;

/** Blocks of 8 MiB of noise that each begin with their own mark: no block is like another, and memory stays at one block. */
export function largeContent(size: number): Content {
  const noise = (shared ??= randomBytes(block));
  const mark = randomBytes(16);
  const blockAt = (index: number): Buffer => {
    const copy = Buffer.from(noise);
    mark.copy(copy);
    copy.writeUInt32BE(index, 16);
    return copy;
  };
  const read = (start: number, length: number): Buffer => {
    const pieces: Buffer[] = [];
    for (let at = start; at < start + length; ) {
      const offset = at % block;
      const take = Math.min(block - offset, start + length - at);
      pieces.push(blockAt(Math.floor(at / block)).subarray(offset, offset + take));
      at += take;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  };
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for (let at = 0; at < size; at += block) {
    const bytes = read(at, Math.min(block, size - at));
    md5.update(bytes);
    sha256.update(bytes);
  }
  return { size, md5: md5.digest('hex'), sha256: sha256.digest('hex'), read };
}

export function smallContent(size: number): Content {
  const bytes = randomBytes(size);
  const digest = (name: string): string => createHash(name).update(bytes).digest('hex');
  return { size, md5: digest('md5'), sha256: digest('sha256'), read: (start, length) => bytes.subarray(start, start + length) };
}
