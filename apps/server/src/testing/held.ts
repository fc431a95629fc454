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

/**
 * The processor time of `countWords` at which limits hold as they are written, in milliseconds. It was chosen, not measured on
 * a quick machine: on the slow one where limits failed with unchanged code, `countWords` took 20 to 32 ms.
 */
const usualMs = 10;

/**
 * How many times slower than `usualMs` says this machine computes at the moment, at least 1. A limit of processor time is multiplied by it, so that
 * it judges the code and not the machine.
 */
export function slowness(): number {
  const times = [1, 2, 3].map(() => {
    const before = ranMs();
    countWords();
    return ranMs() - before;
  });
  return Math.max(1, Math.min(...times) / usualMs);
}

/** Work like the server's own: it makes strings and objects, and looks them up. */
function countWords(): number {
  const counts = new Map<string, { word: string; count: number }>();
  for (let n = 0; n < 100_000; n += 1) {
    const word = `word ${(n * 7919) % 20_011}`;
    const seen = counts.get(word);
    if (seen) seen.count += 1;
    else counts.set(word, { word, count: 1 });
  }
  return counts.size;
}
