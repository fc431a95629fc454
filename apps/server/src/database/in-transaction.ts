import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Does it in the transaction that is open already, else in one of its own. */
export const inTransaction = <Answer>(
  database: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> => (database.isTransaction ? work(database as Transaction<Tables>) : database.transaction().execute(work));
