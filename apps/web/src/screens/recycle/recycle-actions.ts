import { calls, foldName, type Instance, type RecycledItem, type RecycleOutcome, instanceTypes } from '@alcove/contract';
import { call, queryClient } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText } from '../../items/file-actions.ts';
import { filesKey } from '../../items/file-queries.ts';
import { refreshCapacity } from '../../api/current-user.ts';
import { namesThere, settleConflicts, type Choice, type Conflict } from '../../items/conflicts.ts';
import { recycleChanged } from '../../items/recycle-changed.ts';

const idsOf = (items: readonly RecycledItem[]) => items.map((item) => item.recycleId);
const refusedOf = (outcomes: readonly RecycleOutcome[]) => outcomes.flatMap((outcome) => (outcome.done ? [] : [outcome]));

/** Runs `work`, shows its failure, and refetches everything affected. Resolves to whether it succeeded. */
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

/**
 * Restores items. `target` is needed when the original folder is gone or another one is wanted. Asks about name conflicts first; resolves
 * to false when the person cancels.
 */
export async function restoreItems(items: readonly RecycledItem[], target?: { instanceId: string; name: string }): Promise<boolean> {
  let went = false;
  const worked = await change(async () => {
    const choices = await choose(items, target);
    if (!choices) return;
    const outcomes: RecycleOutcome[] = [];
    const going = items.filter((item) => choices.get(item)?.does !== 'skip');
    // A folder with a name conflict is restored before items that were deleted from it, so that their original location exists again.
    const ways = Map.groupBy(
      going.toSorted((one, other) => Number(choices.has(other)) - Number(choices.has(one))),
      (item) => JSON.stringify(choices.get(item)),
    );
    for (const some of ways.values())
      outcomes.push(
        ...(await call(calls.recycle.restore, {
          recycleIds: idsOf(some),
          ...(target && { targetParentId: target.instanceId }),
          ...askedFor(choices.get(some[0]!)),
        })),
      );
    went = true;
    const refused = refusedOf(outcomes);
    const back = outcomes.length - refused.length;
    if (back > 0) toast.success(target ? t('recycle.restoredTo', { n: back, name: target.name }) : t('recycle.restored', { n: back }));
    const [first] = refused;
    if (first)
      toast.error(
        t('recycle.someRemained', { n: refused.length, reason: t('files.failedWithCode', { message: first.errmsg, code: first.errcode }) }),
      );
  });
  return worked && went;
}

const askedFor = (choice: Choice | undefined) =>
  choice === undefined || choice.does === 'skip'
    ? {}
    : { onConflict: choice.does, ...(choice.does === 'merge' && { onFileConflict: choice.files }) };

/** Asks about the items whose name is taken at the target; null when the person cancels. */
async function choose(
  items: readonly RecycledItem[],
  target: { instanceId: string; name: string } | undefined,
): Promise<Map<RecycledItem, Choice> | null> {
  const asked = new Map<Conflict, RecycledItem>();
  for (const [parentId, some] of Map.groupBy(items, (item) => target?.instanceId ?? item.originalParentId)) {
    if (parentId === null) continue; // the folder is gone; the server reports it
    const there = await namesThere(
      { parentId },
      some.map((item) => item.instanceName),
    );
    for (const item of some) {
      const here = there.get(foldName(item.instanceName));
      if (here) asked.set(conflictOf(item, here, target?.name ?? folderOf(item)), item);
    }
  }
  const settled = await settleConflicts([...asked.keys()]);
  return settled && new Map([...settled].map(([conflict, choice]) => [asked.get(conflict)!, choice]));
}

const conflictOf = (item: RecycledItem, here: Instance, folderName: string): Conflict => ({
  source: {
    name: item.instanceName,
    size: item.fileSize ?? 0,
    lastModified: Date.parse(item.updateTime),
    folder: item.classifierId === 'Folder',
    place: t('shell.recycleBin'),
  },
  here,
  parentId: here.parentId ?? '',
  folderName,
});

const folderOf = ({ originalPath, instanceType, spaceName }: RecycledItem): string =>
  originalPath?.split('/').filter(Boolean).at(-1) ?? (instanceType === instanceTypes.personal ? t('files.title') : spaceName);

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
