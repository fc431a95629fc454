import type { Kysely } from 'kysely';
import { foldName } from '@alcove/contract';
import type { SearchScope, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import { readRegions } from '../permission/index.ts';
import type { Region, RegionsFor } from '../permission/index.ts';
import { readAhead } from '../search-text.ts';
import { findInstances, spacesOfScope } from './instance-queries.ts';
import type { FoundRow, InstanceFilter } from './instance-queries.ts';
import { halvesOf, keysIn, soundOf, termsOf } from './name-keys.ts';
import { isAlike } from './is-alike.ts';
import { matchesOf } from './present-found.ts';
import { readFirst } from './name-keys-of.ts';

/** A name may have all keys of a word without containing the word. Few candidates are each checked; of many, the best come first anyway. */
const mostLookedAt = 100;

async function thatMatch(rows: readonly FoundRow[], keyword: string): Promise<readonly FoundRow[]> {
  if (rows.length > mostLookedAt) return rows;
  await readAhead(
    'department',
    rows.map(({ name }) => name!),
  );
  const matching: FoundRow[] = [];
  for await (const row of inTurns(rows)) if ((await matchesOf(row.name!, keyword)).length > 0) matching.push(row);
  return matching;
}

export interface NameSearch {
  keyword: string;
  scope: SearchScope;
  filter: InstanceFilter;
  /** Of the candidates. */
  most: number;
  /** Names are told of however many there are. */
  named: boolean;
}

/**
 * What the caller may find by this name, best first. If no name contains it, names that sound the same are tried, and then names that
 * differ by a typo.
 */
export async function findByName(
  database: Kysely<Tables>,
  caller: Caller,
  { scope, ...search }: NameSearch,
  known?: RegionsFor,
): Promise<readonly FoundRow[]> {
  if ((await termsOf(search.keyword)).length === 0) return [];
  const regionsFor = known ?? (await readRegions(database, caller));
  const { spaceIds: all, regions } = await regionsFor(['search']);
  const spaceIds = await spacesOfScope(database, all, caller.userId, scope);
  return (await findInRegions(database, { spaceIds, regions, userId: caller.userId }, search)).rows;
}

export interface Searched {
  spaceIds: readonly SpaceId[];
  /** Where names are found; what may be shown is judged once more. */
  regions: readonly Region[];
  userId: string;
}

/** What these regions hold by this name, best first. */
export async function findInRegions(
  database: Kysely<Tables>,
  { spaceIds, regions, userId }: Searched,
  { keyword, filter, most, named: allNamed }: Omit<NameSearch, 'scope'>,
): Promise<{ rows: readonly FoundRow[]; cut: boolean }> {
  const terms = await termsOf(keyword);
  const pieces = terms.flatMap((term) => term.pieces);
  if (pieces.length === 0) return { rows: [], cut: false };

  let [cut, waits] = [false, false];
  const ask = (having: readonly string[], namesUpTo: number | null) =>
    findInstances(database, {
      wanted: { in: 'names', spaces: spaceIds.map((spaceId) => ({ spaceId, keys: keysIn(spaceId, having) })) },
      regions,
      userId,
      folded: foldName(keyword.trim()),
      filter,
      most,
      namesUpTo,
    });
  const find = async (having: readonly string[], named = allNamed): Promise<FoundRow[]> => {
    let found = await ask(having, named ? null : mostLookedAt);
    // Few are left of many that the caller may not find.
    if (found.rows.length <= mostLookedAt && found.rows.some(({ name }) => name === null)) found = await ask(having, null);
    cut ||= found.cut;
    waits ||= found.waits;
    return found.rows;
  };
  let named = await find(pieces);
  if (waits) {
    await readFirst(database, spaceIds);
    cut = false;
    named = await find(pieces);
  }
  const found = await thatMatch(named, keyword);
  if (found.length > 0) return { rows: found, cut };

  const sound = await soundOf(keyword);
  const [likeSounding] = sound.length > 3 ? await termsOf(sound) : [];
  const sounding = likeSounding ? await find(likeSounding.pieces) : [];
  if (sounding.length > 0) return { rows: sounding, cut };

  const [only] = terms;
  const halves = terms.length === 1 && only ? halvesOf(only) : null;
  if (!halves || !only) return { rows: [], cut };
  const candidates = [...(await find(halves.first, true)), ...(await find(halves.second, true))];
  const once = [...new Map(candidates.map((row) => [row.id, row])).values()];
  const alike: FoundRow[] = [];
  await readAhead(
    'department',
    once.map(({ name }) => name!),
  );
  for await (const row of inTurns(once)) if (await isAlike(row.name!, only.folded, halves.forgives)) alike.push(row);
  return { rows: alike, cut };
}
