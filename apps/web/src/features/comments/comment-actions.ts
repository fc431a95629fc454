import { calls, type Comment, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText, refreshFiles } from '../../items/file-actions.ts';
import { through } from '../../items/file-queries.ts';

/**
 * Resolves to whether the comment was sent. `commentId` stays the same for all tries of one text, so that a retry does not post it twice.
 */
export async function sendComment(item: Instance, text: string, commentId: string): Promise<boolean> {
  try {
    await call(calls.comment.create, { instanceId: item.instanceId, text, commentId, ...through(item) });
    return true;
  } catch (error) {
    toast.error(failureText(error));
    return false;
  } finally {
    refreshFiles();
  }
}

export async function removeComment(item: Instance, { commentId, text }: Comment): Promise<void> {
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: t('comments.removeTitle'),
    text,
    confirmLabel: t('comments.removeConfirm'),
  });
  if (!agreed) return;
  try {
    await call(calls.comment.remove, { instanceId: item.instanceId, commentId, ...through(item) });
  } catch (error) {
    toast.error(failureText(error));
  } finally {
    refreshFiles();
  }
}
