import { useSyncExternalStore } from 'react';

/** An external store for `useSyncExternalStore`: `read` returns the same object until something changes. */
export interface Readable<State> {
  read(): State;
  /** Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}
export interface Store<State> extends Readable<State> {
  /** Setting an identical state notifies nobody. */
  set(next: State): void;
}

export function createStore<State>(initial: State): Store<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    read: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Subscribes a component to a store. */
export const useStore = <State>({ subscribe, read }: Readable<State>): State => useSyncExternalStore(subscribe, read);

/** A throttled view of a store: the first change shows at once, later ones together, at most every `everyMs`. */
export function throttled<State>(source: Readable<State>, everyMs: number): Readable<State> {
  const shown = createStore(source.read());
  let lastTold = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    waiting = undefined;
    lastTold = performance.now();
    shown.set(source.read());
  };
  source.subscribe(() => {
    if (waiting !== undefined) return;
    const rest = lastTold + everyMs - performance.now();
    if (rest <= 0) tell();
    else waiting = setTimeout(tell, rest);
  });
  return shown;
}
