import { newUuid } from '../../../api/uuid.ts';
import { createStore } from '../../../ui/store.ts';

/** Gives a name back. */
export type Release = () => void;

/** Names that the tabs of this browser hold: each is held by one tab at most, and no longer than that tab is there. */
export interface TabLocks {
  /** Null: some tab holds it already. */
  take(name: string): Promise<Release | null>;
  /** What all tabs hold, this one among them. */
  held(): Promise<ReadonlySet<string>>;
  /** Calls when another tab gives one of these back. */
  watch(names: ReadonlySet<string>, changed: () => void): void;
}

export function openTabLocks(): TabLocks {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? webLocks(locks) : spokenLocks(newUuid());
}

/** By the browser's own locks, which a page has that is served over https. */
function webLocks(locks: LockManager): TabLocks {
  const watched = new Set<string>();
  return {
    take: (name) =>
      new Promise((answer) => {
        void locks.request(name, { ifAvailable: true }, (lock) => {
          if (!lock) return answer(null);
          return new Promise<void>((release) => answer(release));
        });
      }),
    held: async () => new Set((await locks.query()).held?.flatMap(({ name }) => name ?? [])),
    watch(names, changed) {
      for (const name of names) {
        if (watched.has(name)) continue;
        watched.add(name);
        // Shared, and let go at once: it stands in nobody's way.
        void locks.request(name, { mode: 'shared' }, () => {
          watched.delete(name);
          changed();
        });
      }
    },
  };
}

type Said = { said: 'who' } | { said: 'holds'; tab: string; names: readonly string[] };
/** A tab that has just come waits this long for the others to say what they hold. */
const introductionMs = 400;
/** How often the others are asked again, as long as they hold something. A tab that crashed is missed after twice that. */
const askAgainMs = 5000;

/**
 * By word of mouth, for pages over plain http, which have no locks: each tab says what it holds whenever that changes or another
 * asks, and that it goes. Timers of a tab in the background sleep but what it hears wakes it, so it answers there too. Two tabs
 * that take the same name within the same moment both get it.
 */
function spokenLocks(tab: string): TabLocks {
  const channel = new BroadcastChannel('alcove-holds');
  const mine = new Set<string>();
  const others = new Map<string, ReadonlySet<string>>();
  /** How often what the others hold changed. */
  const changes = createStore(0);
  const ask = (): void => channel.postMessage({ said: 'who' } satisfies Said);
  const tell = (names: readonly string[] = [...mine]): void => channel.postMessage({ said: 'holds', tab, names } satisfies Said);
  const heldByOthers = (name: string): boolean => [...others.values()].some((names) => names.has(name));

  function setOther(other: string, names: readonly string[]): void {
    const before = others.get(other) ?? new Set();
    if (names.length === 0) others.delete(other);
    else others.set(other, new Set(names));
    if (before.size !== names.length || names.some((name) => !before.has(name))) changes.set(changes.read() + 1);
  }

  let missing = new Set<string>();
  let round: ReturnType<typeof setTimeout> | undefined;
  /** Whoever has not answered since the last round is gone. */
  function askAgain(): void {
    for (const other of missing) setOther(other, []);
    missing = new Set(others.keys());
    round = others.size > 0 ? setTimeout(askAgain, askAgainMs) : undefined;
    if (round !== undefined) ask();
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.said === 'who') {
      if (mine.size > 0) tell();
      return;
    }
    missing.delete(data.tab);
    setOther(data.tab, data.names);
    if (others.size > 0) round ??= setTimeout(askAgain, askAgainMs);
  });
  window.addEventListener('pagehide', () => tell([]));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) tell();
  });
  ask();
  const introduced = new Promise<void>((done) => setTimeout(done, introductionMs));

  let telling = false;
  /** Many files at once are told in one message. */
  function tellSoon(): void {
    if (telling) return;
    telling = true;
    queueMicrotask(() => {
      telling = false;
      tell();
    });
  }
  return {
    async take(name) {
      await introduced;
      if (mine.has(name) || heldByOthers(name)) return null;
      mine.add(name);
      tellSoon();
      return () => {
        mine.delete(name);
        tellSoon();
      };
    },
    async held() {
      await introduced;
      return new Set([...mine, ...[...others.values()].flatMap((names) => [...names])]);
    },
    watch: (_, changed) => void changes.subscribe(changed),
  };
}
