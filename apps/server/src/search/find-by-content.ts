import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { regionsOf } from '../permission/index.ts';
import { keysOfWords, wordsOf } from './content-keys.ts';
import type { NameSearch } from './find-by-name.ts';
import { fewWith, findInstances, smallAmong, spacesOfScope } from './instance-queries.ts';
import type { FoundRow, WantedTexts } from './instance-queries.ts';

/** A text belongs to no space, and a common word stands in many: what costs less is looked through, those that have it or a space's files. */
const fewTexts = 2000;
const fewFiles = 5000;

/** Files whose text has all words, changed last first. A text tells what the file says: only who may preview it finds it by that. */
export async function findByContent(
  database: Kysely<Tables>,
  caller: Caller,
  { keyword, scope, filter, most }: NameSearch,
): Promise<readonly FoundRow[]> {
  const words = wordsOf(keyword);
  const keys = keysOfWords(words);
  if (keys === null || filter.isFile === false) return [];
  const { spaceIds: all, regions } = await regionsOf(database, caller, ['search', 'preview']);
  const spaceIds = await spacesOfScope(database, all, caller.userId, scope);
  const spaces = spaceIds.map((spaceId) => ({ spaceId, keys }));
  const few = await fewWith(database, keys, fewTexts);
  const smallSpaceIds = few ? [] : await smallAmong(database, spaceIds, fewFiles);
  const wanted: WantedTexts = { in: 'texts', spaces, words, few, smallSpaceIds };
  return findInstances(database, { wanted, regions, userId: caller.userId, folded: '', filter, most });
}
