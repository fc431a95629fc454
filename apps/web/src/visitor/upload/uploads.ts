import { failures } from '@alcove/contract';
import { createUploadQueue, type UploadRequest } from '@alcove/transfer';
import { filePort } from '../../features/transfer/browser/file-port.ts';
import { host } from '../../features/transfer/browser/host-port.ts';
import { sendingPort } from '../../features/transfer/browser/sending-port.ts';
import { t } from '../../i18n/index.ts';
import { createStore, throttled } from '../../ui/store.ts';
import { toast } from '../../ui/toast/toast.ts';
import { linkCallPort } from './call-port.ts';
import { received, tabMemory, unfinished, type ChosenFile } from './kept.ts';

/** Why the link has ended; null while it is open. What arrived stays on the page. */
export const ended = createStore<unknown>(null);

const queue = createUploadQueue({
  call: linkCallPort((why) => {
    ended.set(why);
    queue.pauseAll();
  }),
  store: sendingPort(),
  file: filePort(),
  memory: tabMemory(),
  host,
});
const shownEveryMs = 250;

/** What a screen reader hears. */
export const announced = createStore('');

/** What each upload of this page was chosen as, except for those that were cancelled. */
const chosenAs = new Map<string, ChosenFile>();
const chosenKeys = new Set<string>();

/** The uploads of this page. */
export const uploads = {
  queue,
  /** The same for the screen: small files change the list more often than anyone can see. */
  shown: throttled({ read: queue.snapshot, subscribe: queue.subscribe }, shownEveryMs),
  chosenAs: (id: string): ChosenFile | undefined => chosenAs.get(id),
  /** Whether the same file was chosen on this page, and is in the list or was received. */
  began: (key: string): boolean => chosenKeys.has(key),
  /** Whether the same file was received in this visit, or is in the list. */
  knows: (key: string): boolean => chosenKeys.has(key) || received.has(key),
  add(files: readonly (ChosenFile & { request: UploadRequest })[]): void {
    const ids = queue.add(files.map(({ request }) => request));
    ids.forEach((id, at) => {
      chosenAs.set(id, files[at]!);
      chosenKeys.add(files[at]!.key);
    });
    unfinished.add(files.map(({ key, name, path, size }) => ({ key, name, path, size })));
  },
  cancel(id: string): void {
    queue.remove(id);
    forgetCancelled();
  },
  cancelAll(): void {
    queue.removeAll();
    forgetCancelled();
  },
  /** The visitor was asked for the password again, and has given it. */
  goOn(): void {
    const waiting = queue.snapshot().items.filter(({ error }) => error?.errcode === failures.LINK_TOKEN_NEEDED.errcode);
    if (waiting.length > 0) queue.resumeAll(waiting.map(({ id }) => id));
  },
};

/** What has neither a place in the queue nor arrived may be chosen again. */
function forgetCancelled(): void {
  const inQueue = new Set(queue.snapshot().items.map(({ id }) => id));
  const arrived = new Set(received.read().map(({ key }) => key));
  const gone = [...chosenAs].filter(([id, { key }]) => !inQueue.has(id) && !arrived.has(key));
  for (const [id, { key }] of gone) {
    chosenAs.delete(id);
    chosenKeys.delete(key);
  }
  unfinished.remove(new Set(gone.map(([, { key }]) => key)));
}

queue.onNotice((notice) => {
  switch (notice.notice) {
    case 'finished': {
      const file = chosenAs.get(notice.id);
      if (!file) return;
      const { key, name, path, size } = file;
      received.add([{ key, name, path, size, as: notice.instance.instanceName, at: notice.finishedAt }]);
      announced.set(t('upload.saidDone', { name }));
      return unfinished.remove(new Set([key]));
    }
    case 'networkFault':
      return void toast({ text: t('transfer.networkFault'), tone: 'warning' });
    case 'networkConnected':
      return void toast.success(t('transfer.networkConnected'));
    case 'failed':
    case 'alreadyUploading':
    case 'networkDisconnected': // the page's own strip says so
      return;
    default:
      return notice satisfies never;
  }
});

const isBusy = (): boolean => queue.snapshot().items.some(({ status }) => ['ready', 'checking', 'uploading', 'merging'].includes(status));
addEventListener('beforeunload', (event) => {
  if (isBusy() && ended.read() === null) event.preventDefault();
});
// The parts that were sent are found again by whoever comes back.
addEventListener('pagehide', ({ persisted }) => {
  if (!persisted) queue.close();
});
