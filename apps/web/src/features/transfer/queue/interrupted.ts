import { calls, cleanName } from '@alcove/contract';
import { call, failureMessage } from '../../../api/index.ts';
import { formatFullTime, formatSize, t } from '../../../i18n/index.ts';
import { transferPanelView } from '../panel/panel-view.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { phoneQuery } from '../../../ui/use-media.ts';
import { refreshCapacity } from '../../../api/current-user.ts';
import { claim, inSomeList } from './upload-locks.ts';
import { fileBehind } from '../browser/file-handles.ts';
import { fileSource } from '../browser/file-source.ts';
import { dropHandle, forgetWaiting, keptUploads, memoryPort, noteSent, onKept, type KeptUpload } from '../browser/upload-memory.ts';
import { addUploads, keyOfUpload, onArrival, shownUploads } from './upload-queue.ts';

let rows: readonly KeptUpload[] = [];
const listeners = new Set<() => void>();
function show(next: readonly KeptUpload[]): void {
  const before = new Set(rows.map(({ key }) => key));
  const more = next.some(({ key }) => !before.has(key));
  rows = next;
  for (const listener of listeners) listener();
  if (more) offer(next.length);
}

/** Folded, so that it is in nobody's way; a phone's list cannot be folded and is offered in words. */
function offer(n: number): void {
  const unfolded = { open: true, folded: false, tab: 'uploads' } as const;
  if (transferPanelView.read().open) return;
  if (!matchMedia(phoneQuery).matches) return transferPanelView.change({ ...unfolded, folded: true });
  toast({
    text: t('transfer.interruptedCount', { n }),
    action: { label: t('transfer.showInterrupted'), run: () => transferPanelView.change(unfolded) },
  });
}

let listed = new Set<string>();
let waiting: ReturnType<typeof setTimeout> | undefined;
/** Several changes at once are one; 300 ms also let an upload that ends be forgotten after its claim is given back. */
function refreshSoon(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => void refresh(), 300);
}
let asked = 0;
async function refresh(): Promise<void> {
  const mine = ++asked;
  const kept = await keptUploads();
  const elsewhere = await inSomeList(kept, refreshSoon);
  if (mine === asked) show(kept.filter((one) => !listed.has(one.key) && !elsewhere.has(one)));
}

/** Uploads that this browser remembers and no list of any tab holds: a reload or a crash took them. */
export const interrupted = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => rows,
};
onKept(refreshSoon);
onArrival(() => {
  asked += 1;
  show([]);
  refreshSoon();
});

/** How far uploads got is noted a second after it changed, with what followed meanwhile. */
const noteAfterMs = 1000;
const noted = new Map<string, number>();
let noting: ReturnType<typeof setTimeout> | undefined;
function noteProgress(): void {
  noting = undefined;
  for (const { id, sentBytes } of shownUploads.read().items) {
    const key = keyOfUpload(id);
    if (key === null || sentBytes === 0 || noted.get(key) === sentBytes) continue;
    noted.set(key, sentBytes);
    void noteSent(key, sentBytes);
  }
}
shownUploads.subscribe(() => {
  noting ??= setTimeout(noteProgress, noteAfterMs);
  const keys = new Set(shownUploads.read().items.flatMap(({ id }) => keyOfUpload(id) ?? []));
  const changed = keys.size !== listed.size || [...keys].some((key) => !listed.has(key));
  listed = keys;
  for (const key of noted.keys()) if (!keys.has(key)) noted.delete(key);
  if (changed) refreshSoon();
});

/** Size and time vouch for the content; a name may have been cleaned on the way. */
const isFileOf = (row: KeptUpload, file: File): boolean =>
  file.size === row.size && file.lastModified === row.lastModified && (file.name === row.name || cleanName(file.name) === row.name);

const goOn = (row: KeptUpload, file: File): Promise<void> =>
  addUploads([{ source: fileSource(file, row.name, row.handle), target: row.target }]);

/** By the handle that was kept. One that leads nowhere is dropped: from then on the person picks the file. */
export async function continueUpload(row: KeptUpload): Promise<void> {
  const file = row.handle ? await fileBehind(row.handle) : null;
  if (file && isFileOf(row, file)) return goOn(row, file);
  await dropHandle(row.key);
  toast.warning(t(file ? 'transfer.interruptedChanged' : 'transfer.interruptedGone', { name: row.name }));
}

/** By the file that a person picks again. */
export async function continueWith(row: KeptUpload, file: File): Promise<void> {
  if (isFileOf(row, file)) return goOn(row, file);
  const facts = { name: row.name, size: formatSize(row.size), time: formatFullTime(row.lastModified) };
  toast.warning(t('transfer.interruptedOther', facts));
}

/** By all the files that a person picks again: each goes on with the upload that it belongs to. */
export async function continueWithAll(kept: readonly KeptUpload[], files: readonly File[]): Promise<void> {
  const found = kept.flatMap((row) => {
    const file = files.find((one) => isFileOf(row, one));
    return file ? [{ source: fileSource(file, row.name), target: row.target }] : [];
  });
  if (found.length > 0) await addUploads(found);
  if (found.length < files.length) toast.warning(t('transfer.interruptedNotThere', { n: files.length - found.length }));
}

/** Gives up what was sent: its parts and its space are freed at the server, then it is forgotten here. */
export async function discardUpload(row: KeptUpload): Promise<void> {
  const release = await claim(row, row.target);
  if (!release) return void toast.warning(t('transfer.inListAlready', { name: row.name, n: 1 }));
  try {
    if (row.begun) {
      const { uploadId, ...object } = row.begun;
      await call(calls.upload.recycleStorageFile, { ...object, ...(uploadId !== null && { uploadId }) });
      await memoryPort.forget(row.key);
      refreshCapacity();
    }
    forgetWaiting([row.key]);
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    release();
  }
}
