import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);
const mostEntries = 10_000;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

export interface ZipEntry {
  name: string;
  method: number;
  compressedSize: number;
  /** As its header says. */
  size: number;
  offset: number;
}

/**
 * The entries of a ZIP whose names `wants` takes, in their order in the file, each unpacked to at most `mostBytes` and together to
 * `mostTogether`. What is larger, broken or packed otherwise is left out: nothing is unpacked on the word of its header.
 */
export async function readZipEntries(
  zip: Buffer,
  wants: (name: string) => boolean,
  { mostBytes, mostTogether }: { mostBytes: number; mostTogether: number },
): Promise<{ name: string; bytes: Buffer }[]> {
  const found: { name: string; bytes: Buffer }[] = [];
  let left = mostTogether;
  for (const entry of directoryOf(zip)) {
    if (left <= 0) break;
    if (!wants(entry.name)) continue;
    const bytes = await unpack(zip, entry, Math.min(mostBytes, left));
    if (!bytes) continue;
    left -= bytes.length;
    found.push({ name: entry.name, bytes });
  }
  return found;
}

function directoryOf(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== endSignature) return [];
  return entriesIn(zip, zip.readUInt32LE(end + 16), mostEntries);
}

/** The entries of the directory that begins there, `most` of them. */
export function entriesIn(directory: Buffer, start: number, most: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = start;
  while (entries.length < most && at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature) {
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      compressedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function unpack(zip: Buffer, { method, compressedSize, offset }: ZipEntry, most: number): Promise<Buffer | null> {
  if (offset + 30 > zip.length) return null;
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  return unpacked(zip.subarray(start, start + compressedSize), method, most);
}

/** Null: too large, broken, or packed otherwise. */
export async function unpacked(packed: Buffer, method: number, most: number): Promise<Buffer | null> {
  if (method === 0) return packed.subarray(0, most);
  if (method !== 8) return null;
  try {
    return await inflate(packed, { maxOutputLength: most });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Too large, or not what its header says: there is no text to be had from it.
    if (code === 'ERR_BUFFER_TOO_LARGE' || code?.startsWith('Z_')) return null;
    throw error;
  }
}
