import { useEffect, useState } from 'react';

/** Safari has no `requestIdleCallback`. */
const whenIdle: (done: () => void) => void =
  'requestIdleCallback' in window ? (done) => requestIdleCallback(done, { timeout: 1500 }) : (done) => setTimeout(done, 200);

/** Turns true once the first screen is painted and the browser is idle; delays work that the first paint must not wait for. */
export function useAfterFirstPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => whenIdle(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted;
}
