import type { Call } from '@alcove/contract';
import { limits } from '@alcove/contract';
import { Failure } from './failure.ts';
import { RateLimiter } from './rate-limiter.ts';

/** The most bodies of strangers that may be arriving at once: per key, and in total. A normal one takes milliseconds. */
const mostBodies = { perKey: 16, inAll: 1000 };

/**
 * Limits what callers without a session may use. They are counted by the browser if it is known from an earlier sign-in, or else by the
 * network: so people who share an address are not slowed by strangers there.
 */
export class Strangers {
  readonly #calls = new RateLimiter();
  readonly #bodies = new Map<string, number>();
  /** Oldest first. */
  readonly #open = new Set<AbortController>();

  /** Counts a call. Throws TOO_MANY_REQUESTS. Returns a function that takes the count back. */
  count(call: Call, rateKey: string): () => void {
    const key = `${call.name} ${rateKey}`;
    const rate = { perMinute: call.perMinute ?? limits.strangerCallsPerMinute };
    const waitMs = this.#calls.take(key, rate);
    if (waitMs > 0) throw new Failure('TOO_MANY_REQUESTS', { seconds: Math.ceil(waitMs / 1000) });
    return () => this.#calls.giveBack(key, rate);
  }

  /**
   * Reads a body. Throws TOO_MANY_REQUESTS if too many bodies with this key are arriving. If there are too many in total, the oldest one is
   * aborted.
   */
  async reading<Read>(rateKey: string, read: (signal: AbortSignal) => Promise<Read>): Promise<Read> {
    const here = this.#bodies.get(rateKey) ?? 0;
    const tooMany = new Failure('TOO_MANY_REQUESTS', { seconds: 1 });
    if (here >= mostBodies.perKey) throw tooMany;
    const body = new AbortController();
    this.#bodies.set(rateKey, here + 1);
    this.#open.add(body);
    if (this.#open.size > mostBodies.inAll) this.#dropOldest(tooMany);
    try {
      return await read(body.signal);
    } finally {
      this.#open.delete(body);
      const left = this.#bodies.get(rateKey)! - 1;
      if (left > 0) this.#bodies.set(rateKey, left);
      else this.#bodies.delete(rateKey);
    }
  }
  /** It counts no longer at once, although its reading ends a moment later: others that begin meanwhile would all drop this same one. */
  #dropOldest(reason: Failure): void {
    const [oldest] = this.#open;
    this.#open.delete(oldest!);
    oldest!.abort(reason);
  }
}
