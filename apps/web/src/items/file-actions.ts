import { calls, encodeName, type Instance, type ItemOutcome, type Page, type Sensitivity } from '@alcove/contract';
import { CallFailed, call, failureMessage, queryClient } from '../api/index.ts';
import { t } from '../i18n/index.ts';
import { confirm } from '../ui/confirm/confirm.ts';
import { toast } from '../ui/toast/toast.ts';
import { allowed, refreshCapacity } from '../api/current-user.ts';
import { offerUndo, undoable } from './last-undo.ts';
import { filesKey, folderKey, through, type Through } from './file-queries.ts';

/** Changes to files. Each shows its own failure, updates optimistically where the outcome is certain, and refetches afterwards. */

export function failureText(error: unknown): string {
  const message = failureMessage(error, t('errors.unknown'));
  return error instanceof CallFailed && error.errcode > 0 ? t('files.failedWithCode', { message, code: error.errcode }) : message;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: filesKey, predicate: (query) => query.queryKey[1] !== 'preview' });
export const refreshFiles = (): void => void refresh();

/** Edits every cached page of a folder; returns a function that reverts it. */
function change(folder: string, edit: (page: Page<Instance>) => Page<Instance>): () => void {
  const before = queryClient.getQueriesData<Page<Instance>>({ queryKey: folderKey(folder) });
  for (const [key, page] of before) if (page) queryClient.setQueryData(key, edit(page));
  return () => {
    for (const [key, page] of before) queryClient.setQueryData(key, page);
  };
}

/** Rejects when the server refuses, so that the field stays open. Offers undo. */
export const rename = (item: Instance, name: string): Promise<void> =>
  undoable(async () => {
    await giveName(item, name);
    offerUndo(t('files.renamed', { name }), () => giveName({ ...item, instanceName: name }, item.instanceName).catch(() => {})); // giveName showed the error
  });

async function giveName(item: Instance, name: string): Promise<void> {
  const folder = item.parentId ?? '';
  await queryClient.cancelQueries({ queryKey: folderKey(folder) });
  const takeBack = change(folder, (page) => ({
    ...page,
    items: page.items.map((one) => (one.instanceId === item.instanceId ? { ...one, instanceName: name } : one)),
  }));
  try {
    await call(calls.instance.rename, { instanceId: item.instanceId, fileName: encodeName(name), ...through(item) });
  } catch (error) {
    takeBack();
    toast.error(failureText(error));
    throw error;
  } finally {
    void refresh();
  }
}

export async function createFolder(parentId: string, instanceName: string, of: Through): Promise<Instance> {
  try {
    const folder = await call(calls.instance.createFolder, { parentId, instanceName, ...through(of) });
    toast.success(t('files.folderCreated', { name: folder.instanceName }));
    return folder;
  } catch (error) {
    toast.error(failureText(error));
    throw error;
  } finally {
    void refresh();
  }
}

/** Refetches the list and the details, because a folder's sensitivity applies to everything in it. */
export async function setSensitivity(item: Instance, sensitivity: Sensitivity): Promise<void> {
  try {
    await call(calls.instance.setSensitivity, { instanceId: item.instanceId, sensitivity, ...through(item) });
  } catch (error) {
    toast.error(failureText(error));
  } finally {
    void refresh();
  }
}

/** Asks for confirmation, deletes, and offers undo. Resolves to false when canceled or refused. */
export async function removeItems(items: readonly Instance[]): Promise<boolean> {
  const [first] = items;
  if (!first) return false;
  const names = items.map((item) => item.instanceName);
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    text: t('files.removeText', { days: allowed().recycleDays }),
    confirmLabel: t('files.removeConfirm', { n: items.length }),
    title: items.length === 1 ? t('files.removeOneTitle', { name: first.instanceName }) : t('files.removeTitle', { n: items.length }),
    ...(items.length > 1 && { list: names }),
  });
  if (!agreed) return false;
  const ids = new Set(items.map((item) => item.instanceId));
  const folders = [...new Set(items.map((item) => item.parentId ?? ''))];
  const takeBack = folders.map((folder) =>
    change(folder, (page) => {
      const left = page.items.filter((item) => !ids.has(item.instanceId));
      return { ...page, items: left, total: Math.max(0, page.total - (page.items.length - left.length)) };
    }),
  );
  try {
    await undoable(async () => {
      const outcomes = await call(calls.instance.remove, { instanceIds: [...ids], ...through(first) });
      tellRemoved(outcomes, items);
    });
    return true;
  } catch (error) {
    takeBack.forEach((back) => back());
    toast.error(failureText(error));
    return false;
  } finally {
    void refresh();
    refreshCapacity();
  }
}

const refusedOf = (outcomes: readonly ItemOutcome[]) => outcomes.flatMap((outcome) => (outcome.done ? [] : [outcome]));
const doneOf = (outcomes: readonly ItemOutcome[]) => outcomes.flatMap((outcome) => (outcome.done ? [outcome.instanceId] : []));

function tellRemoved(outcomes: readonly ItemOutcome[], items: readonly Instance[]): void {
  const gone = doneOf(outcomes);
  const refused = refusedOf(outcomes);
  const name = items.find((item) => item.instanceId === gone[0])?.instanceName ?? '';
  if (gone.length > 0)
    offerUndo(gone.length === 1 ? t('files.removedOne', { name }) : t('files.removed', { n: gone.length }), () => undoRemove(gone));
  const [first] = refused;
  if (first)
    toast.error(
      t('files.someRemained', { n: refused.length, reason: t('files.failedWithCode', { message: first.errmsg, code: first.errcode }) }),
    );
}

async function undoRemove(instanceIds: string[]): Promise<void> {
  try {
    const outcomes = await call(calls.instance.undoRemove, { instanceIds });
    const back = doneOf(outcomes);
    const [first, ...more] = refusedOf(outcomes);
    if (back.length > 0) toast.success(t('files.restored', { n: back.length }));
    if (first) toast.error(t('files.someNotRestored', { n: more.length + 1, reason: first.errmsg }));
  } catch (error) {
    toast.error(failureText(error));
  } finally {
    void refresh();
    refreshCapacity();
  }
}
