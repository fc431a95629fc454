import { createStore, type Readable } from '../../../ui/store.ts';
import type { Downloads } from '../queue/downloads.ts';
import type { Uploads } from '../queue/uploads.ts';

/** What the header shows of the transfers. */
export interface TransferCounts {
  uploads: number;
  downloads: number;
  /** Of all transfers together, 0 to 1. */
  progress: number;
}

const counts = createStore<TransferCounts>({ uploads: 0, downloads: 0, progress: 0 });
/** Here from the first paint on, for the header; the queues come later. */
export const transferCounts: Readable<TransferCounts> = counts;

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

export function followCounts(uploads: Uploads, downloads: Downloads): void {
  const publish = (): void => {
    const [up, down] = [uploads.shown.read().items, downloads.shown.read()];
    const total = sum([...up, ...down].map(({ size }) => size));
    const moved =
      sum(up.map((item) => Math.min(item.size, item.sentBytes))) + sum(down.map((item) => Math.min(item.size, item.receivedBytes)));
    const next = {
      uploads: up.length,
      downloads: down.length + sum(downloads.handed.read().map(({ of, done }) => of - done)),
      progress: total > 0 ? moved / total : 0,
    };
    const before = counts.read();
    if (next.uploads !== before.uploads || next.downloads !== before.downloads || next.progress !== before.progress) counts.set(next);
  };
  for (const shown of [uploads.shown, downloads.shown, downloads.handed]) shown.subscribe(publish);
}
