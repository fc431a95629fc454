export interface WaitingLine {
  /** Runs the work as soon as fewer than the limit are running, in the order of the calls. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits until nothing runs or waits. */
  empty(): Promise<void>;
}

export function waitingLine(atOnce: number): WaitingLine {
  let running = 0;
  const waiting: (() => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
  const runInTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // The next one takes the place of the one that left, so `running` does not change.
    if (running >= atOnce) await new Promise<void>((called) => waiting.push(called));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    take(work) {
      const turn = runInTurn(work);
      underWay.add(turn);
      const gone = (): void => void underWay.delete(turn);
      turn.then(gone, gone);
      return turn;
    },
    async empty() {
      await Promise.allSettled(underWay);
    },
  };
}
