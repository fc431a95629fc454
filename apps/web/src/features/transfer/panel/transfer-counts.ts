/** What the header shows of the transfers. `features/transfer` writes it, the shell only reads. */
export interface TransferCounts {
  uploads: number;
  downloads: number;
  /** Of all transfers together, 0 to 1. */
  progress: number;
}

let counts: TransferCounts = { uploads: 0, downloads: 0, progress: 0 };
const listeners = new Set<() => void>();

export const transferCounts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => counts,
  set(next: TransferCounts) {
    if (next.uploads === counts.uploads && next.downloads === counts.downloads && next.progress === counts.progress) return;
    counts = next;
    for (const listener of listeners) listener();
  },
};
