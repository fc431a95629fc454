import type { Instance, Page } from '@alcove/contract';
import { queryClient, refetch } from '../api/index.ts';
import { folderKey } from './file-queries.ts';

let hearing = false;
/** Whether the event stream is open: then it also reports this page's own changes. */
export const setHearingChanges = (next: boolean): void => void (hearing = next);

/** The minimum interval between refetches, however much changes. */
const apartMs = 900;
const soonMs = 30;
/** How long a page waits to hear of its own change, and for how long what it heard speaks for a live stream. */
const heardWithinMs = 1000;
/** When nothing is heard, several uploads that end together are asked about once. */
const togetherMs = 300;

/** Query keys for details of single items. Only mounted queries are refetched. */
const details = ['size', 'detail', 'versions', 'comments', 'activity'];

const changed = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = Infinity;
let lastAsked = -Infinity;
let lastHeard = -Infinity;

/** The event stream says that a folder has changed. */
export function heardOfChange(folder: string): void {
  lastHeard = performance.now();
  folderChanged(folder, soonMs);
}

/**
 * This page has changed a folder by this file. A page that hears its own changes waits for word of it, which may also have come before the
 * answer: it asks only if nothing was heard and its list does not show the file, so that it asks once.
 */
export function changedHere(folder: string, file: Instance): void {
  if (!hearing) return folderChanged(folder, togetherMs);
  const since = performance.now() - heardWithinMs;
  setTimeout(() => {
    if (lastHeard < since && !shows(folder, file)) folderChanged(folder, soonMs);
  }, heardWithinMs);
}

/** Whether a list on the screen has this version of the file, or one after it. */
const shows = (folder: string, { instanceId, version }: Instance): boolean =>
  queryClient
    .getQueriesData<Page<Instance>>({ queryKey: folderKey(folder), type: 'active' })
    .some(([, page]) => page?.items.some((item) => item.instanceId === instanceId && item.version >= version));

/** Refetches a folder's queries, batched with other folders that change at about the same time. */
function folderChanged(folder: string, withinMs: number): void {
  changed.add(folder);
  const at = Math.max(performance.now() + withinMs, lastAsked + apartMs);
  if (at >= dueAt) return;
  clearTimeout(timer);
  dueAt = at;
  timer = setTimeout(askAll, at - performance.now());
}

function askAll(): void {
  dueAt = Infinity;
  lastAsked = performance.now();
  for (const id of changed) for (const part of ['page', 'tree']) void refetch(['files', part, id]);
  changed.clear();
  for (const part of details) void refetch(['files', part]);
}

/** Invalidates all file queries: after a connection loss anything may have changed. */
export function filesMayHaveChanged(): void {
  for (const part of ['page', 'tree', 'everywhere', 'favourites', ...details]) void refetch(['files', part]);
}
