import type { RequestOf, calls } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { authorise, requireLasting } from '../permission/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { deleteComment, lockComment } from './comment-queries.ts';
import type { CommentDeps } from './deps.ts';

/**
 * Authors may delete their comments while they can see them; those who manage the item's people may delete any. Throws COMMENT_NOT_FOUND,
 * NOT_ALLOWED.
 */
export async function removeComment(
  { database, changes }: CommentDeps,
  { instanceId, commentId }: RequestOf<typeof calls.comment.remove>,
  { caller }: AuthorisedContext,
): Promise<null> {
  const place = await database.transaction().execute(async (transaction) => {
    const comment = await lockComment(transaction, instanceId, commentId);
    if (!comment) throw new Failure('COMMENT_NOT_FOUND');
    const mine = comment.author_id === caller.userId;
    const { place } = await authorise(transaction, caller, instanceId, mine ? 'preview' : 'personnelManagement');
    requireLasting(place);
    await deleteComment(transaction, commentId);
    return place;
  });
  changes.listChanged(place, [place.parentId ?? place.instanceId]);
  return null;
}
