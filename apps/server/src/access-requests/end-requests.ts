import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { settle } from '../notices/index.ts';
import { endOld, forgetGone } from './access-queries.ts';

/**
 * Ends requests that nobody answered for a month, and withdraws the notifications of items that are gone. Returns the number of affected
 * requests.
 */
export async function endRequests(database: Kysely<Tables>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const ended = [...(await endOld(transaction)), ...(await forgetGone(transaction))];
    for (const id of ended) await settle(transaction, id);
    return ended.length;
  });
}
