import { buffer } from 'node:stream/consumers';
import { entriesIn, unpacked } from '../../search/index.ts';
import type { ZipEntry } from '../../search/index.ts';
import type { Source } from '../converter.ts';

const MiB = 2 ** 20;
const endLength = 22;
const mostComment = 65_535;
const mostDirectory = 8 * MiB;
export const mostEntries = 10_000;

const bytesOf = async (source: Source, start: number, length: number): Promise<Buffer> =>
  length <= 0 ? Buffer.alloc(0) : buffer(await source.read({ start, end: Math.min(source.size, start + length) - 1 }));

/** What a ZIP says that is in it, one entry more than there may be; null when it has no directory. Nothing is unpacked. */
export async function entriesOf(source: Source): Promise<ZipEntry[] | null> {
  const from = Math.max(0, source.size - endLength - mostComment);
  const tail = await bytesOf(source, from, source.size - from);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + endLength > tail.length) return null;
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (start + length > source.size) return null;
  return entriesIn(await bytesOf(source, start, Math.min(length, mostDirectory)), 0, mostEntries + 1);
}

/** One entry, of which `most` bytes may come; null when there are more or it is broken. */
export async function readEntry(source: Source, entry: ZipEntry, most: number): Promise<Buffer | null> {
  if (entry.compressedSize > most) return null;
  const head = await bytesOf(source, entry.offset, 30);
  if (head.length < 30) return null;
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  return start >= source.size ? null : unpacked(await bytesOf(source, start, entry.compressedSize), entry.method, most);
}
