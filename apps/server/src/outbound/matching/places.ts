import type { DlpKind } from '@alcove/contract';
import { foldForRules } from './fold.ts';
import { wordsIn } from './keyword-finder.ts';
import { patternOf } from './pattern.ts';

/** Offset and length in the text as it was entered. */
export type Place = [number, number];

const mostPlaces = 100;

/** A letter with the marks on it. */
const letter = /\P{M}\p{M}*|\p{M}+/gsu;

/** A text folded letter by letter, and where each character of the folded text begins and ends in the text. */
function foldedWithPlaces(text: string): { folded: string; starts: number[]; ends: number[] } {
  const pieces: { piece: string; start: number; end: number }[] = [];
  for (const { 0: found, index } of text.matchAll(letter)) {
    const end = index + found.length;
    if (/^\s/u.test(found)) pieces.push({ piece: ' ', start: index, end });
    else pieces.push({ piece: foldForRules(found), start: index, end });
  }
  const isHan = (piece: string | undefined): boolean => piece !== undefined && /\p{Script=Han}$/u.test(piece);
  const kept = pieces.filter(({ piece }) => piece !== '');
  let folded = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  kept.forEach(({ piece, start, end }, index) => {
    if (piece === ' ') {
      const next = kept.slice(index + 1).find((one) => one.piece !== ' ');
      if (folded === '' || folded.endsWith(' ') || !next || (isHan(folded) && /^\p{Script=Han}/u.test(next.piece))) return;
    }
    folded += piece;
    for (let count = 0; count < piece.length; count += 1) {
      starts.push(start);
      ends.push(end);
    }
  });
  return { folded, starts, ends };
}

/** Where a keyword or a pattern is found in a text, at most a hundred places, in their order. */
export function placesOf(kind: Extract<DlpKind, 'keyword' | 'pattern'>, value: string, text: string): Place[] {
  const { folded, starts, ends } = foldedWithPlaces(text);
  const found = kind === 'keyword' ? wordPlaces(wordsIn(value), folded) : patternPlaces(value, folded);
  return found.map(([from, to]): Place => [starts[from]!, ends[to - 1]! - starts[from]!]);
}

function wordPlaces(words: readonly string[], folded: string): [number, number][] {
  const found = words.flatMap((word) => {
    const places: [number, number][] = [];
    for (let at = folded.indexOf(word); at >= 0 && places.length < mostPlaces; at = folded.indexOf(word, at + word.length))
      places.push([at, at + word.length]);
    return places;
  });
  return found.sort(([one], [other]) => one - other).slice(0, mostPlaces);
}

function patternPlaces(value: string, folded: string): [number, number][] {
  const places: [number, number][] = [];
  const matcher = patternOf(value).matcher(folded);
  while (places.length < mostPlaces && matcher.find()) if (matcher.end() > matcher.start()) places.push([matcher.start(), matcher.end()]);
  return places;
}
