import { buffer } from 'node:stream/consumers';
import type { Source } from '../converter.ts';
import type { DocumentKind } from './document-kind.ts';

/** The old binary container: sectors in chains, the first of which hold the names of the streams. */
const header = 512;
const entryLength = 128;
/** Entries of the directory; a document has some dozens. */
const mostSectors = 64;
const endOfChain = 0xfffffffe;
/** Smaller streams are in the mini stream, which is not read here. */
const smallStream = 4096;

interface Stream {
  start: number;
  size: number;
}

const byStream: readonly [string, string][] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
];

/** Word, Excel and PowerPoint before 2007, including those of WPS, and newer documents with a password. */
export async function oleDocument(source: Source): Promise<DocumentKind> {
  const head = await source.head(header);
  const shift = head.length < header ? 0 : head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return { refused: 'corrupt' };
  const sector = async (number: number): Promise<Buffer> => {
    const start = (number + 1) * 2 ** shift;
    return start >= source.size
      ? Buffer.alloc(0)
      : buffer(await source.read({ start, end: Math.min(source.size, start + 2 ** shift) - 1 }));
  };
  const streams = await readDirectory(head, 2 ** shift, sector);
  if (streams.has('EncryptedPackage') || streams.has('EncryptedSummary')) return { refused: 'encrypted' };
  const found = byStream.find(([name]) => streams.has(name));
  if (!found) return { refused: 'corrupt' };
  const [name, extension] = found;
  const stream = streams.get(name)!;
  const first = stream.size >= smallStream ? await sector(stream.start) : Buffer.alloc(0);
  return hasPassword(extension, first) ? { refused: 'encrypted' } : { extension };
}

async function readDirectory(head: Buffer, length: number, sector: (number: number) => Promise<Buffer>): Promise<Map<string, Stream>> {
  const streams = new Map<string, Stream>();
  const perSector = length / 4;
  /** The sector allocation table. The header tells where its first 109 sectors are. */
  const after = async (number: number): Promise<number> => {
    const at = Math.floor(number / perSector);
    const table = at < 109 ? await sector(head.readUInt32LE(76 + at * 4)) : Buffer.alloc(0);
    return table.length < length ? endOfChain : table.readUInt32LE((number % perSector) * 4);
  };
  let number = head.readUInt32LE(48);
  for (let read = 0; read < mostSectors && number < endOfChain; read += 1) {
    const entries = await sector(number);
    for (let at = 0; at + entryLength <= entries.length; at += entryLength) {
      const nameLength = Math.min(64, entries.readUInt16LE(at + 64));
      const name = entries.toString('utf16le', at, at + Math.max(0, nameLength - 2));
      if (name !== '') streams.set(name, { start: entries.readUInt32LE(at + 116), size: entries.readUInt32LE(at + 120) });
    }
    number = await after(number);
  }
  return streams;
}

/** Word has a flag for it in its first block, Excel a record after its first one. */
function hasPassword(extension: string, first: Buffer): boolean {
  if (extension === 'doc') return first.length > 12 && (first.readUInt16LE(10) & 0x0100) !== 0;
  if (extension !== 'xls') return false;
  const filePass = 0x2f;
  for (let at = 0; at + 4 <= first.length; at += 4 + first.readUInt16LE(at + 2)) if (first.readUInt16LE(at) === filePass) return true;
  return false;
}
