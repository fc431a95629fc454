import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Runs `work` in the open transaction, or in a new one if none is open. */
export const inTransaction = <Answer>(
  database: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> => (database.isTransaction ? work(database as Transaction<Tables>) : database.transaction().execute(work));
