import type { Kysely, Transaction } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inTurns } from '../in-turns.ts';
import { readAhead } from '../search-text.ts';
import { keysEverywhere } from './keys-everywhere.ts';
import { keysIn, piecesOfName } from './name-keys.ts';
import { addNameKeys, lockBefore, lockNamesAfter, lockWaitingNames, mergeNames, setBefore, setNameKeys } from './name-queries.ts';

/** Indexes pending names, of these spaces or everywhere. Returns how many. */
export async function readNames(database: Kysely<Tables>, most: number, spaceIds?: readonly SpaceId[]): Promise<number> {
  return merged(database, async (transaction) => {
    const waiting = await lockWaitingNames(transaction, most, spaceIds);
    if (waiting.length === 0) return 0;
    await readAhead(
      'department',
      waiting.map(({ name }) => name),
    );
    const read = [];
    for await (const { id, space_id, name } of inTurns(waiting)) {
      const inSpace = keysIn(space_id, await piecesOfName(name));
      read.push({ id, keys: [...new Set([...inSpace, ...keysEverywhere(name)])] });
    }
    await setNameKeys(transaction, read);
    return waiting.length;
  });
}

/** Gives names that were indexed by an earlier release the keys for all spaces. Returns how many, and 0 for good once all have them. */
export async function readNamesOfBefore(database: Kysely<Tables>, most: number): Promise<number> {
  return merged(database, async (transaction) => {
    const after = await lockBefore(transaction);
    if (after === null) return 0;
    const names = await lockNamesAfter(transaction, after, most);
    const read = [];
    for await (const { id, name } of inTurns(names)) read.push({ id, keys: keysEverywhere(name) });
    await addNameKeys(transaction, read);
    await setBefore(transaction, names.length < most ? null : names.at(-1)!.id);
    return names.length;
  });
}

/** Merges what was read when it is committed: so the names are not locked meanwhile. */
async function merged(database: Kysely<Tables>, read: (transaction: Transaction<Tables>) => Promise<number>): Promise<number> {
  const names = await database.transaction().execute(read);
  if (names > 0) await mergeNames(database);
  return names;
}
