/** How far something was, and when that was. */
export interface Sample {
  progress: number;
  at: number;
}

/** Seconds that are left if it goes on as it went since `first`; null while that would be a guess. */
export function secondsLeft(first: Sample, last: Sample): number | null {
  const [done, took] = [last.progress - first.progress, last.at - first.at];
  return done < 2 || took < 3000 ? null : ((took / done) * (100 - last.progress)) / 1000;
}
