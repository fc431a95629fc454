import { createWriteStream } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Header, Parser } from 'tar';
import type { ReadEntry } from 'tar';
import { bounded } from './bounded.ts';
import { mostEntries, mostEntryBytes, Refused } from './reader.ts';
import type { RawEntry, RawListing } from './reader.ts';

/** For all of one archive: a few packed bytes can be millions of entries. */
const mostMs = 60_000;
const blockBytes = 512;
export const tarHeadBytes = blockBytes;

/** By its first header, whose checksum holds for nothing else. */
export function isTar(head: Buffer): boolean {
  if (head.length < blockBytes || !hasChecksum(head)) return false;
  const header = new Header(head, 0);
  return !header.nullBlock && Boolean(header.path);
}

/** Asked before the library, which throws over numbers that are none. The field itself counts as blanks. */
function hasChecksum(head: Buffer): boolean {
  const [from, to] = [148, 156];
  const told = Number.parseInt(head.toString('latin1', from, to).trim(), 8);
  return head.subarray(0, blockBytes).reduce((sum, byte, at) => sum + (at >= from && at < to ? 0x20 : byte), 0) === told;
}

/** Reads a tar that is not packed, or unpacked on its way here. */
export async function listTar(stream: Readable): Promise<RawListing> {
  const entries: RawEntry[] = [];
  let more = 0;
  await parse(stream, (entry) => {
    if (entries.length < mostEntries) entries.push(asRaw(entry));
    else more += 1;
    entry.resume();
  });
  return { entries, more };
}

/** The entry at this place, into a new file. */
export async function unpackTar(stream: Readable, index: number, path: string): Promise<void> {
  let place = -1;
  let written: Promise<void> | undefined;
  await parse(stream, (entry) => {
    place += 1;
    if (place !== index) return entry.resume();
    if (entry.size > mostEntryBytes) throw new Refused('tooLarge');
    const bytes = new PassThrough();
    entry.on('data', (chunk: Buffer) => void bytes.write(chunk)); // no more of it than an entry may have
    entry.on('end', () => void bytes.end());
    written = pipeline(bytes, bounded(mostEntryBytes), createWriteStream(path, { mode: 0o644 }));
    return undefined;
  });
  if (!written) throw new Refused('corrupt');
  await written;
}

/** Everything that is not a folder and not a file is shown as a file without content. */
const asRaw = (entry: ReadEntry): RawEntry => ({
  name: entry.path,
  size: entry.size,
  modifiedAt: entry.mtime && !Number.isNaN(entry.mtime.getTime()) ? entry.mtime.toISOString() : null,
  folder: entry.type === 'Directory' || entry.type === 'GNUDumpDir',
  locked: false,
});

function parse(stream: Readable, onEntry: (entry: ReadEntry) => unknown): Promise<void> {
  let broken: unknown;
  const parser = new Parser({
    strict: false,
    onwarn: (code) => {
      if (code === 'TAR_BAD_ARCHIVE' || code === 'TAR_ABORT') broken ??= new Refused('corrupt');
    },
    onReadEntry: (entry: ReadEntry) => {
      try {
        onEntry(entry);
      } catch (error) {
        broken ??= error;
        entry.resume();
      }
    },
  });
  // What follows the end is filling, and is not worth parsing; it is still read, so that what is packed around it is judged whole.
  let ended = false;
  parser.once('eof', () => (ended = true));
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!ended) parser.write(chunk);
      done(broken as Error | undefined);
    },
    final(done) {
      parser.once('end', () => done(broken as Error | undefined));
      parser.end();
    },
  });
  const signal = AbortSignal.timeout(mostMs);
  return pipeline(stream, sink, { signal }).catch((error: unknown) => {
    throw signal.aborted ? new Refused('tooLong') : error;
  });
}
