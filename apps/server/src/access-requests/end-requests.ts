import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { settle } from '../notices/index.ts';
import { endOld, forgetGone } from './access-queries.ts';

/** Ends what nobody answered for a month, and takes from those who were asked what there is no more. Answers how many those were. */
export async function endRequests(database: Kysely<Tables>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const ended = [...(await endOld(transaction)), ...(await forgetGone(transaction))];
    for (const id of ended) await settle(transaction, id);
    return ended.length;
  });
}
