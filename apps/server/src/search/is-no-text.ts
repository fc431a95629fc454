/** Tells by the first bytes of a content that no encoding makes a text of it. Pure. */
import { mostControl } from './index-text.ts';

const judgedBytes = 4096;

/**
 * Costs a hundredth of what `plainText` costs. In every encoding but UTF-16, a control byte is a control character, and more of them than
 * `plainText` allows are no text. In UTF-16, one byte of each pair says which script it is, and no text has as many scripts as other bytes do.
 */
export function isNoText(head: Uint8Array): boolean {
  const judged = head.subarray(0, judgedBytes);
  const scripts = [0, 0];
  let control = 0;
  for (let at = 0; at < judged.length; at += 1) {
    const byte = judged[at]!;
    if (isControl(byte)) control += 1;
    if (beginsScript(byte)) scripts[at % 2]! += 1;
  }
  if (control * 100 <= mostControl * judged.length) return false;
  return !hasMark(judged) && Math.max(...scripts) < leastOfScripts * (judged.length / 2);
}

const isControl = (byte: number): boolean => byte <= 0x08 || (byte >= 0x0e && byte <= 0x1f);

/** The first bytes of UTF-16 pairs: letters, kana, ideographs, Hangul, surrogates and full-width forms. Of all bytes three quarters. */
const beginsScript = (byte: number): boolean =>
  byte <= 0x33 || (byte >= 0x4e && byte <= 0x9f) || (byte >= 0xac && byte <= 0xdf) || byte >= 0xfe;
const leastOfScripts = 0.9;

/** The byte order mark of UTF-16. */
const hasMark = ([first, second]: Uint8Array): boolean => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
