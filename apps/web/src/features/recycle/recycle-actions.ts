import { calls, type RecycledItem, type RecycleOutcome } from '@alcove/contract';
import { call, queryClient } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText } from '../files/file-actions.ts';
import { filesKey } from '../files/file-queries.ts';
import { refreshCapacity } from '../identity/current-user.ts';
import { recycleChanged } from './recycle-queries.ts';

const idsOf = (items: readonly RecycledItem[]) => items.map((item) => item.recycleId);
const refusedOf = (outcomes: readonly RecycleOutcome[]) => outcomes.flatMap((outcome) => (outcome.done ? [] : [outcome]));

/** Does it, tells what goes wrong, and asks for everything concerned anew. Answers whether it was done. */
async function change(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toast.error(failureText(error));
    return false;
  } finally {
    recycleChanged();
    void queryClient.invalidateQueries({ queryKey: filesKey, predicate: (query) => query.queryKey[1] !== 'preview' });
    refreshCapacity();
  }
}

/** `target`: where its own folder is gone, or another is wanted. */
export const restoreItems = (items: readonly RecycledItem[], target?: { instanceId: string; name: string }): Promise<boolean> =>
  change(async () => {
    const outcomes = await call(calls.recycle.restore, {
      recycleIds: idsOf(items),
      ...(target && { targetParentId: target.instanceId }),
    });
    const refused = refusedOf(outcomes);
    const back = outcomes.length - refused.length;
    if (back > 0) toast.success(target ? t('recycle.restoredTo', { n: back, name: target.name }) : t('recycle.restored', { n: back }));
    const [first] = refused;
    if (first)
      toast.error(
        t('recycle.someRemained', { n: refused.length, reason: t('files.failedWithCode', { message: first.errmsg, code: first.errcode }) }),
      );
  });

export async function removeForGood(items: readonly RecycledItem[]): Promise<boolean> {
  const [first] = items;
  if (!first) return false;
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: items.length === 1 ? t('recycle.removeOneTitle', { name: first.instanceName }) : t('recycle.removeTitle', { n: items.length }),
    text: t('recycle.removeText'),
    confirmLabel: t('recycle.removeConfirm', { n: items.length }),
    ...(items.length > 1 && { list: items.map((item) => item.instanceName) }),
  });
  if (!agreed) return false;
  return change(async () => {
    const outcomes = await call(calls.recycle.remove, { recycleIds: idsOf(items) });
    const [refused] = refusedOf(outcomes);
    const gone = outcomes.filter((outcome) => outcome.done).length;
    if (gone > 0) toast.success(t('recycle.removed', { n: gone }));
    if (refused) toast.error(refused.errmsg);
  });
}

export async function clearBin(total: number): Promise<boolean> {
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: t('recycle.clearTitle', { n: total }),
    text: t('recycle.removeText'),
    confirmLabel: t('recycle.clear'),
  });
  if (!agreed) return false;
  return change(async () => {
    const { removed } = await call(calls.recycle.clear, {});
    toast.success(t('recycle.removed', { n: removed }));
  });
}
