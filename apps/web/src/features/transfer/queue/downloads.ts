import { createDownloadQueue, type DownloadQueue, type DownloadRequest, type DownloadSnapshot, type Ports } from '@alcove/transfer';
import { t } from '../../../i18n/index.ts';
import { createStore, throttled, type Readable } from '../../../ui/store.ts';
import { toast } from '../../../ui/toast/toast.ts';

/** Links being asked for, one call per file; the browser itself carries these downloads from then on. */
export interface LinkBatch {
  done: number;
  of: number;
  cancel(): void;
}

export interface Downloads {
  /** What this page writes itself, into places that the person chose. */
  readonly queue: DownloadQueue;
  /** The same for screens. */
  readonly shown: Readable<readonly DownloadSnapshot[]>;
  /** What is being handed to the browser. */
  readonly handed: Readable<readonly LinkBatch[]>;
  /** `onFinished` is called once, when it arrived whole. */
  add(request: DownloadRequest, onFinished: () => void): void;
  /** Hands over one after the other, three at once, until done or canceled. */
  handOver<Item>(items: readonly Item[], one: (item: Item) => Promise<void>): Promise<void>;
}

const handedAtOnce = 3;

export function openDownloads(ports: Pick<Ports, 'host' | 'store'>): Downloads {
  const queue = createDownloadQueue(ports);
  const handed = createStore<readonly LinkBatch[]>([]);
  const replace = (batch: LinkBatch, next?: LinkBatch): void =>
    handed.set(handed.read().flatMap((one) => (one === batch ? (next ?? []) : one)));

  let failed = new Set<string>();
  queue.subscribe(() => {
    const now = queue.snapshot().filter(({ status }) => status === 'error');
    for (const { id, name } of now) if (!failed.has(id)) toast.error(t('transfer.downloadFailed', { name }));
    failed = new Set(now.map(({ id }) => id));
  });

  return {
    queue,
    shown: throttled({ read: queue.snapshot, subscribe: queue.subscribe }, 150),
    handed,
    add(request, onFinished) {
      const id = queue.add(request);
      const stop = queue.onFinished((finished) => {
        if (finished !== id) return;
        stop();
        onFinished();
      });
    },
    async handOver(items, one) {
      const waiting = [...items];
      let batch: LinkBatch = { done: 0, of: items.length, cancel: () => void (waiting.length = 0) };
      handed.set([...handed.read(), batch]);
      const worker = async (): Promise<void> => {
        for (let item = waiting.shift(); item; item = waiting.shift()) {
          await one(item);
          const next = { ...batch, done: batch.done + 1 };
          replace(batch, next);
          batch = next;
        }
      };
      try {
        await Promise.all(Array.from({ length: Math.min(handedAtOnce, items.length) }, worker));
      } finally {
        replace(batch);
      }
    },
  };
}
