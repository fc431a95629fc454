/** Speed limits. All connections with the same key share that key's bytes per second. */
import { setTimeout as wait } from 'node:timers/promises';

export interface Speed {
  /** The owner of the budget; opaque. */
  key: string;
  bytesPerSecond: number;
}

const LARGEST_PIECE = 1024 * 1024;
const SMALLEST_PIECE = 1024;

/** An eighth of a second, so that turns are short. */
export const pieceSizeOf = ({ bytesPerSecond }: Speed): number =>
  Math.min(LARGEST_PIECE, Math.max(SMALLEST_PIECE, Math.ceil(bytesPerSecond / 8)));

export class SpeedLimits {
  /** Until when each key's budget is spent. */
  readonly #taken = new Map<string, number>();

  /** The number of keys that are kept; only those in use are. */
  get size(): number {
    return this.#taken.size;
  }

  /** Resolves when these bytes may be sent. First come, first served; connections that ask for one piece at a time take turns. */
  async take({ key, bytesPerSecond }: Speed, bytes: number): Promise<void> {
    const now = performance.now();
    const known = this.#taken.get(key);
    const start = Math.max(now, known ?? 0);
    this.#taken.set(key, start + (bytes / bytesPerSecond) * 1000);
    if (known === undefined) this.#forgetWhenIdle(key);
    if (start - now > 1) await wait(start - now);
  }

  #forgetWhenIdle(key: string): void {
    const left = this.#taken.get(key)! - performance.now();
    if (left <= 0) this.#taken.delete(key);
    else setTimeout(() => this.#forgetWhenIdle(key), left).unref();
  }
}

/** Splits the bytes into short pieces and yields each in its turn. */
export async function* paced(source: AsyncIterable<Buffer>, limits: SpeedLimits, speed: Speed): AsyncGenerator<Buffer> {
  const size = pieceSizeOf(speed);
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; from += size) {
      const piece = chunk.subarray(from, from + size);
      await limits.take(speed, piece.length);
      yield piece;
    }
  }
}

/** How a signed request carries it. */
export const speedQuery = ({ key, bytesPerSecond }: Speed): [string, string][] => [
  ['speed', String(Math.max(1, Math.floor(bytesPerSecond)))],
  ['speedKey', key],
];

export function speedOf(query: ReadonlyMap<string, string>): Speed | undefined {
  const speed = query.get('speed');
  return speed === undefined ? undefined : { bytesPerSecond: Number(speed), key: query.get('speedKey') ?? '' };
}
