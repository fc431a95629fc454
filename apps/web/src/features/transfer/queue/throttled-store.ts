/** A store that tells its listeners at most every `everyMs`: the first change at once, those that follow soon after together. */
export interface CalmStore<State> {
  subscribe(listener: () => void): () => void;
  read(): State;
}

export function calmStore<State>(
  source: { subscribe(listener: () => void): () => void; snapshot(): State },
  everyMs: number,
): CalmStore<State> {
  const listeners = new Set<() => void>();
  let shown = source.snapshot();
  let lastTold = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    waiting = undefined;
    lastTold = performance.now();
    shown = source.snapshot();
    for (const listener of listeners) listener();
  };
  source.subscribe(() => {
    if (waiting !== undefined) return;
    const rest = lastTold + everyMs - performance.now();
    if (rest <= 0) tell();
    else waiting = setTimeout(tell, rest);
  });
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => shown,
  };
}
