/**
 * Whoever waits for a lock of the database has a connection all the while, and there are few. So a handful of people who wait for one folder
 * could stop everybody else. While no connection comes back, the pool opens more.
 */
import type pg from 'pg';

/** So many connections more than usual at most (docs/running.md). Half of them are for what is no change: who only reads waits for nobody's lock. */
export const mostAdded = 10;

export interface GrowthOptions {
  /** All connections are stuck if none was taken or came back for so long. Most transactions take some milliseconds. */
  stuckAfterMs: number;
  /** Added connections stay so long after the last one was added. */
  keptMs: number;
}
const usually: GrowthOptions = { stuckAfterMs: 100, keptMs: 10_000 };

export interface Growth {
  /** Call it after somebody asked for a connection. */
  asked(): void;
  /** Whether a connection that comes back is one too many. */
  isTooMany(): boolean;
}

/** Lets `pool` grow beyond its `max` while somebody waits and all its connections are stuck. Later it shrinks again. */
export function growWhileStuck(pool: pg.Pool, { stuckAfterMs, keptMs } = usually): Growth {
  const usual = pool.options.max;
  let movedAt = 0;
  let addedAt = -Infinity;
  let looking = false;

  const moved = (): void => void (movedAt = performance.now());
  const stuckFor = (): number => performance.now() - movedAt;
  const isWaitedFor = (): boolean => pool.waitingCount > 0 && pool.idleCount === 0 && !pool.ending;

  const lookLater = (): void => {
    looking = true;
    setTimeout(look, Math.max(0, stuckAfterMs - stuckFor())).unref();
  };
  const look = (): void => {
    looking = false;
    if (!isWaitedFor()) return;
    if (stuckFor() >= stuckAfterMs) {
      moved();
      if (pool.totalCount >= usual && pool.totalCount < usual + mostAdded) add();
    }
    lookLater();
  };
  const add = (): void => {
    addedAt = performance.now();
    // The pool compares with `max` during this call, and opens a connection for it. When that comes back, whoever waits longest gets it. If
    // PostgreSQL refuses it, nobody notices, because the pool is full again.
    pool.options.max = pool.totalCount + 1;
    const connecting = pool.connect();
    pool.options.max = usual;
    connecting.then(
      (client) => client.release(),
      () => {},
    );
  };

  pool.on('acquire', moved);
  pool.on('release', moved);
  return {
    asked: () => (looking || !isWaitedFor() ? undefined : lookLater()),
    isTooMany: () => pool.totalCount > usual && performance.now() - addedAt > keptMs,
  };
}
