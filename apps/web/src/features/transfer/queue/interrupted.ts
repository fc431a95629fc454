import { calls, cleanName } from '@alcove/contract';
import { call, failureMessage } from '../../../api/index.ts';
import { refreshCapacity } from '../../../api/current-user.ts';
import { formatFullTime, formatSize, t } from '../../../i18n/index.ts';
import { createStore, type Readable } from '../../../ui/store.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { phoneQuery } from '../../../ui/use-media.ts';
import { fileBehind } from '../browser/file-handles.ts';
import { fileSource } from '../browser/file-source.ts';
import type { BrowserPorts } from '../browser/ports.ts';
import type { KeptUpload } from '../browser/upload-memory.ts';
import { transferPanelView } from '../panel/panel-view.ts';
import type { Uploads } from './uploads.ts';

/** Uploads that this browser remembers and no list of any tab holds: a reload or a crash took them. */
export interface Interrupted extends Readable<readonly KeptUpload[]> {
  /** Goes on by the handle that was kept. One that leads nowhere is dropped: from then on the person picks the file. */
  goOn(row: KeptUpload): Promise<void>;
  /** By the file that a person picks again. */
  goOnWith(row: KeptUpload, file: File): Promise<void>;
  /** By all the files that a person picks again: each goes on with the upload that it belongs to. */
  goOnWithAll(rows: readonly KeptUpload[], files: readonly File[]): Promise<void>;
  /** Gives up what was sent: its parts and its space are freed at the server, then it is forgotten here. */
  discard(row: KeptUpload): Promise<void>;
  /** Looks for those of somebody else, who has come. */
  personChanged(): void;
}

/** Several changes at once are one; 300 ms also let an upload that ends be forgotten after its claim is given back. */
const refreshAfterMs = 300;
/** How far uploads got is noted a second after it changed, with what followed meanwhile. */
const noteAfterMs = 1000;
const none: readonly KeptUpload[] = [];

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

/** Size and time vouch for the content; a name may have been cleaned on the way. */
const isFileOf = (row: KeptUpload, file: File): boolean =>
  file.size === row.size && file.lastModified === row.lastModified && (file.name === row.name || cleanName(file.name) === row.name);

export function openInterrupted({ memory, locks }: Pick<BrowserPorts, 'memory' | 'locks'>, uploads: Uploads): Interrupted {
  const rows = createStore(none);
  function show(next: readonly KeptUpload[]): void {
    const before = new Set(rows.read().map(({ key }) => key));
    rows.set(next);
    if (next.some(({ key }) => !before.has(key))) offer(next.length);
  }

  let listed = new Set<string>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  function refreshSoon(): void {
    clearTimeout(waiting);
    waiting = setTimeout(() => void refresh(), refreshAfterMs);
  }
  let asked = 0;
  async function refresh(): Promise<void> {
    const mine = ++asked;
    const kept = await memory.kept();
    const elsewhere = await locks.inSomeList(kept, refreshSoon);
    if (mine === asked) show(kept.filter((one) => !listed.has(one.key) && !elsewhere.has(one)));
  }
  memory.changes.subscribe(refreshSoon);

  const noted = new Map<string, number>();
  let noting: ReturnType<typeof setTimeout> | undefined;
  function noteProgress(): void {
    noting = undefined;
    for (const { id, sentBytes } of uploads.shown.read().items) {
      const key = uploads.keyOf(id);
      if (key === null || sentBytes === 0 || noted.get(key) === sentBytes) continue;
      noted.set(key, sentBytes);
      void memory.noteSent(key, sentBytes);
    }
  }
  uploads.shown.subscribe(() => {
    noting ??= setTimeout(noteProgress, noteAfterMs);
    const keys = new Set(uploads.shown.read().items.flatMap(({ id }) => uploads.keyOf(id) ?? []));
    const changed = keys.size !== listed.size || [...keys].some((key) => !listed.has(key));
    listed = keys;
    for (const key of noted.keys()) if (!keys.has(key)) noted.delete(key);
    if (changed) refreshSoon();
  });

  const begin = (row: KeptUpload, file: File): Promise<void> =>
    uploads.add([{ source: fileSource(file, row.name, row.handle), target: row.target }]);

  return {
    read: rows.read,
    subscribe: rows.subscribe,
    personChanged() {
      asked += 1;
      rows.set(none);
      refreshSoon();
    },
    async goOn(row) {
      const file = row.handle ? await fileBehind(row.handle) : null;
      if (file && isFileOf(row, file)) return begin(row, file);
      await memory.dropHandle(row.key);
      toast.warning(t(file ? 'transfer.interruptedChanged' : 'transfer.interruptedGone', { name: row.name }));
    },
    async goOnWith(row, file) {
      if (isFileOf(row, file)) return begin(row, file);
      const facts = { name: row.name, size: formatSize(row.size), time: formatFullTime(row.lastModified) };
      toast.warning(t('transfer.interruptedOther', facts));
    },
    async goOnWithAll(kept, files) {
      const found = kept.flatMap((row) => {
        const file = files.find((one) => isFileOf(row, one));
        return file ? [{ source: fileSource(file, row.name), target: row.target }] : [];
      });
      if (found.length > 0) await uploads.add(found);
      if (found.length < files.length) toast.warning(t('transfer.interruptedNotThere', { n: files.length - found.length }));
    },
    async discard(row) {
      const release = await locks.claim(row, row.target);
      if (!release) return void toast.warning(t('transfer.inListAlready', { name: row.name, n: 1 }));
      try {
        if (row.begun) {
          const { uploadId, ...object } = row.begun;
          await call(calls.upload.recycleStorageFile, { ...object, ...(uploadId !== null && { uploadId }) });
          await memory.forget(row.key);
          refreshCapacity();
        }
        memory.forgetWaiting([row.key]);
      } catch (error) {
        toast.error(failureMessage(error, t('errors.unknown')));
      } finally {
        release();
      }
    },
  };
}
