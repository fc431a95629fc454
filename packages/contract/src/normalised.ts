/**
 * More consecutive combining marks than any language uses, including those of half-width kana. The limit is Unicode's own (UAX 15,
 * stream-safe text). The lookbehind limits matches to the first mark of a run.
 */
const endlessMarks = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;
const endless = 31;
/** A mark or half of a surrogate pair, for testing single UTF-16 units. */
const markOrHalf = /[\p{M}\p{Cs}\uff9e\uff9f]/u;

/** Called for thousands of names per request, so it samples every 31st position: a run of 31 marks covers at least one of them. */
export function hasEndlessMarks(text: string): boolean {
  for (let at = endless - 1; at < text.length; at += endless) if (markOrHalf.test(text[at]!)) return endlessMarks.test(text);
  return false;
}

/**
 * Normalizes a text in linear time. Sorting marks takes quadratic time in the length of a run, a second for some ten thousand; so a text
 * with an endless run stays as it is.
 */
export const normalised = (text: string, form: 'NFC' | 'NFKC' = 'NFC'): string => (hasEndlessMarks(text) ? text : text.normalize(form));
