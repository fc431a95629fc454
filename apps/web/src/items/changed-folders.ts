import { refetch } from '../api/index.ts';

let hearing = false;
/** Whether changes made elsewhere, and the page's own, are told to this page. */
export const isHearingChanges = (): boolean => hearing;
export const setHearingChanges = (next: boolean): void => void (hearing = next);

/** Lists are not asked for more often than this, however much changes in them. */
const apartMs = 900;
const soonMs = 30;

/** What is shown of one item. Only what is on screen is asked for. */
const details = ['size', 'detail', 'versions', 'comments', 'activity'];

const changed = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = Infinity;
let lastAsked = -Infinity;

/** What is shown of a folder is asked for anew, with the other folders that changed at about the same time. */
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

/** Everything that is shown of files: while nothing was heard, anything may have changed. */
export function filesMayHaveChanged(): void {
  for (const part of ['page', 'tree', 'everywhere', 'favourites', ...details]) void refetch(['files', part]);
}
