/** Jobs that keep the keys of the log. Any process may run them; one at a time writes. */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { keysOfEntry } from './entry-keys.ts';
import {
  countAndKeep,
  deleteOldKeys,
  deleteOldQuarters,
  insertKeys,
  lookFurther,
  nextEntries,
  readState,
  tryToWrite,
  waitForWriters,
} from './key-queries.ts';

const batchEntries = 500;
const batchKeys = 10_000;

/**
 * Writes the keys of the next entries. Ids are drawn before entries are committed, so an id may be missing only for now: entries wait until
 * everybody who could have drawn an id before them has ended. Returns more than 0 if others are ready.
 */
export async function keepKeys(database: Kysely<Tables>): Promise<number> {
  const { readTo, newest } = await readState(database);
  if (readTo >= newest) return 0;
  return database.transaction().execute(async (transaction) => {
    if (!(await tryToWrite(transaction))) return 0;
    const state = await readState(transaction);
    if (state.readTo >= state.seenTo) {
      await lookFurther(transaction);
      return 0;
    }
    if (state.isSettled === null) await waitForWriters(transaction);
    if (!state.isSettled) return 0;
    const rows = await nextEntries(transaction, state, batchEntries);
    const isAll = rows.length < batchEntries;
    const to = isAll ? state.seenTo : rows.at(-1)!.id;
    if (rows.length > 0) await insertKeys(transaction, await mapInTurns(rows, (row) => ({ id: row.id, keys: keysOfEntry(row) })));
    await countAndKeep(transaction, state, to);
    if (isAll) await lookFurther(transaction);
    return isAll ? 0 : 1;
  });
}

/** Removes what belongs to entries that were deleted when their term was over. */
export async function forgetOldKeys(database: Kysely<Tables>): Promise<number> {
  const deleted = await deleteOldKeys(database, batchKeys);
  if (deleted < batchKeys) await deleteOldQuarters(database);
  return deleted === batchKeys ? 1 : 0;
}
