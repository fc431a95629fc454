import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { withHashThread } from './hash-thread.ts';

export interface ContentHash {
  md5: string;
  sha256: string;
  crc32: number;
  size: number;
}

/** Content up to this many bytes is hashed on the event loop: a thread would cost more than it saves. */
const onTheSpot = 256 * 1024;

/**
 * Hashes a stream of known size in constant memory, with `undo` applied to each chunk first. While the thread hashes a chunk, the next one
 * is read. Destroys the stream.
 */
export async function hashContent(
  stream: Readable,
  expectedSize: number,
  undo: (chunk: Buffer, offset: number) => void,
): Promise<ContentHash> {
  try {
    return await (expectedSize <= onTheSpot ? hashHere(stream, undo) : hashInThread(stream, undo));
  } finally {
    stream.destroy();
  }
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

function hashInThread(stream: Readable, undo: (chunk: Buffer, offset: number) => void): Promise<ContentHash> {
  return withHashThread(async (thread) => {
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      undo(chunk, size);
      size += chunk.length;
      await thread.answered();
      thread.hash(chunk);
    }
    await thread.answered();
    return { ...(await thread.finish()), size };
  });
}
