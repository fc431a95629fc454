/** Thrown if too many wait. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

interface Waiting {
  start: () => void;
  refuse: (error: QueueFull) => void;
}

/**
 * Limits how many pieces of work run at once. The others wait in lanes, and the lanes take turns, so a caller who fills a lane delays only
 * that lane. If too many wait, the last one in the longest lane is refused.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  /** In the order of their turns. No lane is empty. */
  readonly #lanes = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Throws QueueFull before the work starts. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#turn(lane);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(lane: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = this.#lanes.get(lane) ?? [];
    this.#lanes.set(lane, waiting);
    waiting.push({ start: resolve, refuse: reject });
    this.#waiting += 1;
    if (this.#waiting > this.#mostWaiting) this.#refuseOne();
    return promise;
  }

  /** Starts the next lane's work, and moves that lane to the end. */
  #next(): void {
    const [lane, waiting] = this.#lanes.entries().next().value ?? [];
    if (lane === undefined || !waiting) {
      this.#running -= 1;
      return;
    }
    this.#lanes.delete(lane);
    const { start } = waiting.shift()!;
    if (waiting.length > 0) this.#lanes.set(lane, waiting);
    this.#waiting -= 1;
    start();
  }

  #refuseOne(): void {
    const [lane, waiting] = [...this.#lanes].reduce((longest, other) => (other[1].length > longest[1].length ? other : longest));
    waiting.pop()!.refuse(new QueueFull('too many wait'));
    if (waiting.length === 0) this.#lanes.delete(lane);
    this.#waiting -= 1;
  }
}
