export interface WaitingLine {
  /** Runs the work when fewer than so many run, in the order of asking. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits until nothing runs or waits any more. */
  empty(): Promise<void>;
}

export function waitingLine(atOnce: number): WaitingLine {
  let running = 0;
  const waiting: (() => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
  const runInTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // Who is called up has been given the place of the one who left: `running` stays as it is.
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
