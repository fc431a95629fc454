/** What a file's bytes say as text: one judgement for the preview and for the search. */
import { likeness } from './encoding-guess.ts';

// As in names.ts: what Node and every browser have, not named as the DOM here.
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
/** What a reader may choose when the guess is wrong. GB18030 covers GBK and GB2312. */
export const textEncodings = Object.keys(labels) as TextEncoding[];
/** Among these is guessed; where two are alike the first wins, the usual one of older Chinese files. */
const guessed: readonly TextEncoding[] = ['GB18030', 'Big5', 'UTF-16 LE', 'UTF-16 BE', 'Shift_JIS', 'EUC-JP', 'windows-1252'];

export interface Decoded {
  text: string;
  encoding: TextEncoding;
}

/**
 * By its mark, else UTF-8 when the bytes are valid, else what looks most like text. `cut` says that the bytes end before the
 * file does: half a character at the end is then no fault.
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
  // A short text in UTF-16 may happen to be valid; only usual characters speak for it.
  const wide = mostLike(bytes, ['UTF-16 LE', 'UTF-16 BE']);
  return wide.likeness >= 1 ? wide.encoding : 'UTF-8';
}

function markOf([first, second]: Uint8Array): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'UTF-16 LE';
  return first === 0xfe && second === 0xff ? 'UTF-16 BE' : null;
}

const sampleBytes = 16_384;

/** UTF-16 without a mark: every second byte of Latin text is zero. */
function wideLatin(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const half = sample.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.02) return 'UTF-16 LE';
  return zeros[0]! > half * 0.4 && zeros[1]! < half * 0.02 ? 'UTF-16 BE' : null;
}

/** A few damaged characters among many sound ones do not make it another encoding. */
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

/** By the part where it stops being plain ASCII, for the beginning of a source file may say nothing. */
function mostLike(bytes: Uint8Array, among: readonly TextEncoding[]): { encoding: TextEncoding; likeness: number } {
  const first = bytes.findIndex((byte) => byte > 0x7f || byte === 0);
  let best = { encoding: among[0]!, likeness: -Infinity };
  for (const encoding of among) {
    const wide = encoding.startsWith('UTF-16');
    if (wide && bytes.length % 2 === 1) continue;
    // What is wide begins at an even place; a zero may be its second half.
    const start = wide ? Math.max(0, first - (first % 2)) : first;
    const text = new TextDecoder(labels[encoding]).decode(bytes.subarray(start, start + sampleBytes), { stream: true });
    const found = likeness(text, encoding);
    if (found > best.likeness) best = { encoding, likeness: found };
  }
  return best;
}
