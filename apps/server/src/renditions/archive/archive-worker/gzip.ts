import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { bounded, keepBounded } from './bounded.ts';
import { isTar, tarHeadBytes } from './is-tar.ts';
import type { RawEntry, RawListing } from './order.ts';
import { piece, stream } from './pieces.ts';
import { listTar, unpackTar } from './tar.ts';
import { mostEntryBytes, mostUnpacked } from './unpacked.ts';

/** gzip, around a tar or around one file. */
export function gzipReader(size: number, mostEntries: number) {
  // An error on the way is thrown at the end, and a consumer that stops reading ends the whole pipeline.
  const plain = (): Readable => pipeline(stream(0, size), createGunzip(), bounded(mostUnpacked(size)), () => {});
  return {
    async list(): Promise<RawListing> {
      return (await holdsTar(plain())) ? listTar(plain(), mostEntries) : { entries: [onlyFile(size)], more: 0 };
    },
    async unpack(index: number): Promise<void> {
      await ((await holdsTar(plain())) ? unpackTar(plain(), index) : keepBounded(plain(), mostEntryBytes));
    },
  };
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

/** RFC 1952: the name is in the header, the size in the last four bytes. */
function onlyFile(size: number): RawEntry {
  const head = piece(0, Math.min(size, 1024));
  const tail = piece(size - 4, 4);
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
