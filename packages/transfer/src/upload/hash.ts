import { createCRC32, createMD5, createSHA256 } from 'hash-wasm';
import type { IHasher } from 'hash-wasm';
import { limits } from '@alcove/contract';
import type { FileSource, HashOptions, PartChecksum, WholeFile } from '../ports.ts';

/** The MD5 of zero bytes. */
export const emptyMd5 = 'd41d8cd98f00b204e9800998ecf8427e';

const creators = { md5: createMD5, sha256: createSHA256, crc32: createCRC32 } as const;

const hashers = new Map<keyof typeof creators, Promise<IHasher>>();
/** A shared hasher for whatever is hashed without a pause: creating one costs more than hashing a small file. */
function hasherOf(algorithm: keyof typeof creators): Promise<IHasher> {
  const there = hashers.get(algorithm);
  if (there) return there;
  const made = creators[algorithm]();
  hashers.set(algorithm, made);
  made.catch(() => hashers.delete(algorithm)); // there may be enough memory later
  return made;
}

/**
 * The hash of a whole file, in lower-case hex. Reports progress with every slice of 20 MiB (specification 1 section 4, step 1). Throws the
 * signal's reason when aborted, and a RangeError when the length of the file differs from its size.
 */
export async function hashFile(
  algorithm: 'md5' | 'sha256',
  source: FileSource,
  { onProgress, signal }: HashOptions = {},
  slice: number = limits.hashSlice,
): Promise<string> {
  const hasher = (await creators[algorithm]()).init();
  let hashed = 0;
  let told = 0;
  signal?.throwIfAborted();
  for await (const piece of source.pieces?.() ?? slicesOf(source, slice)) {
    signal?.throwIfAborted();
    hasher.update(piece);
    hashed += piece.length;
    if (hashed - told < slice && hashed < source.size) continue;
    told = hashed;
    onProgress?.(hashed);
    signal?.throwIfAborted();
  }
  if (hashed !== source.size) throw new RangeError('the file is not as long as it said');
  return hasher.digest();
}

/** Reads the next slice while the current one is processed. */
async function* slicesOf(source: FileSource, slice: number): AsyncGenerator<Uint8Array> {
  const readAt = (start: number): Promise<Uint8Array> | null => {
    if (start >= source.size) return null;
    const reading = source.read(start, Math.min(slice, source.size - start));
    reading.catch(() => {}); // awaited below; an abort in between must not cause an unhandled rejection
    return reading;
  };
  let next = readAt(0);
  for (let start = slice; next; start += slice) {
    const bytes = await next;
    next = readAt(start);
    yield bytes;
  }
}

/** Hashes a small file at once. */
export async function hashWhole(source: FileSource): Promise<WholeFile> {
  const bytes = await source.read(0, source.size);
  if (bytes.length !== source.size) throw new RangeError('the file is not as long as it said');
  const [md5, sha256] = [await hasherOf('md5'), await hasherOf('sha256')];
  return { bytes, md5: md5.init().update(bytes).digest(), sha256: sha256.init().update(bytes).digest() };
}

/** The header with which the store verifies a part. It covers the bytes as sent, so after obfuscation. */
export async function partChecksum(kind: PartChecksum, bytes: Uint8Array): Promise<Record<string, string>> {
  const digest = (await hasherOf(kind)).init().update(bytes).digest('binary');
  return { [kind === 'crc32' ? 'x-amz-checksum-crc32' : 'Content-MD5']: btoa(String.fromCharCode(...digest)) };
}
