import { useState } from 'react';
import { secondsLeft, type Sample } from './time-left.ts';

/**
 * The estimated seconds left of work that was at `progress` percent at this moment, in milliseconds; null until an estimate is reliable.
 * The progress of work that has not started is null.
 */
export function useSecondsLeft(progress: number | null, at: number): number | null {
  const [first, setFirst] = useState<Sample | null>(null);
  // The progress went back: a restarted server began again.
  if (progress === null ? first !== null : first === null || progress < first.progress)
    setFirst(progress === null ? null : { progress, at });
  return first && progress !== null ? secondsLeft(first, { progress, at }) : null;
}
