/** What a process has used since its start, in milliseconds. */
export interface Used {
  /** Processor time of all its threads. */
  processorMs: number;
  /** How long its statements took, from sending to answer, added up. */
  statementMs: number;
}

/**
 * What calls cost. Of several calls under way at once nobody can tell cheaply which of them the process works for, so what it uses between
 * two moments is divided among those that are under way then. Together they get exactly what was used while any was.
 */
export class CallCosts {
  readonly #used: () => Used;
  #underWay = 0;
  #last: Used;
  /** What a call would have got that had been under way since the first one. */
  #share: Used = { processorMs: 0, statementMs: 0 };

  constructor(used: () => Used) {
    this.#used = used;
    this.#last = used();
  }

  /** Returns what `end` needs. */
  begin(): Used {
    this.#divide();
    this.#underWay += 1;
    return this.#share;
  }

  /** What the call cost that began then. */
  end(begun: Used): Used {
    this.#divide();
    this.#underWay -= 1;
    return difference(this.#share, begun);
  }

  #divide(): void {
    const used = this.#used();
    if (this.#underWay > 0) {
      const { processorMs, statementMs } = difference(used, this.#last);
      this.#share = {
        processorMs: this.#share.processorMs + processorMs / this.#underWay,
        statementMs: this.#share.statementMs + statementMs / this.#underWay,
      };
    }
    this.#last = used;
  }
}

const difference = (now: Used, before: Used): Used => ({
  processorMs: now.processorMs - before.processorMs,
  statementMs: now.statementMs - before.statementMs,
});

/** Asks once in a turn of the event loop: the system needs some microseconds to add up what all threads used. */
export function oncePerTurn<Answer extends object>(ask: () => Answer): () => Answer {
  let known: Answer | undefined;
  const forget = (): void => void (known = undefined);
  return () => {
    if (!known) {
      known = ask();
      setImmediate(forget);
    }
    return known;
  };
}

export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
