import { crc32 } from 'node:zlib';

/** A name as stored in a ZIP. */
export interface ZipName {
  raw: Buffer;
  utf8: boolean;
  extraFields: readonly { id: number; data: Buffer }[];
}

/** Info-ZIP's extra field with the name in UTF-8, used by archivers that write the name itself in their own encoding. */
const unicodePath = 0x7075;

/**
 * Decodes the names of a ZIP. Old Windows archivers use the encoding of their country without saying which. Names that are not UTF-8 are
 * decoded as Chinese, or as Japanese if they look more like it. An archive has one encoding.
 */
export function decodeNames(names: readonly ZipName[]): string[] {
  const open = names.filter((name) => !name.utf8 && unicodeOf(name) === null && name.raw.some((byte) => byte > 0x7f));
  const guessed = guessEncoding(open.map(({ raw }) => raw));
  const decoder = new TextDecoder(guessed);
  return names.map((name) => unicodeOf(name) ?? (name.utf8 ? name.raw.toString('utf8') : decoder.decode(name.raw)));
}

function unicodeOf({ raw, extraFields }: ZipName): string | null {
  const field = extraFields.find(({ id }) => id === unicodePath)?.data;
  // Stale: its checksum is that of a name that was changed since.
  if (!field || field.length < 5 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(raw)) return null;
  return field.toString('utf8', 5);
}

export function guessEncoding(names: readonly Buffer[]): 'utf-8' | 'gb18030' | 'shift_jis' {
  const reads = (encoding: string): boolean => names.every((name) => decode(encoding, name) !== null);
  if (reads('utf-8')) return 'utf-8';
  if (!reads('shift_jis')) return 'gb18030';
  if (!reads('gb18030')) return 'shift_jis';
  const japanese = names.map((name) => decode('shift_jis', name)).join('');
  const chinese = names.reduce((sum, name) => sum + commonInChinese(name), 0);
  const kana = japanese.match(/[ぁ-んァ-ヶー]/g)?.length ?? 0;
  const foreign = japanese.match(/[^\0-\x7f]/g)?.length ?? 0;
  return kana * 4 >= foreign && kana > chinese ? 'shift_jis' : 'gb18030';
}

function decode(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** How many of the characters, read as GBK, are among the 3,755 that make up nearly all Chinese text. */
function commonInChinese(name: Buffer): number {
  let common = 0;
  for (let at = 0; at < name.length; at += 1) {
    const byte = name[at]!;
    if (byte < 0x81) continue;
    const next = name[at + 1] ?? 0;
    if (byte >= 0xb0 && byte <= 0xd7 && next >= 0xa1) common += 1;
    at += 1;
  }
  return common;
}
