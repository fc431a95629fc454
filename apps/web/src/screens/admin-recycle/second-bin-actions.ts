import { calls, type SecondBinItem, type SecondBinOutcome } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { tasksChanged } from '../../features/tasks/task-queries.ts';
import { formatSize, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { askedOf, type SecondBinFilter } from './second-bin-filter.ts';
import { secondBinChanged } from './second-bin-query.ts';

const idsOf = (items: readonly SecondBinItem[]) => items.map(({ recycleId }) => recycleId);

/** Runs `work`, shows its failure and refetches. Resolves to whether it succeeded. */
async function change(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
    return false;
  } finally {
    secondBinChanged();
  }
}

/** Says how many are done, and why the others are not. */
function tell(outcomes: readonly SecondBinOutcome[], done: (n: number) => string): void {
  const refused = outcomes.flatMap((outcome) => (outcome.done ? [] : [outcome]));
  const n = outcomes.length - refused.length;
  if (n > 0) toast.success(done(n));
  const [first] = refused;
  if (first) toast.error(t('adminBin.notDone', { n: refused.length, reason: first.errmsg }));
}

/** `target`: another folder than the original one. `leaderId`: who leads groups whose leader has left. */
export const restoreItems = (
  items: readonly SecondBinItem[],
  { target, leaderId }: { target?: { instanceId: string; name: string }; leaderId?: string } = {},
): Promise<boolean> =>
  change(async () => {
    const outcomes = await call(calls.adminRecycle.restore, {
      recycleIds: idsOf(items),
      ...(target && { targetParentId: target.instanceId }),
      ...(leaderId !== undefined && { leaderId }),
    });
    tell(outcomes, (n) => (target ? t('adminBin.restoredTo', { n, name: target.name }) : t('adminBin.restored', { n })));
  });

export async function markItems(items: readonly SecondBinItem[]): Promise<boolean> {
  const [first] = items;
  if (!first) return false;
  const n = items.length;
  const bytes = items.reduce((sum, { fileSize }) => sum + (fileSize ?? 0), 0);
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: n === 1 ? t('adminBin.removeOneTitle', { name: first.instanceName }) : t('adminBin.removeTitle', { n, size: formatSize(bytes) }),
    text: t('adminBin.removeText'),
    confirmLabel: t('adminBin.removeConfirm', { n }),
    ...(n > 1 && { list: items.map(({ instanceName }) => instanceName) }),
  });
  if (!agreed) return false;
  return change(async () => {
    const outcomes = await call(calls.adminRecycle.remove, { recycleIds: idsOf(items) });
    tell(outcomes, (done) => t('adminBin.marked', { n: done }));
  });
}

export const keepItems = (items: readonly SecondBinItem[]): Promise<boolean> =>
  change(async () => {
    const outcomes = await call(calls.adminRecycle.keep, { recycleIds: idsOf(items) });
    tell(outcomes, (n) => t('adminBin.kept', { n }));
  });

/** Everything that the filter finds, or the whole bin. `more`: very many are not counted to the end. */
export async function clearBin(
  filter: SecondBinFilter,
  n: number,
  { more, narrowed }: { more: boolean; narrowed: boolean },
): Promise<boolean> {
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: t(more ? 'adminBin.clearManyTitle' : narrowed ? 'adminBin.clearFoundTitle' : 'adminBin.clearTitle', { n }),
    text: t('adminBin.removeText'),
    confirmLabel: more ? t('adminBin.remove') : t('adminBin.removeConfirm', { n }),
  });
  if (!agreed) return false;
  return change(async () => {
    await call(calls.adminRecycle.clear, askedOf(filter));
    tasksChanged();
    toast.success(t('adminBin.clearing'));
  });
}
