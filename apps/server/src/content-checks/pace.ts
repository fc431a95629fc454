/** How fast contents are read again. */
const dayMs = 86_400_000;
/** So that a small company is through in a short time. */
const leastBytesPerSecond = 1024 * 1024;
/** The rest of the time is for files that are added, and for a server that stands still. */
const shareOfTime = 0.8;

/** Bytes a second at which all contents are read within these days, but never more than `most`. */
export const paceOf = (allBytes: number, { days, most }: { days: number; most: number | null }): number =>
  Math.min(most ?? Infinity, Math.max(leastBytesPerSecond, Math.ceil(allBytes / ((shareOfTime * days * dayMs) / 1000))));

/** Each content is read once in so many days, so a pass that is through early waits. */
export const isPassDue = (beganMsAgo: number | null, days: number): boolean => beganMsAgo === null || beganMsAgo >= days * dayMs;
