/** The pieces by which a text is found: characters, pairs of them, and threes of letters within a word. No readings: a text has every sound. */
import { keysIn } from './name-keys.ts';

/** In place of a space's id: a content belongs to none. */
const everywhere = 'content';
/** Different pieces of one text that are kept; a novel has some twenty thousand. */
const mostPieces = 60_000;
const pieceLength = 3;
/** Characters that are normalised at once: the time for marks upon marks grows with the square of their number. */
const longestRun = 256;
const pieceOfRun = new RegExp(`[\\p{L}\\p{M}\\p{N}]{1,${longestRun}}`, 'gu');
const runPattern = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu;

/** As texts are compared: width and case do not count, neither do breaks within a line of Chinese. Its marks stay as they are. */
export const foldContent = (text: string): string =>
  text
    .replace(pieceOfRun, (run) => run.normalize('NFKC'))
    .toLowerCase()
    .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
    .replace(/[\0\s]+/gu, ' ')
    .trim();

/** The words of a keyword, as texts are compared. */
export const wordsOf = (keyword: string): string[] =>
  keyword
    .split(/\s+/u)
    .map((word) => foldContent(word))
    .filter((word) => word !== '');

/** Adds those of one run, until there are so many in all. */
function piecesOfRun(run: string, found: Set<string>, { shorter, most }: { shorter: boolean; most: number }): void {
  const characters = [...run];
  const chinese = /^\p{Script=Han}/u.test(run);
  const length = chinese ? 2 : pieceLength;
  if (chinese && shorter) for (const character of characters.slice(0, most)) found.add(character);
  if (characters.length < length && (chinese || !shorter)) found.add(run);
  for (let at = 0; at + length <= characters.length && found.size < most; at += 1) found.add(characters.slice(at, at + length).join(''));
}

/** Of a folded text. */
export function keysOfContent(folded: string): number[] {
  const found = new Set<string>();
  for (const [run] of folded.matchAll(runPattern)) {
    if (found.size >= mostPieces) break;
    piecesOfRun(run, found, { shorter: true, most: mostPieces });
  }
  return keysIn(everywhere, found);
}

/** What a text must have to hold all words; null where a word is too short to be looked for in texts. */
export function keysOfWords(words: readonly string[]): number[] | null {
  const found = new Set<string>();
  for (const word of words) {
    const runs = [...word.matchAll(runPattern)].map(([run]) => run);
    if (runs.length === 0) return null;
    for (const run of runs) {
      if (!/^\p{Script=Han}/u.test(run) && [...run].length < pieceLength) return null;
      piecesOfRun(run, found, { shorter: false, most: Infinity });
    }
  }
  return found.size === 0 ? null : keysIn(everywhere, found);
}
