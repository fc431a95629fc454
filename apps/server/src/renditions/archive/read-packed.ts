import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { Source } from '../converter.ts';
import { bounded, writeBounded } from './bounded.ts';
import { isTar, listTar, tarHeadBytes, unpackTar } from './read-tar.ts';
import { mostEntryBytes, mostUnpacked, Refused } from './reader.ts';
import type { ArchiveReader, RawEntry } from './reader.ts';

export const plainTarReader = (source: Source): ArchiveReader => ({
  list: async () => listTar(await source.read()),
  unpack: async (index, path) => unpackTar(await source.read(), index, path),
});

/** gzip: around a tar, or around one file. */
export function gzipReader(source: Source): ArchiveReader {
  // An error on the way comes out at the end, and whoever leaves off there ends all of it.
  const plain = async (): Promise<Readable> => pipeline(await source.read(), createGunzip(), bounded(mostUnpacked(source.size)), () => {});
  return {
    list: () =>
      judged(async () => {
        if (await holdsTar(await plain())) return listTar(await plain());
        return { entries: [await onlyFile(source)], more: 0 };
      }),
    unpack: (index, path) =>
      judged(async () => {
        if (await holdsTar(await plain())) return unpackTar(await plain(), index, path);
        return writeBounded(await plain(), path, mostEntryBytes);
      }),
  };
}

async function judged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new Refused('corrupt');
    throw error;
  }
}

async function holdsTar(plain: Readable): Promise<boolean> {
  const head: Buffer[] = [];
  let length = 0;
  // Leaving the loop ends the stream.
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    head.push(chunk);
    length += chunk.length;
    if (length >= tarHeadBytes) break;
  }
  return isTar(Buffer.concat(head));
}

/** RFC 1952: the name in the head, the size in the last four bytes. */
async function onlyFile(source: Source): Promise<RawEntry> {
  const head = await source.head(1024);
  const tail = await buffer(await source.read({ start: source.size - 4, end: source.size - 1 }));
  const [flags = 0] = head.subarray(3, 4);
  const seconds = head.readUInt32LE(4);
  return {
    name: nameIn(head, flags),
    size: tail.readUInt32LE(0),
    modifiedAt: seconds === 0 ? null : new Date(seconds * 1000).toISOString(),
    folder: false,
    locked: false,
  };
}

function nameIn(head: Buffer, flags: number): string {
  if ((flags & 8) === 0) return '';
  const start = (flags & 4) === 0 ? 10 : 12 + head.readUInt16LE(10);
  const end = head.indexOf(0, start);
  return end < 0 ? '' : head.toString('utf8', start, end);
}
