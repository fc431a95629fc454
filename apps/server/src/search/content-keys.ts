/**
 * The keys by which a text is found: characters, pairs of characters, and trigrams of letters within a word. Readings are not used: nearly
 * every reading occurs in any longer text.
 */
import { foldContent } from '../fold-content.ts';
import { keysIn } from './name-keys.ts';

/** Replaces the space's id, because a content belongs to no space. */
const everywhere = 'content';
/** The number of different keys that are kept per text; a novel has some twenty thousand. */
const mostPieces = 60_000;
const pieceLength = 3;
const runPattern = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu;

/** The words of a keyword, in the form in which texts are compared. */
export const wordsOf = (keyword: string): string[] =>
  keyword
    .split(/\s+/u)
    .map((word) => foldContent(word))
    .filter((word) => word !== '');

/** Adds the keys of one run of characters, up to the limit. */
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

/** The keys that a text must have to contain all words. Null if a word is too short to be searched in texts. */
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
