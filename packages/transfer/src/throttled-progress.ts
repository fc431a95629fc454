import type { ClockPort } from './ports.ts';

/** How often listeners hear of mere progress. */
const everyMs = 250;

/** Shows changes at once and progress four times a second; the last progress before a stall is shown too. */
export function calmProgress(clock: ClockPort, show: (now: number) => void): (progressOnly: boolean) => void {
  let lastShown = 0;
  let later = false;
  return function tell(progressOnly) {
    const now = clock.now();
    const early = lastShown + everyMs - now;
    if (!progressOnly || early <= 0) {
      lastShown = now;
      return show(now);
    }
    if (later) return;
    later = true;
    void clock.after(early).then(() => {
      later = false;
      tell(true);
    });
  };
}
