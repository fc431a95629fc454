/** Guesses the encoding of a text without a byte order mark, by how common the characters are that each encoding would yield. Pure. */
import type { TextEncoding } from './decode-text.ts';

// As in names.ts: globals of Node and every browser, declared here because this package has no DOM types.
const { TextDecoder } = globalThis as unknown as { TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string } };

/** The characters that make up half of all written text, simplified and traditional, and common office words. */
const usual = new Set(
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学' +
    '如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高' +
    '這個們來為國說時會對於著過發後裡種經麼學現當沒動還進樣開從實軍無與長機點業將兩關們問題間體' +
    '月日号號报報告合同约約项項目司部门門电電话話文件档檔案表名单單数數量价價金额額元请請注意',
);

/** The characters in daily use per encoding: the first level of its table. Computed once, with the decoder itself. */
const daily = new Map<TextEncoding, ReadonlySet<string>>();
const firstLevels: Partial<Record<TextEncoding, { label: string; leads: [number, number]; trails: [number, number][] }>> = {
  GB18030: { label: 'gb18030', leads: [0xb0, 0xd7], trails: [[0xa1, 0xfe]] },
  Big5: {
    label: 'big5',
    leads: [0xa4, 0xc6],
    trails: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
  Shift_JIS: { label: 'shift_jis', leads: [0x88, 0x97], trails: [[0x80, 0xfc]] },
  'EUC-JP': { label: 'euc-jp', leads: [0xb0, 0xcf], trails: [[0xa1, 0xfe]] },
};

function dailyOf(encoding: TextEncoding): ReadonlySet<string> {
  const known = daily.get(encoding);
  if (known) return known;
  const level = firstLevels[encoding];
  const made = new Set<string>(level ? [] : [...dailyOf('GB18030'), ...dailyOf('Big5')]);
  if (level) {
    const bytes: number[] = [];
    for (let lead = level.leads[0]; lead <= level.leads[1]; lead += 1)
      for (const [from, to] of level.trails) for (let trail = from; trail <= to; trail += 1) bytes.push(lead, trail);
    for (const character of new TextDecoder(level.label).decode(new Uint8Array(bytes))) made.add(character);
  }
  daily.set(encoding, made);
  return made;
}

const japanese = (encoding: TextEncoding): boolean => encoding === 'Shift_JIS' || encoding === 'EUC-JP';
const kana = /[\u3040-\u30ff]/;
const halfKana = /[\uff61-\uff9f]/;
/** Chinese and Japanese punctuation, and full-width characters. */
const punctuation = /[\u3000-\u301f\uff01-\uff5e\u2014\u2018-\u201d\u2026\u00b7\u2460-\u2473]/;
const ideograph = /[\u4e00-\u9fff]/;
/** Characters that no text contains: control characters, private use, replacement characters. */
const never = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ue000-\uf8ff\ufffd]/;

/** How likely the text is in that encoding: the mean score of its non-ASCII characters. Above 0 is likely. */
export function likeness(text: string, encoding: TextEncoding): number {
  if (encoding === 'windows-1252') return likenessOfLatin(text);
  const known = dailyOf(encoding);
  let sum = 0;
  let count = 0;
  for (const character of text) {
    const isNever = never.test(character);
    if (character <= '\u007f' && !isNever) continue;
    count += 1;
    if (isNever) sum -= 8;
    else if (usual.has(character)) sum += 3;
    else if (kana.test(character)) sum += japanese(encoding) ? 2 : encoding.startsWith('UTF-16') ? 1 : -1;
    else if (halfKana.test(character)) sum -= 2;
    else if (punctuation.test(character)) sum += 1;
    else if (known.has(character)) sum += 1;
    else sum -= ideograph.test(character) ? 1 : 2;
  }
  return count === 0 ? 0 : sum / count;
}

/** Latin accented letters appear singly among plain ones; other encodings misread as Latin yield runs of them. */
function likenessOfLatin(text: string): number {
  const strange = text.match(/[^\u0000-\u007f]+/gu) ?? [];
  let sum = 0;
  let count = 0;
  for (const run of strange) {
    count += run.length;
    if (never.test(run)) sum -= 8;
    else sum += run.length === 1 ? 0.8 : -run.length / 2;
  }
  return count === 0 ? 0 : sum / count;
}
