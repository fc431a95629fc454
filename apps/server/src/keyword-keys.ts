/** What a keyword looks for in a `search_text` (see search-text.ts). */
import { readingsOf } from './readings/index.ts';
import { foldText } from './search-text.ts';

export interface KeywordKeys {
  /** A name matches if it, or a part of it, begins with one of these. */
  keys: string[];
  /** The name must also contain each of these: a typed character does not match others with the same reading. */
  written: string[];
}

/** How many readings are tried for a keyword whose characters have several. */
const mostReadings = 16;
const characters = /\p{Script=Han}+/gu;

/**
 * A keyword that mixes characters and letters (`唐yi`, `wang磊`) is searched by its reading, because names are stored with theirs. Any other
 * keyword is searched as it is. In a name, the context decides how a character is read. A keyword may lack that context, so all its
 * readings are tried.
 */
export async function keysOfKeyword(keyword: string): Promise<KeywordKeys> {
  const folded = foldText(keyword);
  const written = folded.match(characters) ?? [];
  if (written.length === 0 || !/\p{L}/u.test(folded.replace(characters, ''))) return { keys: [folded], written: [] };
  let keys = [''];
  for (const letter of folded) {
    const readings = /\p{Script=Han}/u.test(letter) ? await readingsOf({ characters: letter, as: 'any' }) : [letter];
    const distinct = [...new Set(readings)].filter((reading) => !/\p{Script=Han}/u.test(reading));
    keys = (distinct.length === 0 ? [''] : distinct).flatMap((reading) => keys.map((key) => key + reading)).slice(0, mostReadings);
  }
  return { keys: [folded, ...keys.filter((key) => key !== '')], written };
}
