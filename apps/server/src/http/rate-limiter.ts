/** A rate per minute. After a quiet minute, or so many `minutes`, that many may come at once. */
export interface Rate {
  perMinute: number;
  /** Default: 1. */
  minutes?: number;
  /** Those that are refused are counted too, for up to a minute more: giving them back then makes room for no others. */
  countsRefused?: true;
}

/**
 * Counts per key in bounded memory: one number per key (the generic cell rate algorithm). When there are too many keys, those that were not used
 * since half as many others came are dropped. A map in which used keys move to the end would make a new table every few requests
 * (docs/decisions/0109).
 */
export class RateLimiter {
  /** When the bucket of a key will be empty, in milliseconds of `now`. */
  #emptyAt = new Map<string, number>();
  #before = new Map<string, number>();
  readonly #mostKeys: number;
  readonly #now: () => number;

  constructor({ mostKeys = 20_000, now = () => performance.now() }: { mostKeys?: number; now?: () => number } = {}) {
    this.#mostKeys = mostKeys;
    this.#now = now;
  }

  /** Counts one and returns 0, or returns the milliseconds until the next one is possible. */
  take(key: string, { perMinute, minutes = 1, countsRefused }: Rate): number {
    const now = this.#now();
    const each = 60_000 / perMinute;
    const emptyAt = Math.max(this.#of(key) ?? 0, now) + each;
    const wait = emptyAt - now - minutes * 60_000;
    if (wait > (countsRefused ? 60_000 : 0)) return wait;
    this.#emptyAt.set(key, emptyAt);
    if (this.#emptyAt.size * 2 >= this.#mostKeys) {
      this.#before = this.#emptyAt;
      this.#emptyAt = new Map();
    }
    return Math.max(0, wait);
  }

  /** Takes back one that was counted. */
  giveBack(key: string, { perMinute }: Rate): void {
    const emptyAt = this.#of(key);
    if (emptyAt !== undefined) this.#emptyAt.set(key, emptyAt - 60_000 / perMinute);
  }

  #of(key: string): number | undefined {
    return this.#emptyAt.get(key) ?? this.#before.get(key);
  }
}
