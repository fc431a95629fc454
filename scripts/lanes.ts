/** Which groups of tests run at the same time, over all checks. */
import type { Group } from './test-groups.ts';

/** Tests wait for timers and processes a third of the time, so four groups keep two cores busy. */
const atOnce = 4;
/** While a file runs that needs quiet. */
const atOnceInQuiet = 3;

type Place = Pick<Group, 'isQuiet' | 'rank'>;

/** By their ranks; of equal ones the first come is the first served. */
export class Lanes {
  #waiting: (Place & { begin: () => void })[] = [];
  #running: Place[] = [];

  /** Does the work of a group once there is room for it. */
  async run<Answer>({ isQuiet, rank }: Place, work: () => Promise<Answer>): Promise<Answer> {
    const { promise: hasRoom, resolve: begin } = Promise.withResolvers<void>();
    const group = { isQuiet, rank, begin };
    this.#waiting.push(group);
    this.#beginNext();
    await hasRoom;
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(group), 1);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (;;) {
      const [next] = this.#waiting.toSorted((one, other) => one.rank - other.rank);
      if (!next) return;
      const room = [next, ...this.#running].some(({ isQuiet }) => isQuiet) ? atOnceInQuiet : atOnce;
      if (this.#running.length >= room) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#running.push(next);
      next.begin();
    }
  }
}
