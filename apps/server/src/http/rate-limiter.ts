/** A rate per minute. After a quiet minute, that many may come at once. */
export interface Rate {
  perMinute: number;
}

/**
 * Counts per key in bounded memory: one number per key (the generic cell rate algorithm). When there are too many keys, the least recently
 * used one is dropped.
 */
export class RateLimiter {
  /** When the bucket of a key will be empty, in milliseconds of `now`, least recently used first. */
  readonly #emptyAt = new Map<string, number>();
  readonly #mostKeys: number;
  readonly #now: () => number;

  constructor({ mostKeys = 20_000, now = () => performance.now() }: { mostKeys?: number; now?: () => number } = {}) {
    this.#mostKeys = mostKeys;
    this.#now = now;
  }

  /** Counts one and returns 0, or counts nothing and returns the milliseconds until the next one is possible. */
  take(key: string, { perMinute }: Rate): number {
    const now = this.#now();
    const each = 60_000 / perMinute;
    const emptyAt = Math.max(this.#emptyAt.get(key) ?? 0, now) + each;
    const wait = emptyAt - now - 60_000;
    if (wait > 0) return wait;
    this.#emptyAt.delete(key);
    this.#emptyAt.set(key, emptyAt);
    if (this.#emptyAt.size > this.#mostKeys) this.#emptyAt.delete(this.#emptyAt.keys().next().value!);
    return 0;
  }

  /** Takes back one that was counted. */
  giveBack(key: string, { perMinute }: Rate): void {
    const emptyAt = this.#emptyAt.get(key);
    if (emptyAt !== undefined) this.#emptyAt.set(key, emptyAt - 60_000 / perMinute);
  }
}
