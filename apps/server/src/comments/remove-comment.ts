import type { RequestOf, calls } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authorise } from '../permission/index.ts';
import { findComment } from './comment-queries.ts';
import type { CommentDeps } from './deps.ts';

/** One's own, as long as one sees it; others' only for who manages the item's people. Throws COMMENT_NOT_FOUND, NOT_ALLOWED. */
export async function removeComment(
  { database, changes }: CommentDeps,
  { instanceId, commentId }: RequestOf<typeof calls.comment.remove>,
  { caller }: UserContext,
): Promise<null> {
  const { place, items } = await authorise(database, caller, instanceId, 'preview');
  const comment = await findComment(database, instanceId, commentId);
  if (!comment) throw new Failure('COMMENT_NOT_FOUND');
  if (comment.author_id !== caller.userId && !items.includes('personnelManagement')) throw new Failure('NOT_ALLOWED');
  await database.deleteFrom('comment').where('id', '=', commentId).execute();
  changes.listChanged(place, [place.parentId ?? place.instanceId]);
  return null;
}
