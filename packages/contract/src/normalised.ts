/**
 * More marks in a row than are in any language, those of half-width kana among them: so Unicode itself draws the line (UAX 15, stream-safe
 * text). Looked for from the first mark of each row only.
 */
const endlessMarks = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;
const endless = 31;
/** Or a half of one, where only every so many places are looked at. */
const markOrHalf = /[\p{M}\p{Cs}\uff9e\uff9f]/u;

/** Thousands of names are asked in one call. So many marks in a row stand on one of every so many places: where none does, that is all. */
export function hasEndlessMarks(text: string): boolean {
  for (let at = endless - 1; at < text.length; at += endless) if (markOrHalf.test(text[at]!)) return endlessMarks.test(text);
  return false;
}

/**
 * The text in one form of Unicode, in time proportional to its length. To put marks in order takes the square of how many stand in a
 * row, a second for some ten thousand: a text with an endless row of them stays as it is.
 */
export const normalised = (text: string, form: 'NFC' | 'NFKC' = 'NFC'): string => (hasEndlessMarks(text) ? text : text.normalize(form));
