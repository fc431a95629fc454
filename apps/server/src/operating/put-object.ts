/** Stores an object of any size. S3 takes at most 5 GiB in one request, so larger ones are sent in parts. */
import type { Readable } from 'node:stream';
import type { ObjectStore } from '../storage/index.ts';

const largestPut = 1024 * 1024 * 1024;
const leastPart = 16 * 1024 * 1024;
const mostParts = 9000;

export async function putObject(store: ObjectStore, key: string, body: Readable, size: number): Promise<void> {
  if (store.kind === 'disk' || size <= largestPut) await store.put(key, body, size);
  else await putInParts(store, key, body, Math.max(leastPart, Math.ceil(size / mostParts)));
}

async function putInParts(store: ObjectStore, key: string, body: Readable, partSize: number): Promise<void> {
  const uploadId = await store.initiate(key);
  try {
    const parts: { partNumber: number; etag: string }[] = [];
    for await (const bytes of inPieces(body, partSize)) {
      const partNumber = parts.length + 1;
      parts.push({ partNumber, etag: await putPart(store, { key, uploadId, partNumber }, bytes) });
    }
    const merged = await store.complete(key, uploadId, parts);
    if (merged.outcome !== 'merged') throw new Error(`the store did not merge the parts: ${merged.outcome}`);
  } catch (error) {
    await store.abort(key, uploadId).catch(() => {});
    throw error;
  }
}

async function putPart(
  store: ObjectStore,
  of: { key: string; uploadId: string; partNumber: number },
  bytes: Buffer<ArrayBuffer>,
): Promise<string> {
  const step = { kind: 'part', lengthIs: bytes.length, ...of } as const;
  const { url, headers, authorization } = store.signStep(step, { origin: '', now: new Date() });
  const answer = await fetch(url, { method: 'PUT', headers: { ...headers, authorization }, body: bytes });
  const etag = answer.headers.get('etag');
  if (!answer.ok || etag === null) throw new Error(`the store refused a part: ${answer.status}`);
  return etag;
}

/** The bytes in pieces of this size; the last one may be smaller. */
async function* inPieces(body: Readable, size: number): AsyncGenerator<Buffer<ArrayBuffer>> {
  let piece = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of body as AsyncIterable<Buffer>)
    for (let from = 0; from < chunk.length;) {
      const copied = chunk.copy(piece, filled, from);
      from += copied;
      filled += copied;
      if (filled < size) continue;
      yield piece;
      piece = Buffer.allocUnsafe(size);
      filled = 0;
    }
  if (filled > 0) yield piece.subarray(0, filled);
}
