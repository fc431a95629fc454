import type { Kysely } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inTurns } from '../in-turns.ts';
import { readAhead } from '../search-text.ts';
import { keysEverywhere } from './keys-everywhere.ts';
import { keysIn, piecesOfName } from './name-keys.ts';
import { addNameKeys, findWaitingNames, lockBefore, lockNamesAfter, mergeNames, setBefore, setNameKeys } from './name-queries.ts';
import type { ReadName } from './name-queries.ts';

/**
 * Indexes pending names, of these spaces or everywhere. Returns how many. Nothing is locked while they are read: the dictionary may have to be loaded
 * first, and a search that needs the same names meanwhile reads them itself.
 */
export async function readNames(database: Kysely<Tables>, most: number, spaceIds?: readonly SpaceId[]): Promise<number> {
  const waiting = await findWaitingNames(database, most, spaceIds);
  if (waiting.length === 0) return 0;
  await readAhead(
    'department',
    waiting.map(({ name }) => name),
  );
  const read: ReadName[] = [];
  for await (const one of inTurns(waiting)) {
    const inSpace = keysIn(one.space_id, await piecesOfName(one.name));
    read.push({ ...one, keys: [...new Set([...inSpace, ...keysEverywhere(one.name)])] });
  }
  return merged(database, await setNameKeys(database, read));
}

/** Gives names that were indexed by an earlier release the keys for all spaces. Returns how many, and 0 for good once all have them. */
export async function readNamesOfBefore(database: Kysely<Tables>, most: number): Promise<number> {
  const names = await database.transaction().execute(async (transaction) => {
    const after = await lockBefore(transaction);
    if (after === null) return 0;
    const names = await lockNamesAfter(transaction, after, most);
    const read = [];
    for await (const { id, name } of inTurns(names)) read.push({ id, keys: keysEverywhere(name) });
    await addNameKeys(transaction, read);
    await setBefore(transaction, names.length < most ? null : names.at(-1)!.id);
    return names.length;
  });
  return merged(database, names);
}

/** Merges what was read once it is stored: so the names are not locked meanwhile. */
async function merged(database: Kysely<Tables>, names: number): Promise<number> {
  if (names > 0) await mergeNames(database);
  return names;
}
