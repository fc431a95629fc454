import type { ItemSnapshot } from '@alcove/transfer';

export interface Totals {
  files: number;
  received: number;
  bytes: number;
  sentBytes: number;
  /** Seconds; null while nothing moves. */
  left: number | null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** All files of the visit together. A file counts as sent only as far as the store has it. */
export function totalsOf(received: readonly { size: number }[], items: readonly ItemSnapshot[]): Totals {
  const arrived = sum(received.map(({ size }) => size));
  const bytes = arrived + sum(items.map(({ size }) => size));
  const sentBytes = arrived + sum(items.map(({ sentBytes: sent }) => sent));
  const waits = (status: ItemSnapshot['status']): boolean => ['ready', 'checking', 'uploading', 'merging'].includes(status);
  const toSend = sum(items.filter(({ status }) => waits(status)).map(({ size, sentBytes: sent }) => size - sent));
  const speed = sum(items.map((item) => item.speed));
  return {
    files: received.length + items.length,
    received: received.length,
    bytes,
    sentBytes,
    left: speed > 0 ? Math.ceil(toSend / speed) : null,
  };
}
