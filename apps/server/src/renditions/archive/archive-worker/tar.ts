import { PassThrough, Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Parser } from 'tar';
import type { ReadEntry } from 'tar';
import { keepBounded } from './bounded.ts';
import type { RawEntry, RawListing } from './order.ts';
import { ArchiveRefused } from './archive-refused.ts';
import { mostEntryBytes } from './unpacked.ts';

/** Reads a tar that is uncompressed, or decompressed by the caller. */
export async function listTar(stream: Readable, mostEntries: number): Promise<RawListing> {
  const entries: RawEntry[] = [];
  let more = 0;
  await parse(stream, (entry) => {
    if (entries.length < mostEntries) entries.push(asRaw(entry));
    else more += 1;
    entry.resume();
  });
  return { entries, more };
}

/** Keeps the entry at this position. */
export async function unpackTar(stream: Readable, index: number): Promise<void> {
  let place = -1;
  let written: Promise<void> | undefined;
  await parse(stream, (entry) => {
    place += 1;
    if (place !== index) return entry.resume();
    if (entry.size > mostEntryBytes) throw new ArchiveRefused('tooLarge');
    const bytes = new PassThrough();
    entry.on('data', (chunk: Buffer) => void bytes.write(chunk)); // no more of it than an entry may have
    entry.on('end', () => void bytes.end());
    written = keepBounded(bytes, mostEntryBytes);
    return undefined;
  });
  if (!written) throw new ArchiveRefused('corrupt');
  await written;
}

/** Anything other than a file or folder is shown as an empty file. */
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
      if (code === 'TAR_BAD_ARCHIVE' || code === 'TAR_ABORT') broken ??= new ArchiveRefused('corrupt');
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
  // What follows the end marker is padding and is not parsed. It is still read, so that the compressed data around it is checked
  // completely.
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
  return pipeline(stream, sink);
}
