import type { Kysely } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { settle } from '../notices/index.ts';
import { endOld, forgetGone } from './access-queries.ts';

/**
 * Ends requests that nobody answered for a month, and withdraws the notifications of items that are gone. Returns the number of affected
 * requests.
 */
export async function endRequests(database: Kysely<Tables>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const old = await endOld(transaction);
    await enterAs(
      transaction,
      factsOfSystem('system.endAccessRequests'),
      old.map((id) => ({ kind: 'request', id })),
    );
    const ended = [...old, ...(await forgetGone(transaction))];
    for (const id of ended) await settle(transaction, id);
    return ended.length;
  });
}
