import { refetch } from '../api/index.ts';

let hearing = false;
/** Whether the event stream is open: then it also reports this page's own changes. */
export const isHearingChanges = (): boolean => hearing;
export const setHearingChanges = (next: boolean): void => void (hearing = next);

/** The minimum interval between refetches, however much changes. */
const apartMs = 900;
const soonMs = 30;

/** Query keys for details of single items. Only mounted queries are refetched. */
const details = ['size', 'detail', 'versions', 'comments', 'activity'];

const changed = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = Infinity;
let lastAsked = -Infinity;

/** Refetches a folder's queries, batched with other folders that change at about the same time. */
export function folderChanged(folder: string, withinMs = soonMs): void {
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
