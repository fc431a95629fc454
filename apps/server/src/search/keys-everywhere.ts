/**
 * The keys by which a name is found in all spaces at once: single characters, pairs and triples that follow each other in it. They are kept beside those
 * of the name's space, in the same index. Pure.
 */
import { foldName } from '@alcove/contract';

const isPlain = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

/** The pieces of a name. A single Latin letter or digit is in so many names that no key is worth it; triples are kept of these alone. */
function piecesOf(letters: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < letters.length; at += 1) {
    if (!isPlain(letters[at]!)) found.add(letters[at]!);
    for (const length of [2, 3]) {
      const piece = letters.slice(at, at + length).join('');
      if (at + length <= letters.length && (length === 2 || isPlain(piece))) found.add(piece);
    }
  }
  return found;
}

/** FNV-1a, which begins with what no space is named. Keys can be equal, so what is found is compared. */
function keyOf(piece: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < everywhere.length; at += 1) hash = Math.imul(hash ^ everywhere.charCodeAt(at), 0x01000193);
  for (let at = 0; at < piece.length; at += 1) hash = Math.imul(hash ^ piece.charCodeAt(at), 0x01000193);
  return hash | 0;
}
const everywhere = 'everywhere\n';

export const keysEverywhere = (name: string): number[] => [...new Set([...piecesOf([...foldName(name)])].map(keyOf))];

/** The keys of every name that contains the keyword. Empty: it is too short for any. */
export function keysOfKeyword(keyword: string): number[] {
  const letters = [...foldName(keyword)];
  const pieces = [...piecesOf(letters)];
  // A pair says less than a triple with it, and a character less than a pair with it.
  const said = pieces.filter((piece) => !pieces.some((other) => other.length > piece.length && other.includes(piece)));
  return [...new Set(said.map(keyOf))];
}
