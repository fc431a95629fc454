/** The speed of a transfer, measured over the last seconds only, so that stalls and recoveries show. */

export interface RateSample {
  /** Milliseconds. */
  at: number;
  /** Bytes transferred by then. */
  bytes: number;
}
export interface UploadRate {
  /** Bytes per second. */
  speed: number;
  /** Seconds; null while nothing moves. */
  left: number | null;
}

const windowMs = 10_000;
/** Samples closer than this replace each other: progress may be reported dozens of times a second. */
const spacingMs = 200;

/** Adds a sample. Starts over when the bytes decreased, because a part is sent again. */
export function addSample(samples: readonly RateSample[], sample: RateSample): RateSample[] {
  const last = samples.at(-1);
  if (last && sample.bytes < last.bytes) return [sample];
  const kept = samples.filter((s) => sample.at - s.at <= windowMs);
  const before = kept.at(-2);
  if (before && sample.at - before.at < spacingMs) kept.pop();
  return [...kept, sample];
}

export function rateOf(samples: readonly RateSample[], totalBytes: number, now: number): UploadRate {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return { speed: 0, left: null };
  // Up to now rather than to the last sample, so that the speed falls while nothing arrives.
  const seconds = (Math.max(now, last.at) - first.at) / 1000;
  if (seconds <= 0 || seconds > (3 * windowMs) / 1000) return { speed: 0, left: null };
  const speed = (last.bytes - first.bytes) / seconds;
  return { speed, left: speed > 0 ? Math.ceil((totalBytes - last.bytes) / speed) : null };
}
