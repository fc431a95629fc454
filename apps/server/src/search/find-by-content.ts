import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { regionsOf } from '../permission/index.ts';
import { keysOfWords, wordsOf } from './content-keys.ts';
import type { NameSearch } from './find-by-name.ts';
import { findInstances, spacesOfScope } from './instance-queries.ts';
import type { FoundRow } from './instance-queries.ts';

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
  const wanted = { in: 'texts', spaces, words } as const;
  return findInstances(database, { wanted, regions, userId: caller.userId, folded: '', filter, most });
}
