import type { Call } from '@alcove/contract';
import { limits } from '@alcove/contract';
import { Failure } from './failure.ts';
import { RateLimiter } from './rate-limiter.ts';

/** Bodies of strangers that are on their way at one time: from one place, and in all. A usual one takes milliseconds. */
const mostBodies = { fromOnePlace: 16, inAll: 1000 };

/**
 * What those who are not signed in may cost. A place is the browser, where it is known from an earlier sign-in, else its
 * address: so people behind one address are not slowed by the strangers there.
 */
export class Strangers {
  readonly #calls = new RateLimiter();
  readonly #bodies = new Map<string, number>();
  /** In the order in which they began. */
  readonly #open = new Set<AbortController>();

  /** Counts a call. Throws TOO_MANY_REQUESTS. Answers what makes it not count after all. */
  count(call: Call, place: string): () => void {
    const key = `${call.name} ${place}`;
    const rate = { perMinute: call.perMinute ?? limits.strangerCallsPerMinute };
    const waitMs = this.#calls.take(key, rate);
    if (waitMs > 0) throw new Failure('TOO_MANY_REQUESTS', { seconds: Math.ceil(waitMs / 1000) });
    return () => this.#calls.giveBack(key, rate);
  }

  /**
   * Reads a body, as one of few from this place; of too many in all, the one that is on its way for longest is given up.
   * Throws TOO_MANY_REQUESTS.
   */
  async reading<Read>(place: string, read: (signal: AbortSignal) => Promise<Read>): Promise<Read> {
    const here = this.#bodies.get(place) ?? 0;
    const tooMany = new Failure('TOO_MANY_REQUESTS', { seconds: 1 });
    if (here >= mostBodies.fromOnePlace) throw tooMany;
    const body = new AbortController();
    this.#bodies.set(place, here + 1);
    this.#open.add(body);
    if (this.#open.size > mostBodies.inAll) this.#open.values().next().value!.abort(tooMany);
    try {
      return await read(body.signal);
    } finally {
      this.#open.delete(body);
      const left = this.#bodies.get(place)! - 1;
      if (left > 0) this.#bodies.set(place, left);
      else this.#bodies.delete(place);
    }
  }
}
