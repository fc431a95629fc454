import type { HostPort } from './ports.ts';

/** A set of listeners. `add` returns a function that removes the listener. */
export interface Listeners<News extends unknown[]> {
  add(listener: (...news: News) => void): () => void;
  tell(...news: News): void;
}

export function createListeners<News extends unknown[] = []>(): Listeners<News> {
  const listeners = new Set<(...news: News) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...news) => listeners.forEach((listener) => listener(...news)),
  };
}

/** How often listeners are notified of mere progress. */
const progressEveryMs = 250;

/** What upload and download lists share: snapshots and throttled notifications. */
export interface ListShell<Snapshot> {
  /** The same object until something changes. It is built on reading, because a list of hundreds changes more often than it is read. */
  snapshot(): Snapshot;
  subscribe(listener: () => void): () => void;
  /** Notifies listeners of changes at once, but of mere progress four times a second. The last progress before a stall is included. */
  changed(progressOnly: boolean): void;
}

/** `take` builds the snapshot for the time `now`, in milliseconds since 1970. */
export function createListShell<Snapshot>(host: HostPort, take: (now: number) => Snapshot): ListShell<Snapshot> {
  const listeners = createListeners();
  let toldAt = 0;
  let later = false;
  let shown: { snapshot: Snapshot } | null = null;

  function changed(progressOnly: boolean): void {
    const now = host.now();
    const early = toldAt + progressEveryMs - now;
    if (!progressOnly || early <= 0) {
      toldAt = now;
      shown = null;
      return listeners.tell();
    }
    if (later) return;
    later = true;
    void host.after(early).then(() => {
      later = false;
      changed(true);
    });
  }
  return {
    snapshot: () => (shown ??= { snapshot: take(toldAt) }).snapshot,
    subscribe: listeners.add,
    changed,
  };
}
