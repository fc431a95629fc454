import { createCRC32, createMD5, createSHA256 } from 'hash-wasm';
import type { IHasher } from 'hash-wasm';
import { limits } from '@alcove/contract';
import type { FileSource, HashOptions, PartChecksum, WholeFile } from '../ports.ts';

/** The MD5 of no bytes at all. */
export const emptyMd5 = 'd41d8cd98f00b204e9800998ecf8427e';

const creators = { md5: createMD5, sha256: createSHA256, crc32: createCRC32 } as const;

const hashers = new Map<keyof typeof creators, Promise<IHasher>>();
/** One for all that is hashed without a pause in between: making one costs more than a small file's hash. */
function hasherOf(algorithm: keyof typeof creators): Promise<IHasher> {
  const there = hashers.get(algorithm);
  if (there) return there;
  const made = creators[algorithm]();
  hashers.set(algorithm, made);
  made.catch(() => hashers.delete(algorithm)); // no memory now may be enough later
  return made;
}

/**
 * Hash of a whole file, lower-case hex. Tells how far it is with every slice of 20 MiB (specification 1 section 4, step 1).
 * Throws the signal's reason when aborted, RangeError when the file is not as long as it said.
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

/** While one slice is worked on the next is already being read. */
async function* slicesOf(source: FileSource, slice: number): AsyncGenerator<Uint8Array> {
  const readAt = (start: number): Promise<Uint8Array> | null => {
    if (start >= source.size) return null;
    const reading = source.read(start, Math.min(slice, source.size - start));
    reading.catch(() => {}); // awaited below; an abort in between must not leave it unhandled
    return reading;
  };
  let next = readAt(0);
  for (let start = slice; next; start += slice) {
    const bytes = await next;
    next = readAt(start);
    yield bytes;
  }
}

/** A small file in one go. */
export async function hashWhole(source: FileSource): Promise<WholeFile> {
  const bytes = await source.read(0, source.size);
  if (bytes.length !== source.size) throw new RangeError('the file is not as long as it said');
  const [md5, sha256] = [await hasherOf('md5'), await hasherOf('sha256')];
  return { bytes, md5: md5.init().update(bytes).digest(), sha256: sha256.init().update(bytes).digest() };
}

/** The header with which the store checks a part. Over the bytes as they are sent, so after obfuscation. */
export async function partChecksum(kind: PartChecksum, bytes: Uint8Array): Promise<Record<string, string>> {
  const digest = (await hasherOf(kind)).init().update(bytes).digest('binary');
  return { [kind === 'crc32' ? 'x-amz-checksum-crc32' : 'Content-MD5']: btoa(String.fromCharCode(...digest)) };
}
