import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { BlobId } from '@alcove/contract';
import { confuse } from '@alcove/transfer';
import type { ByteRange, ObjectStore } from '../storage/index.ts';
import type { StoredContent } from '../contents/index.ts';
import type { Source } from './converter.ts';

/** Reads a content from the store. Throws if its object is missing, which the integrity check reports separately. */
export function sourceOf(store: ObjectStore, content: Pick<StoredContent, 'id' | 'objectKey' | 'size' | 'confuse'>): Source {
  const read = async (range?: ByteRange): Promise<Readable> => {
    const stream = await store.read(content.objectKey, range);
    if (!stream) throw new Error(`the object of ${content.id} is missing`);
    return content.confuse === null ? stream : stream.compose(plain(content.confuse, range?.start ?? 0));
  };
  return {
    blobId: content.id,
    size: content.size,
    read,
    head: async (length) => {
      const end = Math.min(length, content.size) - 1;
      return end < 0 ? Buffer.alloc(0) : buffer(await read({ start: 0, end }));
    },
    writeTo: async (path, signal) => pipeline(await read(), createWriteStream(path, { mode: 0o644 }), signal ? { signal } : {}),
  };
}

/** A local file that was made from another content. */
export const fileSource = (blobId: BlobId, path: string, size: number): Source => ({
  blobId,
  size,
  head: (length) => buffer(createReadStream(path, { start: 0, end: Math.max(0, length - 1) })),
  read: async (range) => createReadStream(path, range ?? {}),
  writeTo: (to) => copyFile(path, to),
});

function plain(params: NonNullable<StoredContent['confuse']>, start: number): Transform {
  let offset = start;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      confuse(chunk, offset, params);
      offset += chunk.length;
      done(null, chunk);
    },
  });
}
