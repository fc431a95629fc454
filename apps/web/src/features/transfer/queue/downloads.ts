import { createDownloadQueue, StoreFailed, type DownloadPorts, type DownloadQueue } from '@alcove/transfer';
import { toast } from '../../../ui/toast/toast.ts';
import { t } from '../../../i18n/index.ts';
import { browserPorts } from '../browser/browser-ports.ts';
import { calmStore } from './throttled-store.ts';

/** Writing a file asks the browser each time: not for every few kilobytes that the network brings. */
const pieceBytes = 1_048_576;

const fetchRange: DownloadPorts['fetch'] = async (url, { from, etag }, signal) => {
  const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-`, ...(etag === null ? {} : { 'If-Range': etag }) } : {};
  const response = await fetch(url, { headers, signal, credentials: 'same-origin', cache: 'no-store' }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new StoreFailed('network', { cause });
  });
  const size = response.headers.get('Content-Range')?.split('/')[1] ?? response.headers.get('Content-Length');
  return {
    status: response.status,
    etag: response.headers.get('ETag'),
    size: size && /^\d+$/.test(size) ? Number(size) : null,
    chunks: response.body ? pieces(response.body, signal) : nothing(),
  };
};

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Pieces of about 1 MiB. What came before a line broke is handed on first, so that it need not come again. */
async function* pieces(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let gathered: Uint8Array[] = [];
  let length = 0;
  const take = async (): Promise<Uint8Array> => {
    const piece = new Uint8Array(await new Blob(gathered as Uint8Array<ArrayBuffer>[]).arrayBuffer());
    gathered = [];
    length = 0;
    return piece;
  };
  try {
    for (;;) {
      let broken: unknown = null;
      const { done, value } = await reader.read().catch((error: unknown) => {
        signal.throwIfAborted();
        broken = error;
        return { done: true, value: undefined } as const;
      });
      if (value) {
        gathered.push(value);
        length += value.length;
      }
      if (length >= pieceBytes || (done && length > 0)) yield await take();
      if (broken) throw new StoreFailed('network', { cause: broken });
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {}); // it is broken or read to its end
  }
}

/** Downloads that this page writes itself, into places that the person chose. */
export const downloadQueue: DownloadQueue = createDownloadQueue({
  clock: browserPorts.clock,
  network: browserPorts.network,
  fetch: fetchRange,
});
export const shownDownloads = calmStore(downloadQueue, 150);

/** Links being asked for, one call per file; the browser itself carries these downloads from then on. */
export interface Handover {
  done: number;
  of: number;
  cancel(): void;
}
let handovers: readonly Handover[] = [];
const listeners = new Set<() => void>();
function show(next: readonly Handover[]): void {
  handovers = next;
  for (const listener of listeners) listener();
}

export const handoverStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => handovers,
};

/** Hands over one after the other, three at once, until done or cancelled. Answers how many were. */
export async function handOver<Item>(items: readonly Item[], one: (item: Item) => Promise<void>): Promise<number> {
  const waiting = [...items];
  let shown: Handover = { done: 0, of: items.length, cancel: () => void (waiting.length = 0) };
  show([...handovers, shown]);
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      await one(item);
      const next = { ...shown, done: shown.done + 1 };
      show(handovers.map((each) => (each === shown ? next : each)));
      shown = next;
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(handoversAtOnce, items.length) }, worker));
  } finally {
    show(handovers.filter((each) => each !== shown));
  }
  return shown.done;
}
const handoversAtOnce = 3;

let failed = new Set<string>();
downloadQueue.subscribe(() => {
  const now = new Set<string>();
  for (const { id, name, status } of downloadQueue.snapshot()) {
    if (status !== 'error') continue;
    now.add(id);
    if (!failed.has(id)) toast.error(t('transfer.downloadFailed', { name }));
  }
  failed = now;
});
