import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

export interface ContentHash {
  md5: string;
  sha256: string;
  crc32: number;
  size: number;
}

/** Content up to this size is hashed on the spot: a thread would cost more than it saves. */
const onTheSpot = 256 * 1024;

/** Hashes a stream of known size in constant memory; one chunk is on its way to the thread while the next is read. */
export async function hashContent(
  stream: Readable,
  expectedSize: number,
  undo: (chunk: Buffer, offset: number) => void,
): Promise<ContentHash> {
  return expectedSize <= onTheSpot ? hashHere(stream, undo) : hashInThread(stream, undo);
}

async function hashHere(stream: Readable, undo: (chunk: Buffer, offset: number) => void): Promise<ContentHash> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let size = 0;
  let crc = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    undo(chunk, size);
    md5.update(chunk);
    sha256.update(chunk);
    crc = crc32(chunk, crc);
    size += chunk.length;
  }
  return { md5: md5.digest('hex'), sha256: sha256.digest('hex'), crc32: crc, size };
}

async function hashInThread(stream: Readable, undo: (chunk: Buffer, offset: number) => void): Promise<ContentHash> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url));
  try {
    let size = 0;
    let hashed: Promise<unknown> = Promise.resolve();
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      undo(chunk, size);
      size += chunk.length;
      await hashed;
      hashed = once(worker, 'message');
      // Handed over, not copied, where the chunk has its memory to itself.
      worker.postMessage(chunk, chunk.byteLength === chunk.buffer.byteLength ? [chunk.buffer as ArrayBuffer] : []);
    }
    await hashed;
    const answer = once(worker, 'message');
    worker.postMessage(null);
    const [hashes] = (await answer) as [Omit<ContentHash, 'size'>];
    return { ...hashes, size };
  } finally {
    await worker.terminate();
  }
}
