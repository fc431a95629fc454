import { useEffect, useState } from 'react';
import { queryClient } from '../api/index.ts';

/** Safari has no `requestIdleCallback`. */
const whenIdle: (done: () => void) => void =
  'requestIdleCallback' in window ? (done) => requestIdleCallback(done, { timeout: 1500 }) : (done) => setTimeout(done, 200);

const lookEveryMs = 50;
/** A call that is not answered by then does not delay the rest any longer. */
const longestMs = 2000;

/** Turns true once the first screen is painted, the browser idle and its calls answered; delays work that the first rows must not wait for. */
export function useAfterFirstPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (waitedMs: number): void => {
      if (queryClient.isFetching() === 0 || waitedMs >= longestMs) setPainted(true);
      else timer = setTimeout(look, lookEveryMs, waitedMs + lookEveryMs);
    };
    const frame = requestAnimationFrame(() => whenIdle(() => look(0)));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}
