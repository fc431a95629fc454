/** Decodes a file's bytes as text, for both preview and search. */
import { likeness } from './encoding-guess.ts';

// As in names.ts: globals of Node and every browser, declared here because this package has no DOM types.
const { TextDecoder } = globalThis as unknown as {
  TextDecoder: new (label: string, options?: { fatal: boolean }) => { decode(bytes: Uint8Array, options?: { stream: boolean }): string };
};

const labels = {
  'UTF-8': 'utf-8',
  'UTF-16 LE': 'utf-16le',
  'UTF-16 BE': 'utf-16be',
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  'windows-1252': 'windows-1252',
} as const;
export type TextEncoding = keyof typeof labels;
/** The encodings a reader can choose when the guess is wrong. GB18030 covers GBK and GB2312. */
export const textEncodings = Object.keys(labels) as TextEncoding[];
/** The encodings to guess from. On a tie the first wins: the one most common in older Chinese files. */
const guessed: readonly TextEncoding[] = ['GB18030', 'Big5', 'UTF-16 LE', 'UTF-16 BE', 'Shift_JIS', 'EUC-JP', 'windows-1252'];

export interface Decoded {
  text: string;
  encoding: TextEncoding;
}

/**
 * Decodes by the byte order mark; else as UTF-8 if valid; else by the most likely encoding. `cut` means that the bytes end before the file
 * does, so that an incomplete last character is no error.
 */
export function decodeText(bytes: Uint8Array, cut: boolean, chosen?: TextEncoding): Decoded {
  const encoding = chosen ?? encodingOf(bytes, cut);
  return { text: new TextDecoder(labels[encoding]).decode(bytes, { stream: cut }), encoding };
}

function encodingOf(bytes: Uint8Array, cut: boolean): TextEncoding {
  const marked = markOf(bytes) ?? wideLatin(bytes);
  if (marked) return marked;
  if (!isUtf8(bytes, cut)) return mostLike(bytes, guessed).encoding;
  if (!bytes.includes(0)) return 'UTF-8';
  // A short UTF-16 text may happen to be valid UTF-8; only common characters make UTF-16 likely.
  const wide = mostLike(bytes, ['UTF-16 LE', 'UTF-16 BE']);
  return wide.likeness >= 1 ? wide.encoding : 'UTF-8';
}

function markOf([first, second]: Uint8Array): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'UTF-16 LE';
  return first === 0xfe && second === 0xff ? 'UTF-16 BE' : null;
}

const sampleBytes = 16_384;

/** Detects UTF-16 without a byte order mark: every second byte of Latin text is zero. */
function wideLatin(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const half = sample.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.02) return 'UTF-16 LE';
  return zeros[0]! > half * 0.4 && zeros[1]! < half * 0.02 ? 'UTF-16 BE' : null;
}

/** A few damaged characters among many valid ones still count as UTF-8. */
function isUtf8(bytes: Uint8Array, cut: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
    return true;
  } catch {
    let damaged = 0;
    let strange = 0;
    for (const character of new TextDecoder('utf-8').decode(bytes, { stream: cut })) {
      if (character > '\u007f') strange += 1;
      if (character === '\ufffd') damaged += 1;
    }
    return damaged * 20 <= strange;
  }
}

/** Judges the part from the first non-ASCII byte on, because the beginning of a source file may be plain ASCII. */
function mostLike(bytes: Uint8Array, among: readonly TextEncoding[]): { encoding: TextEncoding; likeness: number } {
  const first = bytes.findIndex((byte) => byte > 0x7f || byte === 0);
  let best = { encoding: among[0]!, likeness: -Infinity };
  for (const encoding of among) {
    const wide = encoding.startsWith('UTF-16');
    if (wide && bytes.length % 2 === 1) continue;
    // UTF-16 units begin at even offsets; a zero may be the second byte of one.
    const start = wide ? Math.max(0, first - (first % 2)) : first;
    const text = new TextDecoder(labels[encoding]).decode(bytes.subarray(start, start + sampleBytes), { stream: true });
    const found = likeness(text, encoding);
    if (found > best.likeness) best = { encoding, likeness: found };
  }
  return best;
}
