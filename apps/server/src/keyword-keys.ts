/** What a keyword asks of a `search_text` (see search-text.ts). */
import { dictionary, foldText } from './search-text.ts';

export interface KeywordKeys {
  /** One of these begins a name, or a part of it. */
  keys: string[];
  /** And each of these stands in it: characters that were typed as such are not to be met by others of their sound. */
  written: string[];
}

/** Of a keyword with many characters that can be read in several ways, so many ways of reading it are tried. */
const mostReadings = 16;
const characters = /\p{Script=Han}+/gu;

/**
 * A keyword in characters and letters mixed (`唐yi`, `wang磊`) is looked for by the reading of the whole, for that is what names are kept
 * with; any other as it is. A name reads a character by what stands around it, the keyword may lack that: all readings are tried.
 */
export async function keysOfKeyword(keyword: string): Promise<KeywordKeys> {
  const folded = foldText(keyword);
  const written = folded.match(characters) ?? [];
  if (written.length === 0 || !/\p{L}/u.test(folded.replace(characters, ''))) return { keys: [folded], written: [] };
  const { polyphonic } = await dictionary();
  let keys = [''];
  for (const letter of folded) {
    const readings = /\p{Script=Han}/u.test(letter) ? polyphonic(letter, { toneType: 'none', type: 'array', v: true }).flat() : [letter];
    const distinct = [...new Set(readings)].filter((reading) => !/\p{Script=Han}/u.test(reading));
    keys = (distinct.length === 0 ? [''] : distinct).flatMap((reading) => keys.map((key) => key + reading)).slice(0, mostReadings);
  }
  return { keys: [folded, ...keys.filter((key) => key !== '')], written };
}
