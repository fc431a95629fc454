import { setImmediate as nextTurn } from 'node:timers/promises';

const ranMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * The longest time that some work kept the event loop of this thread, in milliseconds of processor time, so that other processes do not
 * count. Measured in steps of a few milliseconds.
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
