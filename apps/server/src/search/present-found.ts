import type { Kysely } from 'kysely';
import type { FoundInstance, InstanceId, Match, MatchedPart, NarrowInstance, NarrowPage } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { matchedPart } from '../departments/index.ts';
import { marksOfSet, narrowItems, presentItem } from '../files/index.ts';
import type { Marks } from '../files/index.ts';
import type { Caller } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { authoriseEachAlso } from '../permission/index.ts';
import type { Authorised } from '../permission/index.ts';
import { foldText, readAhead, unitsOf } from '../search-text.ts';
import { wordsOf } from './content-keys.ts';
import { snippetsOf } from './instance-queries.ts';
import type { FoundRow } from './instance-queries.ts';
import { placeNames } from './place-names.ts';

/** The hits as answers show them. */
export async function presentFound(...of: Parameters<typeof seenOf>): Promise<FoundInstance[]> {
  const { seen, matches } = await seenOf(...of);
  return seen.map((verdict, at) => ({ ...presentItem(verdict, verdict.also), ...matches[at]! }));
}

/** The same for a narrow page. */
export async function narrowFound(...of: Parameters<typeof seenOf>): Promise<Pick<NarrowPage<NarrowInstance & Match>, 'common' | 'items'>> {
  const { seen, matches } = await seenOf(...of);
  const { common, items } = narrowItems(seen);
  return { common, items: items.map((item, at) => ({ ...item, ...matches[at]! })) };
}

/** The permission rules are checked once more, so that nothing is revealed of a hit that changed since. */
async function seenOf(
  database: Kysely<Tables>,
  caller: Caller,
  rows: readonly FoundRow[],
  keyword: string,
  inText: ReadonlySet<string> = new Set(),
): Promise<{ seen: (Authorised & { also: Marks })[]; matches: Match[] }> {
  const seen = await authoriseEachAlso(
    database,
    caller,
    rows.map(({ id }) => id),
    'search',
    marksOfSet,
  );
  const readable = seen.filter(({ place, items }) => inText.has(place.instanceId) && items.includes('preview'));
  const words = wordsOf(keyword);
  const idsOf = (some: typeof seen): InstanceId[] => some.map(({ place }) => place.instanceId);
  const [texts, names] = await Promise.all([
    snippetsOf(database, idsOf(readable), words[0] ?? ''),
    placeNames(
      database,
      seen.map(({ place }) => place),
    ),
  ]);
  await readAhead(
    'department',
    seen.map(({ place }) => place.name),
  );
  const matches = await mapInTurns(seen, async ({ place }): Promise<Match> => {
    const nameMatches = await matchesOf(place.name, keyword);
    const text = nameMatches.length > 0 ? undefined : texts.get(place.instanceId);
    const snippet = text === undefined ? {} : { snippet: { text, matches: partsIn(text, words) } };
    const placeName = names.get(place.instanceId);
    return { nameMatches, ...snippet, ...(placeName !== undefined && { placeName }) };
  });
  return { seen, matches };
}

/** Every occurrence of one of the folded words in a folded text. */
function partsIn(text: string, words: readonly string[]): MatchedPart[] {
  const parts: MatchedPart[] = [];
  for (const word of words)
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) parts.push([at, at + word.length]);
  return merged(parts);
}

/** Where each word of the keyword occurs in a name, in order. */
export async function matchesOf(name: string, keyword: string): Promise<MatchedPart[]> {
  const units = await unitsOf(name, 'department');
  const parts = keyword.split(/\s+/u).flatMap((word) => {
    const folded = foldText(word);
    const part = folded === '' ? null : matchedPart(units, folded);
    return part ? [part] : [];
  });
  return merged(parts);
}

/** In the order of the text; adjacent ones are merged. */
function merged(parts: readonly MatchedPart[]): MatchedPart[] {
  const joined: MatchedPart[] = [];
  for (const [from, to] of parts.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
