/**
 * The keys by which a name is found. Chinese is split into characters and pairs of characters. Readings are split into trigrams of letters
 * along every way in which people type them: each syllable in full (`jidubaogao`), by its first letter (`jdbg`), or mixed (`jidubg`), so
 * that any three consecutive letters of these are a key. One or two letters match if they begin a syllable.
 */
import { foldText, spelled, unitsOf } from '../search-text.ts';
import type { NameUnit } from '../search-text.ts';

/** Further words of a keyword are ignored. */
const mostTerms = 6;
const pieceLength = 3;

/** One word of a keyword. */
export interface Term {
  /** In the form in which names are compared. */
  folded: string;
  pieces: readonly string[];
}

/** A character or mark that is matched as it is written. */
const isWritten = ({ text, reading }: NameUnit): boolean => reading === '' || /^\p{Script=Han}$/u.test(text);

function piecesOfWritten(units: readonly NameUnit[], found: Set<string>): void {
  for (const [index, unit] of units.entries()) {
    if (!isWritten(unit)) continue;
    found.add(`=${unit.text}`);
    const next = units[index + 1];
    if (next && isWritten(next)) found.add(`=${unit.text}${next.text}`);
  }
}

function piecesOfReadings(units: readonly NameUnit[], found: Set<string>): void {
  const readings = units.flatMap(({ reading }) => (reading === '' ? [] : [[...reading]]));
  /**
   * Adds every sequence of `left` more letters after this one: within the syllable, and after its first or last letter also into the next
   * one.
   */
  const walk = (step: number, letter: number, before: string, left: number): void => {
    const letters = readings[step];
    const here = letters?.[letter];
    if (letters === undefined || here === undefined) return;
    const piece = before + here;
    if (left === 1) {
      found.add(piece);
      return;
    }
    walk(step, letter + 1, piece, left - 1);
    if (letter === 0 || letter === letters.length - 1) walk(step + 1, 0, piece, left - 1);
  };
  for (const [step, letters] of readings.entries()) {
    found.add(`^${letters[0]}`);
    walk(step, 0, '^', 2);
    for (let letter = 0; letter < letters.length; letter += 1) walk(step, letter, '', pieceLength);
  }
}

/** The keys of a name, without its space. */
export async function piecesOfName(name: string): Promise<Set<string>> {
  const units = await unitsOf(name, 'department');
  const found = new Set<string>();
  piecesOfWritten(units, found);
  piecesOfReadings(units, found);
  return found;
}

/** The words of a keyword, each with the keys that a matching name must have. */
export async function termsOf(keyword: string): Promise<Term[]> {
  const words = keyword.split(/\s+/u).filter((word) => foldText(word) !== '');
  return Promise.all(
    words.slice(0, mostTerms).map(async (word) => ({ folded: foldText(word), pieces: piecesOfTerm(await unitsOf(word, 'department')) })),
  );
}

/** Letters are matched against readings, whatever the word boundaries are; characters are matched as written. */
function piecesOfTerm(units: readonly NameUnit[]): string[] {
  const pieces = new Set<string>();
  for (const run of runsOf(units)) {
    const texts = run.map(({ text }) => text);
    if (isWritten(run[0]!)) {
      if (texts.length === 1) pieces.add(`=${texts[0]}`);
      else for (const [index, text] of texts.slice(1).entries()) pieces.add(`=${texts[index]}${text}`);
    } else piecesOfLetters([...texts.join('')], pieces);
  }
  return [...pieces];
}

function piecesOfLetters(letters: readonly string[], pieces: Set<string>): void {
  if (letters.length < pieceLength) pieces.add(`^${letters.join('')}`);
  for (let at = 0; at + pieceLength <= letters.length; at += 1) pieces.add(letters.slice(at, at + pieceLength).join(''));
}

function runsOf(units: readonly NameUnit[]): NameUnit[][] {
  const runs: NameUnit[][] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    if (last && isWritten(last[0]!) === isWritten(unit)) last.push(unit);
    else runs.push([unit]);
  }
  return runs;
}

/**
 * For a word without matches: a typo spoils only one half of it, so the other half is searched. Null if the word is too short to allow a
 * typo.
 */
export function halvesOf({ folded }: Term): { first: string[]; second: string[]; forgives: number } | null {
  const letters = [...folded];
  if (letters.length < 5 || folded.includes(spelled) || /\p{Script=Han}/u.test(folded)) return null;
  const middle = Math.ceil(letters.length / 2);
  const pieces = (part: readonly string[]): string[] => {
    const found = new Set<string>();
    piecesOfLetters(part, found);
    return [...found];
  };
  return {
    first: pieces(letters.slice(0, Math.max(middle, pieceLength))),
    second: pieces(letters.slice(-Math.max(middle, pieceLength))),
    forgives: letters.length < 8 ? 1 : 2,
  };
}

/** The reading of a word in characters: people who pick the wrong homophone still find the name. */
export async function soundOf(keyword: string): Promise<string> {
  const units = await unitsOf(keyword, 'department');
  return units.some((unit) => isWritten(unit) && unit.reading !== '') ? units.map(({ text, reading }) => reading || text).join('') : '';
}

const basis = 0x811c9dc5;
const prime = 0x01000193;
const mix = (state: number, text: string): number => {
  let hash = state;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
};

/** The keys of a name in one space, as the index stores them (FNV-1a). Two keys may collide, so matches are checked. */
export function keysIn(spaceId: string, pieces: Iterable<string>): number[] {
  const start = mix(basis, spaceId);
  return [...new Set([...pieces].map((piece) => mix(start, piece)))];
}
