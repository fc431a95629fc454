import { limits } from '@alcove/contract';
import {
  createUploadQueue,
  memoryKey,
  type QueueNoticeEvent,
  type QueueSnapshot,
  type UploadQueue,
  type UploadRequest,
} from '@alcove/transfer';
import { refreshCapacity } from '../../../api/current-user.ts';
import { isLeaving } from '../../../api/session.ts';
import { t } from '../../../i18n/index.ts';
import { changedHere } from '../../../items/changed-folders.ts';
import { createStore, throttled, type Readable } from '../../../ui/store.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { isBrowserFile } from '../browser/file-source.ts';
import type { BrowserPorts } from '../browser/ports.ts';
import type { Release } from '../browser/tab-locks.ts';
import { transferPanelView } from '../panel/panel-view.ts';
import { awaitsAnswer, errorText } from '../panel/transfer-text.ts';
import type { Arrived } from './arrived.ts';
import type { FinishedRecords } from './finished.ts';
import { settleTaken } from './taken-names.ts';

/** The one list of uploads of the page: they go on across every screen. */
export interface Uploads {
  readonly queue: UploadQueue;
  /** The same for screens: a folder of small files changes the list more often than anyone can see. */
  readonly shown: Readable<QueueSnapshot>;
  /** What a screen reader hears of starts, ends and errors. */
  readonly announced: Readable<string>;
  /** Adds what no list has yet, and says which were there already. */
  add(wanted: readonly UploadRequest[]): Promise<void>;
  /** Under which key an item of the list is remembered; null for one that has left it. */
  keyOf(id: string): string | null;
  /** Another person sees nothing of what the last one was sending. */
  forgetPerson(): void;
}

/** What is known of an item beyond the queue: what it was made of, and what gives its claim back. */
interface Entry {
  request: UploadRequest;
  release: Release;
  /** It has ended, or its person is gone: it is forgotten, or kept for them, once. */
  left?: true;
}

const shownEveryMs = 250;
const forgetAfterMs = 250;

export function openUploads(ports: BrowserPorts, { arrived, finished }: { arrived: Arrived; finished: FinishedRecords }): Uploads {
  const { memory, locks } = ports;
  const queue = createUploadQueue(ports);
  const shown = throttled({ read: queue.snapshot, subscribe: queue.subscribe }, shownEveryMs);
  const entries = new Map<string, Entry>();
  const announced = createStore('');

  const keyOf = (id: string): string | null => {
    const entry = entries.get(id);
    return entry && !entry.left ? memoryKey(entry.request.source, entry.request.target) : null;
  };

  function put(claimed: readonly Entry[]): void {
    if (claimed.length === 0) return;
    if (queue.count() === 0) arrived.clear();
    memory.keepWaiting(
      claimed.map(({ request: { source, target } }) => ({
        key: memoryKey(source, target),
        name: source.name,
        size: source.size,
        lastModified: source.lastModified,
        target,
        ...(isBrowserFile(source) && source.handle && { handle: source.handle }),
      })),
    );
    const ids = queue.add(claimed.map(({ request }) => request));
    ids.forEach((id, index) => {
      const entry = claimed[index];
      if (!entry) return;
      entries.set(id, entry);
      const { source, target } = entry.request;
      if (isBrowserFile(source) && source.handle && source.size > limits.partSize)
        memory.holdHandle(memoryKey(source, target), source.handle);
    });
    announced.set(t('transfer.added', { n: ids.length }));
    transferPanelView.change({ open: true, folded: false, tab: 'uploads' });
  }

  /** Puts another request in the place of an item whose name is taken, which keeps its claim; or gives it up. */
  async function settle(id: string, entry: Entry): Promise<void> {
    const next = await settleTaken(entry.request);
    const goesOn = next && entries.get(id) === entry;
    if (goesOn) entries.delete(id);
    queue.remove(id);
    if (goesOn) put([{ request: next, release: entry.release }]);
  }

  /** What has left the list is not offered after a reload. */
  const leaving: string[] = [];
  let forgetting = false;
  function leave(entry: Entry): void {
    if (entry.left) return;
    entry.left = true;
    leaving.push(memoryKey(entry.request.source, entry.request.target));
    if (!forgetting) queueMicrotask(forgetLeft);
    forgetting = true;
  }
  /** The first at once, because a reload may follow; those that leave soon after it together. */
  function forgetLeft(): void {
    forgetting = leaving.length > 0;
    if (!forgetting) return;
    memory.forgetWaiting(leaving.splice(0));
    setTimeout(forgetLeft, forgetAfterMs);
  }

  function note(notice: QueueNoticeEvent): void {
    switch (notice.notice) {
      case 'finished': {
        const { id, name, instance, target } = notice;
        const entry = entries.get(id);
        if (entry) leave(entry);
        arrived.add(instance, target);
        finished.uploaded();
        changedHere(target.parentId, instance);
        refreshCapacity();
        return announced.set(t('transfer.saidFinished', { name }));
      }
      case 'failed': {
        const item = queue.snapshot().items.find(({ id }) => id === notice.id);
        const entry = entries.get(notice.id);
        if (!item?.error) return;
        if (entry && awaitsAnswer(item)) return void settle(notice.id, entry);
        return announced.set(t('transfer.saidFailed', { name: item.name, error: errorText(item.error, item.target.instanceType) }));
      }
      case 'alreadyUploading':
        return void toast.warning(t('transfer.alreadyUploading'));
      case 'networkFault':
        return void toast.warning(t('transfer.networkFault'));
      case 'networkConnected':
        return void toast.success(t('transfer.networkConnected'));
      case 'networkDisconnected':
        return void toast.warning(t('transfer.networkDisconnected'));
      default:
        return notice satisfies never;
    }
  }
  queue.onNotice(note);

  let before = new Map<string, string>();
  shown.subscribe(() => {
    const { items } = shown.read();
    for (const { id, name, status } of items)
      if (status === 'checking' && before.get(id) === 'ready') announced.set(t('transfer.saidStarted', { name }));
    before = new Map(items.map(({ id, status }) => [id, status]));
    for (const [id, entry] of entries) {
      if (before.has(id)) continue;
      leave(entry);
      entries.delete(id);
      entry.release();
    }
  });

  const busy = (): boolean => queue.snapshot().items.some(({ status }) => ['checking', 'uploading', 'merging', 'ready'].includes(status));
  window.addEventListener('beforeunload', (event) => {
    if (busy() && !isLeaving()) event.preventDefault();
  });
  // What the browser takes down with the page: the parts that were sent are found again.
  window.addEventListener('pagehide', (event) => {
    if (!event.persisted) queue.close();
  });

  return {
    queue,
    shown,
    announced,
    keyOf,
    async add(wanted) {
      const claimed = await Promise.all(
        wanted.map(async (request) => ({ request, release: await locks.claim(request.source, request.target) })),
      );
      const there = claimed.filter(({ release }) => release === null);
      if (there.length > 0) toast.warning(t('transfer.inListAlready', { name: there[0]!.request.source.name, n: there.length }));
      put(claimed.flatMap(({ request, release }) => (release ? [{ request, release }] : [])));
    },
    forgetPerson() {
      for (const entry of entries.values()) entry.left = true; // kept for them, should they come back
      queue.userChanged();
    },
  };
}
