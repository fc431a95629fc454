/**
 * More marks in a row than are in any language, those of half-width kana among them: so Unicode itself draws the line (UAX 15, stream-safe
 * text). Looked for from the first mark of each row only.
 */
const endlessMarks = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;

export const hasEndlessMarks = (text: string): boolean => endlessMarks.test(text);

/**
 * The text in one form of Unicode, in time proportional to its length. To put marks in order takes the square of how many stand in a
 * row, a second for some ten thousand: a text with an endless row of them stays as it is.
 */
export const normalised = (text: string, form: 'NFC' | 'NFKC' = 'NFC'): string => (hasEndlessMarks(text) ? text : text.normalize(form));
