/** A progress report. `progress` is percent, `at` milliseconds. */
export interface Sample {
  progress: number;
  at: number;
}

/** The estimated seconds left at the rate since `first`; null until an estimate is reliable. */
export function secondsLeft(first: Sample, last: Sample): number | null {
  const [done, took] = [last.progress - first.progress, last.at - first.at];
  return done < 2 || took < 3000 ? null : ((took / done) * (100 - last.progress)) / 1000;
}
