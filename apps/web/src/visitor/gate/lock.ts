import { useEffect, useState } from 'react';
import type { CallFailed } from '../../api/call-failed.ts';

const usual = 30;

/** How long a lock lasts: the server says it in seconds, and in its text in minutes. */
export function minutesLocked(failure: CallFailed): number {
  if (failure.retryAfterSeconds !== undefined) return failure.retryAfterSeconds / 60;
  return Number(/\d+/.exec(failure.errmsg)?.[0] ?? usual);
}

/** The whole minutes left, counting down; null when the time has come or there is none. */
export function useMinutesLeft(until: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (until === null || until <= now) return null;
  return Math.ceil((until - now) / 60_000);
}
