/** Parses the list of parts in a CompleteMultipartUpload. It comes from a client, so it is read in a single pass. */
import { StorageError } from './storage-error.ts';

/** Bytes per part, generously; our own client needs 90. */
const bytesOfPart = 256;
const bytesAround = 1024;
/** Fits ten thousand parts as our client writes them. */
const mostBytes = 1024 ** 2;

/** For a list that names every possible part. */
export const largestMerge = (parts: number): number => Math.min(mostBytes, bytesAround + parts * bytesOfPart);

const malformed = (): StorageError => new StorageError('MalformedXML', 'The list of parts is not understood.');

const NAMED: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', '#34': '"', '#39': "'" };
const unescaped = (text: string) => text.replace(/&(#?\w{2,4});/g, (whole, name: string) => NAMED[name] ?? whole);

interface Walk {
  skipBlanks(): void;
  /** Skips the word if it comes next. */
  take(word: string): boolean;
  /** Returns the text before the word and skips both. Throws MalformedXML if the word does not follow. */
  until(word: string): string;
  atEnd(): boolean;
}

function walkOver(text: string): Walk {
  let at = 0;
  return {
    skipBlanks() {
      const next = /[^ \t\r\n]/g; // twenty times as quick as a loop over characters, and a list may be a megabyte of blanks
      next.lastIndex = at;
      at = next.test(text) ? next.lastIndex - 1 : text.length;
    },
    take(word) {
      if (!text.startsWith(word, at)) return false;
      at += word.length;
      return true;
    },
    until(word) {
      const end = text.indexOf(word, at);
      if (end < 0) throw malformed();
      const found = text.slice(at, end);
      at = end + word.length;
      return found;
    },
    atEnd: () => at === text.length,
  };
}

function fieldOf(part: string, name: string): string {
  const walk = walkOver(part);
  walk.until(`<${name}>`);
  return walk.until(`</${name}>`).trim();
}

/** XML declarations and entities are refused unread. Throws MalformedXML, InvalidPartOrder. */
export function parseMerge(xml: string): { partNumber: number; etag: string }[] {
  if (xml.includes('<!')) throw malformed();
  const walk = walkOver(xml);
  walk.skipBlanks();
  if (walk.take('<?xml')) walk.until('?>');
  walk.skipBlanks();
  if (!walk.take('<CompleteMultipartUpload')) throw malformed();
  if (!/^(?:\s|$)/.test(walk.until('>'))) throw malformed();
  const parts: { partNumber: number; etag: string }[] = [];
  for (walk.skipBlanks(); walk.take('<Part>'); walk.skipBlanks()) {
    const part = walk.until('</Part>');
    const [number, etag] = [fieldOf(part, 'PartNumber'), fieldOf(part, 'ETag')];
    if (!/^\d{1,5}$/.test(number) || etag === '' || etag.length > 200 || etag.includes('<')) throw malformed();
    const partNumber = Number(number);
    if (parts.length > 0 && partNumber <= parts.at(-1)!.partNumber)
      throw new StorageError('InvalidPartOrder', 'Parts must be named in ascending order.');
    parts.push({ partNumber, etag: unescaped(etag) });
  }
  if (!walk.take('</CompleteMultipartUpload>') || parts.length === 0) throw malformed();
  walk.skipBlanks();
  if (!walk.atEnd()) throw malformed();
  return parts;
}
