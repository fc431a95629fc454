/** Reads a stored content again and compares it with what its row says. */
import { addAbortSignal, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { confuse } from '@alcove/transfer';
import type { ObjectStore } from '../storage/index.ts';
import { hashContent } from './content-hash.ts';
import type { StoredContent } from './content-queries.ts';

export type ContentFault = 'missing' | 'damaged';

export interface CompareOptions {
  signal?: AbortSignal | undefined;
  /** Passes the bytes on, at the speed at which they may be read. */
  pace?: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
}

/** A slow reader must not keep one request to the store open for hours. */
const rangeBytes = 64 * 1024 * 1024;
const againMs = 500;

/** Null: every byte is what was stored. `damaged`: the store has other bytes, or cannot read them. Throws if the store does not answer. */
export async function compareContent(
  store: ObjectStore,
  content: StoredContent,
  options: CompareOptions = {},
): Promise<ContentFault | null> {
  try {
    return await compareOnce(store, content, options);
  } catch {
    options.signal?.throwIfAborted();
    await sleep(againMs);
  }
  try {
    return await compareOnce(store, content, options);
  } catch {
    options.signal?.throwIfAborted();
    await store.check();
    return 'damaged';
  }
}

async function compareOnce(
  store: ObjectStore,
  { objectKey, size, md5, sha256, confuse: params }: StoredContent,
  { signal, pace = (bytes) => bytes }: CompareOptions,
): Promise<ContentFault | null> {
  const head = await store.head(objectKey, { fresh: true });
  if (head === null) return 'missing';
  if (head.size !== size) return 'damaged';
  const stream = Readable.from(pace(ranges(store, objectKey, size)), { objectMode: false });
  if (signal) addAbortSignal(signal, stream);
  const actual = await hashContent(stream, size, (chunk, offset) => void (params && confuse(chunk, offset, params)));
  return actual.size === size && actual.md5 === md5 && (sha256 === null || actual.sha256 === sha256) ? null : 'damaged';
}

async function* ranges(store: ObjectStore, key: string, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += rangeBytes) {
    const stream = await store.read(key, { start, end: Math.min(start + rangeBytes, size) - 1 });
    if (!stream) throw new Error('the object has gone while it was read');
    yield* stream as AsyncIterable<Buffer>;
  }
}
