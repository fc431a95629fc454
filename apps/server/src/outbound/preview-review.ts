import type { Kysely } from 'kysely';
import type { calls, Preview, RequestOf } from '@alcove/contract';
import { readContent } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { previewOpened } from '../preview/index.ts';
import type { PreviewDeps } from '../preview/index.ts';
import { findReviewed } from './list-queries.ts';
import { stillReviews } from './reviewer-queries.ts';

/**
 * Shows a reviewer what would be approved: the content that the review names, whatever the file has become. It is shown as to those who may only
 * look: made anew from the file, never the file itself, so nothing in it runs and nothing of it can be kept. Throws REVIEW_DECIDED, FILE_NOT_FOUND, and
 * what previews throw.
 */
export async function previewReviewed(
  deps: PreviewDeps,
  { reviewId, instanceId }: RequestOf<typeof calls.adminLink.preview>,
  context: UserContext,
): Promise<Preview> {
  const { database, store } = deps;
  const { userId, sessionId } = context.caller;
  if (!(await stillReviews(database, { userId, reviewId }))) throw new Failure('REVIEW_DECIDED');
  const file = await findReviewed(database, reviewId, instanceId);
  const content = file?.blob_id ? await readContent(database, file.blob_id, store.bucket) : undefined;
  if (!file || !content) throw new Failure('FILE_NOT_FOUND');
  if (content.quarantined) throw new Failure('UPLOAD_MISMATCH');
  const claim = [kind, userId, sessionId, reviewId].join(separator);
  return previewOpened(deps, { name: file.name, content, claim, claimOfBytes: claim, mayDownload: false }, {}, context);
}

/** Whether the claim of a link still holds. */
type MayRead = (claim: string) => boolean | Promise<boolean>;

/** No other claim begins with this word. */
const kind = 'review';
const separator = '.';

export const isOfReview = (claim: string | undefined): boolean => claim?.startsWith(`${kind}${separator}`) ?? false;

/** Checks claims of links that were made for reviewers: they end with the review, the reviewer's right and their session. */
export const standingReviews =
  (database: Kysely<Tables>, sessionStands: (sessionId: string) => Promise<boolean>, others: MayRead): MayRead =>
  (claim) => {
    if (!isOfReview(claim)) return others(claim);
    const [, userId = '', sessionId = '', reviewId = ''] = claim.split(separator);
    return sessionStands(sessionId).then((stands) => stands && stillReviews(database, { userId, reviewId }));
  };
