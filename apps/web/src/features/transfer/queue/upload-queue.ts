import { limits } from '@alcove/contract';
import { createUploadQueue, memoryKey, type UploadQueue, type UploadRequest } from '@alcove/transfer';
import { isLeaving } from '../../../api/session.ts';
import { t } from '../../../i18n/index.ts';
import { transferCounts } from '../panel/transfer-counts.ts';
import { transferPanelView } from '../panel/panel-view.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { refreshCapacity } from '../../../api/current-user.ts';
import { folderChanged, isHearingChanges } from '../../../items/changed-folders.ts';
import { browserPorts } from '../browser/browser-ports.ts';
import { calmStore } from './throttled-store.ts';
import { claim } from './upload-locks.ts';
import { downloadQueue, handoverStore, shownDownloads } from './downloads.ts';
import { isBrowserFile } from '../browser/file-source.ts';
import type { Release } from '../browser/tab-locks.ts';
import { forgetUnsent, recordFinished } from './finished.ts';
import { arrived } from './arrived.ts';
import { settleTaken } from '../start/taken-names.ts';
import { awaitsAnswer, errorText } from '../panel/transfer-text.ts';
import { forgetWaiting, holdHandle, keepFor, keepWaiting } from '../browser/upload-memory.ts';

/** The one queue of the page: uploads go on across every screen. */
export const uploadQueue: UploadQueue = createUploadQueue(browserPorts);
/** The same for screens: a folder of small files changes the list more often than anyone can see. */
export const shownUploads = calmStore(uploadQueue, 250);

/** What an id was made of, for starting it again with another answer to a name that is taken. */
const requests = new Map<string, UploadRequest>();
const claims = new Map<string, Release>();

/** Under which key an item of the list is remembered. */
export function keyOfUpload(id: string): string | null {
  const request = requests.get(id);
  return request ? memoryKey(request.source, request.target) : null;
}

/** What a screen reader hears of starts, ends and errors. */
const said = new Set<(text: string) => void>();
export function onSaid(listener: (text: string) => void): () => void {
  said.add(listener);
  return () => void said.delete(listener);
}
const say = (text: string) => said.forEach((listener) => listener(text));

/** Adds what no list has yet, and says which were there already. */
export async function addUploads(wanted: readonly UploadRequest[]): Promise<void> {
  const claimed = await Promise.all(wanted.map(async (request) => ({ request, release: await claim(request.source, request.target) })));
  const there = claimed.filter(({ release }) => release === null);
  if (there.length > 0) toast.warning(t('transfer.inListAlready', { name: there[0]!.request.source.name, n: there.length }));
  add(claimed.flatMap(({ request, release }) => (release ? [{ request, release }] : [])));
}

/** Puts another request in the place of an item whose name is taken, which keeps its claim; or gives it up. */
async function settle(id: string, request: UploadRequest): Promise<void> {
  const next = await settleTaken(request);
  const release = claims.get(id);
  if (next) claims.delete(id);
  uploadQueue.remove(id);
  if (next && release) add([{ request: next, release }]);
}

function add(claimed: readonly { request: UploadRequest; release: Release }[]): void {
  if (claimed.length === 0) return;
  if (uploadQueue.count() === 0) arrived.clear();
  keepWaiting(
    claimed.map(({ request: { source, target } }) => ({
      key: memoryKey(source, target),
      name: source.name,
      size: source.size,
      lastModified: source.lastModified,
      target,
      ...(isBrowserFile(source) && source.handle && { handle: source.handle }),
    })),
  );
  const ids = uploadQueue.add(claimed.map(({ request }) => request));
  ids.forEach((id, index) => {
    const one = claimed[index];
    if (!one) return;
    const { source, target } = one.request;
    requests.set(id, one.request);
    if (isBrowserFile(source) && source.handle && source.size > limits.partSize) holdHandle(memoryKey(source, target), source.handle);
    claims.set(id, one.release);
  });
  say(t('transfer.added', { n: ids.length }));
  transferPanelView.change({ open: true, folded: false, tab: 'uploads' });
}

/** An upload's own end is told to this page too: asking waits for that, so that it is done once. Nobody to tell: asked for soon. */
const refreshList = (folder: string) => folderChanged(folder, isHearingChanges() ? 1000 : 300);

uploadQueue.onNotice((notice) => {
  switch (notice.notice) {
    case 'finished':
      left(notice.id);
      arrived.add(notice.instance, notice.target);
      recordFinished({
        filename: notice.instance.instanceName,
        fileSize: notice.size,
        transferType: 'upload',
        parentNames: [...(notice.target.path ?? [])],
        parentId: notice.target.parentId,
        fileId: notice.instance.instanceId,
      });
      refreshList(notice.target.parentId);
      refreshCapacity();
      say(t('transfer.saidFinished', { name: notice.name }));
      return;
    case 'failed': {
      const item = uploadQueue.snapshot().items.find((one) => one.id === notice.id);
      const request = requests.get(notice.id);
      if (!item?.error) return;
      if (request && awaitsAnswer(item)) return void settle(notice.id, request);
      say(t('transfer.saidFailed', { name: item.name, error: errorText(item.error, item.target.instanceType) }));
      return;
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
});

function publish(): void {
  const { items } = shownUploads.read();
  const loading = shownDownloads.read();
  const handovers = handoverStore.read().reduce((sum, { of, done }) => sum + of - done, 0);
  const total = [...items, ...loading].reduce((sum, { size }) => sum + size, 0);
  const moved =
    items.reduce((sum, item) => sum + Math.min(item.size, item.sentBytes), 0) +
    loading.reduce((sum, item) => sum + Math.min(item.size, item.receivedBytes), 0);
  transferCounts.set({ uploads: items.length, downloads: loading.length + handovers, progress: total > 0 ? moved / total : 0 });
}
let heard = new Map<string, string>();
shownUploads.subscribe(() => {
  publish();
  const now = new Map(shownUploads.read().items.map((item) => [item.id, item.status]));
  for (const item of shownUploads.read().items)
    if (item.status === 'checking' && heard.get(item.id) === 'ready') say(t('transfer.saidStarted', { name: item.name }));
  heard = now;
  for (const id of requests.keys()) if (!now.has(id)) left(id);
  for (const [id, release] of claims) {
    if (now.has(id)) continue;
    claims.delete(id);
    release();
  }
});
shownDownloads.subscribe(publish);
handoverStore.subscribe(publish);

/** What has left the list is not offered after a reload. */
const leaving: string[] = [];
function left(id: string): void {
  const key = keyOfUpload(id);
  requests.delete(id);
  if (key === null) return;
  if (leaving.length === 0) setTimeout(() => forgetWaiting(leaving.splice(0)), 250);
  leaving.push(key);
}

const busy = () =>
  uploadQueue
    .snapshot()
    .items.some(({ status }) => status === 'checking' || status === 'uploading' || status === 'merging' || status === 'ready');
window.addEventListener('beforeunload', (event) => {
  if (busy() && !isLeaving()) event.preventDefault();
});
// What the browser takes down with the page: the parts that were sent are found again.
window.addEventListener('pagehide', (event) => {
  if (!event.persisted) uploadQueue.close();
});

/** Called when somebody is signed in, or somebody else. */
const arrivals = new Set<() => void>();
export const onArrival = (listener: () => void): void => void arrivals.add(listener);

let person: string | null = null;
/** Another person sees neither the last one's uploads nor their records. */
export function transfersOf(userId: string | null): void {
  if (userId === person) return;
  if (person !== null) {
    uploadQueue.userChanged();
    downloadQueue.removeAll();
    forgetUnsent();
    arrived.clear();
  }
  requests.clear();
  person = userId;
  keepFor(userId);
  for (const listener of arrivals) listener();
}
