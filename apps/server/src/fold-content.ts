/** Characters that are normalized at once: the time for stacked combining marks grows with the square of their number. */
const longestRun = 256;
const pieceOfRun = new RegExp(`[\\p{L}\\p{M}\\p{N}]{1,${longestRun}}`, 'gu');

/**
 * The form in which texts are compared: without differences of width and case, and without line breaks within Chinese text. Punctuation
 * stays.
 */
export const foldContent = (text: string): string =>
  text
    .replace(pieceOfRun, (run) => run.normalize('NFKC'))
    .toLowerCase()
    .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
    .replace(/[\0\s]+/gu, ' ')
    .trim();
