import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Most jobs find nothing to do, within milliseconds. They begin one after the other, so that one database connection serves them all: each
 * open connection takes 6 MiB. A job with something to do is not waited for.
 */
const patienceMs = 50;

/** Returns what begins a piece of work, when the work begun before it has ended or was waited for long enough. */
export function inTurn(mostMs = patienceMs): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let mayBegin = Promise.resolve();
  return (work) => {
    const done = mayBegin.then(work);
    mayBegin = mayBegin.then(async () => {
      const over = new AbortController();
      await Promise.race([Promise.allSettled([done]), sleep(mostMs, null, { signal: over.signal })]);
      over.abort();
    });
    return done;
  };
}
