import type { Comment, RequestOf, calls } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { notify } from '../notices/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { findComment, insertComment, presentComment } from './comment-queries.ts';
import type { CommentDeps } from './deps.ts';
import { peopleToNotify } from './people-to-notify.ts';

/** Sent twice with the same id, it creates one comment and one notification. Throws FILE_NOT_FOUND, NOT_ALLOWED. */
export async function createComment(
  { database, changes }: CommentDeps,
  { instanceId, commentId = newId(), text }: RequestOf<typeof calls.comment.create>,
  { caller, place, items, recheck }: AuthorisedContext,
): Promise<Comment> {
  const notified = await peopleToNotify(database, place, caller.userId);
  const by = { userId: caller.userId, name: caller.realName };
  const isNew = await database.transaction().execute(async (transaction) => {
    const inserted = await insertComment(transaction, { id: commentId, instance_id: instanceId, author_id: caller.userId, text });
    if (!inserted) return false;
    // The foreign key to the item waits for whoever has locked it.
    await recheck(transaction);
    await recordActivity(transaction, caller.userId, [instanceId], { kind: 'commented', data: {} });
    await notify(transaction, notified, { kind: 'comment', data: { by, instanceId, instanceName: place.name } });
    return true;
  });
  const made = await findComment(database, instanceId, commentId);
  // Another person's comment, or one on another item, has that id: its content is not revealed.
  if (made?.author_id !== caller.userId) throw new Failure('BAD_REQUEST', { field: 'commentId' });
  if (isNew) changes.listChanged(place, [place.parentId ?? place.instanceId]);
  return presentComment(made, { userId: caller.userId, manages: items.includes('personnelManagement') });
}
