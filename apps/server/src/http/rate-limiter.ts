/** How often something may be done: so many in a minute, and as many at once after a quiet minute. */
export interface Rate {
  perMinute: number;
}

/**
 * Counts for each key, in memory of a fixed size: one number a key (the generic cell rate algorithm), and the key that was
 * used longest ago is forgotten first.
 */
export class RateLimiter {
  /** When the bucket of a key will be empty again, in milliseconds of `now`. In the order of use. */
  readonly #emptyAt = new Map<string, number>();
  readonly #mostKeys: number;
  readonly #now: () => number;

  constructor({ mostKeys = 20_000, now = () => performance.now() }: { mostKeys?: number; now?: () => number } = {}) {
    this.#mostKeys = mostKeys;
    this.#now = now;
  }

  /** Takes one, and answers 0; or takes nothing, and answers the milliseconds until there is one. */
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

  /** What was taken turned out not to count. */
  giveBack(key: string, { perMinute }: Rate): void {
    const emptyAt = this.#emptyAt.get(key);
    if (emptyAt !== undefined) this.#emptyAt.set(key, emptyAt - 60_000 / perMinute);
  }
}
