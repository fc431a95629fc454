import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import type { RegionsFor } from '../permission/index.ts';
import { keysOfWords, wordsOf } from './content-keys.ts';
import type { NameSearch } from './find-by-name.ts';
import { fewWith, findInstances, smallAmong, spacesOfScope } from './instance-queries.ts';
import type { FoundRow, WantedTexts } from './instance-queries.ts';

/**
 * A text belongs to no space, and a common word occurs in many texts. The cheaper of two ways is taken: from the texts with the word, or
 * from the files of a space.
 */
const fewTexts = 2000;
const fewFiles = 5000;

/** What is known of the texts with all words before their files are looked for. */
export interface Texts {
  words: readonly string[];
  keys: readonly number[];
  /** Null if there are too many. */
  few: readonly string[] | null;
}

/** Null: no text can have the keyword. */
export async function textsWith(database: Kysely<Tables>, { keyword, filter }: NameSearch): Promise<Texts | null> {
  const words = wordsOf(keyword);
  const keys = keysOfWords(words);
  if (keys === null || filter.isFile === false) return null;
  const few = await fewWith(database, keys, fewTexts);
  return few?.length === 0 ? null : { words, keys, few };
}

/**
 * Files whose text contains all words, most recently changed first. A hit reveals what a file says, so only callers who may preview the
 * file get it.
 */
export async function findByContent(
  database: Kysely<Tables>,
  caller: Caller,
  { scope, filter, most, named }: NameSearch,
  { words, keys, few }: Texts,
  regionsFor: RegionsFor,
): Promise<readonly FoundRow[]> {
  const { spaceIds: all, regions } = await regionsFor(['search', 'preview']);
  const spaceIds = await spacesOfScope(database, all, caller.userId, scope);
  const spaces = spaceIds.map((spaceId) => ({ spaceId, keys }));
  const smallSpaceIds = few ? [] : await smallAmong(database, spaceIds, fewFiles);
  const wanted: WantedTexts = { in: 'texts', spaces, words, few, smallSpaceIds };
  const namesUpTo = named ? null : 0;
  return (await findInstances(database, { wanted, regions, userId: caller.userId, folded: '', filter, most, namesUpTo })).rows;
}
