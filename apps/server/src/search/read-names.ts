import type { Kysely } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inTurns } from '../in-turns.ts';
import { keysIn, piecesOfName } from './name-keys.ts';
import { lockWaitingNames, setNameKeys } from './name-queries.ts';

/** Indexes pending names, of these spaces or everywhere. Returns how many. */
export async function readNames(database: Kysely<Tables>, most: number, spaceIds?: readonly SpaceId[]): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const waiting = await lockWaitingNames(transaction, most, spaceIds);
    if (waiting.length === 0) return 0;
    const read = [];
    for await (const { id, space_id, name } of inTurns(waiting)) read.push({ id, keys: keysIn(space_id, await piecesOfName(name)) });
    await setNameKeys(transaction, read);
    return waiting.length;
  });
}
