import { calls, foldName, type Instance, type PlacedItem, type PlacingKind } from '@alcove/contract';
import { call, queryClient } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText } from '../../items/file-actions.ts';
import { filesKey, through } from '../../items/file-queries.ts';
import { refreshCapacity } from '../../api/current-user.ts';
import { tasksChanged } from '../tasks/task-queries.ts';
import { namesThere, settleConflicts, type Choice, type Conflict } from '../../items/conflicts.ts';
import { offerUndo, undoable } from '../../items/last-undo.ts';
import type { PickedFolder } from './picker-roots.ts';

type Placed = Extract<PlacedItem, { done: true }>;
const isTask = (item: Placed): item is Extract<PlacedItem, { taskId: string }> => 'taskId' in item;

/** Moves or copies items, after asking about name conflicts, and shows the outcome. Resolves to whether anything was moved or copied. */
export async function placeInto(kind: PlacingKind, items: readonly Instance[], target: PickedFolder): Promise<boolean> {
  const [first] = items;
  if (!first) return false;
  try {
    const choices = await choose(kind, items, target);
    if (!choices) return false;
    return await undoable(() => place(kind, items, target, choices));
  } catch (error) {
    toast.error(failureText(error));
    return false;
  } finally {
    void queryClient.invalidateQueries({ queryKey: filesKey, predicate: (query) => query.queryKey[1] !== 'preview' });
    refreshCapacity();
  }
}

type Way = Choice | { does: 'fail' };
const askedFor = (way: Way | undefined) =>
  way === undefined || way.does === 'skip' ? {} : { onConflict: way.does, ...(way.does === 'merge' && { onFileConflict: way.files }) };

/** Sends one call for all items with the same choice, and shows the outcome. Resolves to whether anything was moved or copied. */
async function place(
  kind: PlacingKind,
  items: readonly Instance[],
  target: PickedFolder,
  choices: ReadonlyMap<string, Way>,
): Promise<boolean> {
  const outcomes: PlacedItem[] = [];
  for (const some of Map.groupBy(
    items.filter((item) => choices.get(item.instanceId)?.does !== 'skip'),
    (item) => JSON.stringify(choices.get(item.instanceId)),
  ).values())
    outcomes.push(
      ...(await call(calls.instance[kind], {
        instanceIds: some.map((item) => item.instanceId),
        targetParentId: target.instanceId,
        ...askedFor(choices.get(some[0]!.instanceId)),
        ...through(some[0]!),
        ...(target.fileSharingId !== undefined && { targetSharingId: target.fileSharingId }),
      })),
    );
  const canMoveBack = [...choices.values()].every(({ does }) => does === 'fail' || does === 'rename' || does === 'skip');
  tell(kind, outcomes, items, target, canMoveBack);
  return outcomes.some((outcome) => outcome.done);
}

/** What to do with each conflict; null when the person cancels. A copy next to its original is numbered without asking. */
async function choose(kind: PlacingKind, items: readonly Instance[], target: PickedFolder): Promise<Map<string, Way> | null> {
  const choices = new Map<string, Way>();
  const there = await namesThere(
    { parentId: target.instanceId, fileSharingId: target.fileSharingId },
    items.map((item) => item.instanceName),
  );
  const asked = new Map<Conflict, Instance>();
  for (const item of items) {
    const here = there.get(foldName(item.instanceName));
    if (!here) choices.set(item.instanceId, { does: 'fail' });
    else if (here.instanceId === item.instanceId) choices.set(item.instanceId, { does: kind === 'copy' ? 'rename' : 'fail' });
    else
      asked.set(
        {
          source: {
            name: item.instanceName,
            size: item.fileSize,
            lastModified: Date.parse(item.updateTime),
            folder: item.classifierId === 'Folder',
            place: item.parentNames.at(-1) ?? t('moveCopy.original'),
          },
          here,
          parentId: target.instanceId,
          folderName: target.name,
        },
        item,
      );
  }
  const settled = await settleConflicts([...asked.keys()]);
  if (!settled) return null;
  for (const [conflict, choice] of settled) choices.set(asked.get(conflict)!.instanceId, choice);
  return choices;
}

/** Moving back cannot undo a merge or a new version, so neither offers undo. */
function tell(
  kind: PlacingKind,
  outcomes: readonly PlacedItem[],
  items: readonly Instance[],
  target: PickedFolder,
  canMoveBack: boolean,
): void {
  const done = outcomes.filter((outcome): outcome is Placed => outcome.done);
  const here = done.filter((outcome) => !isTask(outcome));
  const refused = outcomes.flatMap((outcome) => (outcome.done ? [] : [outcome]));
  if (done.some(isTask)) tasksChanged();
  if (here.length > 0) {
    const text = t(kind === 'move' ? 'moveCopy.moved' : 'moveCopy.copied', { n: here.length, name: target.name });
    if (kind === 'copy' || !canMoveBack) toast.success(text);
    else {
      const moved = items.filter((item) => here.some((outcome) => outcome.instanceId === item.instanceId));
      offerUndo(text, () => moveBack(moved));
    }
  }
  const [why] = refused;
  if (why) {
    const name = items.find((item) => item.instanceId === why.instanceId)?.instanceName ?? '';
    const reason = t('files.failedWithCode', { message: why.errmsg, code: why.errcode });
    toast.error(refused.length === 1 ? t('moveCopy.failedOne', { name, reason }) : t('moveCopy.failedSome', { n: refused.length, reason }));
  }
}

/** Moves each item back to its original folder. */
async function moveBack(items: readonly Instance[]): Promise<void> {
  const folders = Map.groupBy(items, (item) => item.parentId ?? '');
  try {
    for (const [parentId, some] of folders) {
      const outcomes = await call(calls.instance.move, {
        instanceIds: some.map((item) => item.instanceId),
        targetParentId: parentId,
        onConflict: 'rename',
        ...through(some[0]!),
      });
      const [why] = outcomes.flatMap((outcome) => (outcome.done ? [] : [outcome]));
      if (why) toast.error(t('files.failedWithCode', { message: why.errmsg, code: why.errcode }));
    }
    toast.success(t('moveCopy.movedBack', { n: items.length }));
  } catch (error) {
    toast.error(failureText(error));
  } finally {
    void queryClient.invalidateQueries({ queryKey: filesKey, predicate: (query) => query.queryKey[1] !== 'preview' });
  }
}
