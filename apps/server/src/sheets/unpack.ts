import { inflateRawSync } from 'node:zlib';
import { Beyond } from './bounds.ts';

const mostEntries = 200;

export interface Entry {
  name: string;
  bytes: Buffer;
}

const signature = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50 };
const endBytes = 22;

/** What of a workbook's parts may be asked for to read cells: pictures, macros and embedded files are never unpacked. */
const isNeeded = (name: string): boolean => /\.(xml|rels)$/i.test(name);

/**
 * The parts of an .xlsx, never more bytes than may be, whatever its headers say: each is inflated with what is left of them as its limit.
 * Throws Beyond for more, and an error for anything that is not a plain ZIP: encrypted, split, Zip64, overlapping or too many parts.
 */
export function unpack(zip: Buffer, mostBytes: number): Entry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + endBytes > zip.length) throw new Error('no end of a ZIP');
  const count = zip.readUInt16LE(end + 10);
  if (count > mostEntries) throw new Error('too many parts');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  let left = mostBytes;
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== signature.entry) throw new Error('no entry where one should be');
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (!isNeeded(name)) continue;
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw new Error('encrypted, or packed in an unknown way');
    if (zip.readUInt32LE(local) !== signature.local) throw new Error('no part where one should be');
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (start + packed > zip.length) throw new Error('a part is cut off');
    const raw = zip.subarray(start, start + packed);
    const bytes = method === 0 ? Buffer.from(raw) : inflated(raw, left);
    if (bytes === null || bytes.length > left) throw new Beyond('unpackedBytes', mostBytes);
    left -= bytes.length;
    entries.push({ name, bytes });
  }
  return entries;
}

/** Null if it comes to more. */
function inflated(raw: Buffer, most: number): Buffer | null {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
