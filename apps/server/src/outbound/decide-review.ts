import type { Kysely, Selectable, Transaction } from 'kysely';
import type { calls, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { lockLink, setVerification } from '../links/index.ts';
import { readAdminRoles, adminItemsOf } from '../roles/index.ts';
import { leaveLine } from './ask-review.ts';
import { lookNow } from './check-queries.ts';
import { open, tell } from './conclude.ts';
import { findReview, isOutdated, lockReview, setDecided } from './review-queries.ts';
import type { ReviewRow } from './review-queries.ts';

type Calls = typeof calls.adminLink;

interface Decidable {
  review: ReviewRow;
  link: Selectable<Tables['link']>;
}

/**
 * The review and its link, locked, if the caller may decide it now; null if they decided it like this before. Throws REVIEW_DECIDED also for a
 * review that never was: there is nothing to decide. The link is locked first, as by whoever withdraws it.
 */
async function decidable(
  transaction: Transaction<Tables>,
  reviewId: string,
  { caller, as, reason }: { caller: Caller; as: 'approved' | 'refused'; reason: string },
): Promise<Decidable | null> {
  if (!adminItemsOf(await readAdminRoles(transaction, caller.userId)).includes('links.review')) throw new Failure('NOT_ALLOWED');
  const found = await findReview(transaction, reviewId);
  const link = found?.link_id ? await lockLink(transaction, found.link_id) : undefined;
  const review = await lockReview(transaction, reviewId);
  if (review?.creator_id === caller.userId) throw new Failure('REVIEW_OWN');
  if (review?.state === as && review.decided_by === caller.userId && review.reason === reason) return null;
  // What became highly sensitive has ended the link, and a job is about to end the review.
  if (review?.state !== 'waiting' || !link || link.state === 'failed') throw new Failure('REVIEW_DECIDED');
  return { review, link };
}

/**
 * Approves what a review shows: exactly these files, with this content, name and sensitivity. What came later is looked at by itself. Throws
 * REVIEW_OWN, REVIEW_DECIDED, REVIEW_CHANGED.
 */
export async function approve(database: Kysely<Tables>, input: RequestOf<Calls['approve']>, caller: Caller): Promise<null> {
  const { reviewId, reason } = input;
  const outcome = await database.transaction().execute(async (transaction) => {
    const decided = await decidable(transaction, reviewId, { caller, as: 'approved', reason });
    if (!decided) return 'done';
    const { link, review } = decided;
    await lookNow(transaction, link.id);
    if (await isOutdated(transaction, reviewId)) return 'changed';
    await setDecided(transaction, reviewId, { state: 'approved', by: caller.userId, reason });
    await leaveLine(transaction, reviewId, review.creator_id);
    if (link.state === 'verifying') await open(transaction, link, { review_state: 'passed' });
    await tell(transaction, link, { by: { userId: caller.userId, name: caller.realName }, outcome: 'approved', reason });
    return 'done';
  });
  // Thrown here, so that the link is looked at anew nevertheless.
  if (outcome === 'changed') throw new Failure('REVIEW_CHANGED');
  return null;
}

/**
 * Refuses a link, or in a link that is open the files that came or changed since. Throws REVIEW_REASON_EMPTY, REVIEW_OWN, REVIEW_DECIDED.
 */
export async function refuse(database: Kysely<Tables>, input: RequestOf<Calls['refuse']>, caller: Caller): Promise<null> {
  const { reviewId, reason } = input;
  if (reason === '') throw new Failure('REVIEW_REASON_EMPTY', { field: 'reason' });
  return database.transaction().execute(async (transaction) => {
    const decided = await decidable(transaction, reviewId, { caller, as: 'refused', reason });
    if (!decided) return null;
    const { link, review } = decided;
    await setDecided(transaction, reviewId, { state: 'refused', by: caller.userId, reason });
    await leaveLine(transaction, reviewId, review.creator_id);
    if (link.state === 'verifying')
      await setVerification(transaction, link.id, { state: 'failed', review_state: 'failed', reason: 'refused', reason_text: reason });
    await tell(transaction, link, { by: { userId: caller.userId, name: caller.realName }, outcome: 'refused', reason });
    return null;
  });
}
