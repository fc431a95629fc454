import { inflateRawSync } from 'node:zlib';

/** Of an honest list a hundredth: what a few hundred rows come to is some ten kilobytes. */
const most = { entries: 200, bytes: 20 * 1024 * 1024 };

export interface Entry {
  name: string;
  bytes: Buffer;
}

const signature = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50 };
const endBytes = 22;

/** What of a workbook's parts may be asked for to read cells: pictures, macros and embedded files are never unpacked. */
const isNeeded = (name: string): boolean => /\.(xml|rels)$/i.test(name);

/**
 * The parts of an .xlsx, never more than 20 MB whatever its headers say: each is inflated with what is left of that as its limit.
 * Throws for anything that is not a plain ZIP: encrypted, split, Zip64, overlapping, too many or too large parts.
 */
export function unpack(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + endBytes > zip.length) throw new Error('no end of a ZIP');
  const count = zip.readUInt16LE(end + 10);
  if (count > most.entries) throw new Error('too many parts');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  let left = most.bytes;
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
    const bytes = method === 0 ? Buffer.from(raw) : inflateRawSync(raw, { maxOutputLength: Math.max(1, left) });
    left -= bytes.length;
    if (left < 0) throw new Error('too large when unpacked');
    entries.push({ name, bytes });
  }
  return entries;
}
