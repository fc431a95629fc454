import { useSyncExternalStore } from 'react';

/** Something that is shown and changes by itself, for React's own hook: `read` answers the same object until something changed. */
export interface Readable<State> {
  read(): State;
  /** Answers how to stop listening. */
  subscribe(listener: () => void): () => void;
}
export interface Store<State> extends Readable<State> {
  /** The same again tells nobody. */
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

/** Shows a store in a component. */
export const useStore = <State>({ subscribe, read }: Readable<State>): State => useSyncExternalStore(subscribe, read);

/** The same at most every `everyMs`: the first change at once, those that follow soon after together. */
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
