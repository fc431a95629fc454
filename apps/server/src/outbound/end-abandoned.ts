import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { endReview } from './ask-review.ts';
import { lockAbandoned } from './review-queries.ts';

/** Ends the reviews of links that were withdrawn or have failed. Nobody can decide them since, but they are still on lists. Returns how many. */
export const endAbandoned = (database: Kysely<Tables>): Promise<number> =>
  database.transaction().execute(async (transaction) => {
    const abandoned = await lockAbandoned(transaction);
    for (const review of abandoned) await endReview(transaction, review);
    return abandoned.length;
  });
