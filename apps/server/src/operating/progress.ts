/** Progress of a long copy, with an estimate of the time left. Pure; the caller gives the clock. */
export interface ProgressLine {
  done: number;
  total: number;
  /** Null while there is nothing to estimate it from. */
  secondsLeft: number | null;
}

export interface Progress {
  /** Adds what was done. */
  add(amount: number): void;
}

const leastMs = 2000;

/** Calls `tell` at most every `everyMs`. */
export function progressOf(
  total: number,
  tell: (line: ProgressLine) => void,
  { everyMs = 5000, now = () => performance.now() }: { everyMs?: number; now?: () => number } = {},
): Progress {
  const began = now();
  let next = began + everyMs;
  let done = 0;
  return {
    add(amount) {
      done += amount;
      const at = now();
      if (at < next) return;
      next = at + everyMs;
      const spent = at - began;
      const secondsLeft = spent < leastMs || done === 0 ? null : Math.ceil(((total - done) * spent) / done / 1000);
      tell({ done, total, secondsLeft: secondsLeft === null ? null : Math.max(0, secondsLeft) });
    },
  };
}
