import { setImmediate as nextTurn } from 'node:timers/promises';

const ranMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * The most that this thread did in one turn of its event loop while it was at some work, in milliseconds of processor time: for so long
 * nobody else is served, and what other processes do does not count. Counted in steps of some milliseconds.
 */
export async function mostHeldBy(work: () => Promise<unknown>): Promise<number> {
  let done = false;
  let most = 0;
  const working = work().finally(() => (done = true));
  for (let before = ranMs(); !done;) {
    await nextTurn();
    const after = ranMs();
    most = Math.max(most, after - before);
    before = after;
  }
  await working;
  return most;
}
