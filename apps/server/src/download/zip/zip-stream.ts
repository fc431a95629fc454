/** A ZIP as a stream of bytes whose length is known before the first byte. If all checksums are known, any range of it can be sent. */
import { crc32 } from 'node:zlib';
import {
  centralRecord,
  centralRecordSize,
  descriptor,
  descriptorSize,
  endRecords,
  endRecordsSize,
  localHeader,
  localHeaderSize,
} from './zip-records.ts';
import type { Directory, ZipEntry } from './zip-records.ts';

export interface ZipLayout<Entry extends ZipEntry = ZipEntry> {
  entries: readonly Entry[];
  /** The offset of each local header. */
  offsets: Float64Array;
  directory: Directory;
  /** Size of the whole archive in bytes. */
  size: number;
  /** Whether every checksum is known, so that a range can be sent without reading what is before it. */
  seekable: boolean;
}

/** A range of bytes: the first one, and the one after the last. */
export interface Stretch {
  start: number;
  end: number;
}

/** Reads a range of an entry's content. */
export type ReadContent<Entry extends ZipEntry> = (entry: Entry, stretch: Stretch) => AsyncIterable<Buffer>;

export function layOut<Entry extends ZipEntry>(entries: readonly Entry[]): ZipLayout<Entry> {
  const offsets = new Float64Array(entries.length);
  let offset = 0;
  let size = 0;
  for (const [index, entry] of entries.entries()) {
    offsets[index] = offset;
    size += centralRecordSize(entry, offset);
    offset += localHeaderSize(entry) + entry.size + descriptorSize(entry);
  }
  const directory = { count: entries.length, offset, size };
  const seekable = entries.every((entry) => entry.crc32 !== null);
  return { entries, offsets, directory, size: offset + size + endRecordsSize(directory), seekable };
}

/**
 * Yields the bytes of a range. Content is read one entry at a time, and only as fast as the bytes are consumed. Throws if content does not
 * have the announced size or checksum: the archive then ends before its announced length.
 */
export async function* zipBytes<Entry extends ZipEntry>(
  layout: ZipLayout<Entry>,
  read: ReadContent<Entry>,
  stretch: Stretch = { start: 0, end: layout.size },
): AsyncGenerator<Buffer> {
  if (!layout.seekable && stretch.start > 0) throw new RangeError('a ZIP with unknown checksums is sent from its beginning');
  yield* together(records(layout, read, stretch));
}

async function* records<Entry extends ZipEntry>(
  { entries, offsets, directory }: ZipLayout<Entry>,
  read: ReadContent<Entry>,
  stretch: Stretch,
): AsyncGenerator<Buffer> {
  const cut = (bytes: Buffer, at: number) => bytes.subarray(Math.max(0, stretch.start - at), Math.max(0, stretch.end - at));
  const checksums = Uint32Array.from(entries, (entry) => entry.crc32 ?? 0);
  for (let index = firstWithin(offsets, stretch.start); index < entries.length && offsets[index]! < stretch.end; index += 1) {
    const entry = entries[index]!;
    const header = localHeader(entry);
    yield cut(header, offsets[index]!);
    const contentAt = offsets[index]! + header.length;
    const wanted = { start: Math.max(0, stretch.start - contentAt), end: Math.min(entry.size, stretch.end - contentAt) };
    if (wanted.start < wanted.end) checksums[index] = yield* content(entry, read, wanted);
    if (entry.crc32 === null) yield cut(descriptor(entry, checksums[index]!), contentAt + entry.size);
  }
  if (stretch.end <= directory.offset) return;
  let at = directory.offset;
  for (const [index, entry] of entries.entries()) {
    const record = centralRecord(entry, checksums[index]!, offsets[index]!);
    yield cut(record, at);
    at += record.length;
  }
  yield cut(endRecords(directory), at);
}

/** Returns the checksum of the content. */
async function* content<Entry extends ZipEntry>(entry: Entry, read: ReadContent<Entry>, wanted: Stretch): AsyncGenerator<Buffer, number> {
  let left = wanted.end - wanted.start;
  let crc = 0;
  for await (const chunk of read(entry, wanted)) {
    left -= chunk.length;
    if (left < 0) break;
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (left !== 0) throw new Error('content is not as long as it was said to be');
  const whole = wanted.end - wanted.start === entry.size;
  if (whole && entry.crc32 !== null && entry.crc32 !== crc) throw new Error('content is not what its checksum says');
  return entry.crc32 ?? crc;
}

/** Finds the last entry that starts at or before the byte. */
function firstWithin(offsets: Float64Array, byte: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (offsets[middle]! <= byte) low = middle;
    else high = middle - 1;
  }
  return low;
}

const TOGETHER = 64 * 1024;

/** Collects small chunks, so that headers and small files are sent in one write instead of three each. */
async function* together(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const bytes of source) {
    if (size + bytes.length > TOGETHER && size > 0) {
      yield Buffer.concat(held, size);
      held = [];
      size = 0;
    }
    if (bytes.length >= TOGETHER) {
      yield bytes;
    } else if (bytes.length > 0) {
      held.push(bytes);
      size += bytes.length;
    }
  }
  if (size > 0) yield Buffer.concat(held, size);
}
