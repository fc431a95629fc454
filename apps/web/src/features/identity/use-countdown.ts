import { useSyncExternalStore } from 'react';

function everyQuarterSecond(tick: () => void) {
  const timer = setInterval(tick, 250);
  return () => clearInterval(timer);
}

/** Seconds left until `until` (milliseconds since the epoch); 0 once it has passed or when there is none. */
export function useCountdown(until: number | null): number {
  return useSyncExternalStore(everyQuarterSecond, () => (until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000))));
}
