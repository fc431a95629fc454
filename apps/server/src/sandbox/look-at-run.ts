/**
 * What all processes of a run take together, and how long it waited for a processor. Each process has a limit of its own, which many processes together would
 * exceed.
 */
import { readFile, readdir } from 'node:fs/promises';

const pageBytes = 4096;

export interface RunSoFar {
  /** Resident bytes of a process and all its descendants. Processes that end meanwhile count nothing. */
  memoryBytes: number;
  /** For each of their threads the milliseconds for which it could have run, but others did. */
  waitedMs: Map<string, number>;
}

export async function lookAtRun(processId: number): Promise<RunSoFar> {
  const run: RunSoFar = { memoryBytes: 0, waitedMs: new Map() };
  await addProcess(String(processId), run);
  return run;
}

/** The longest that one thread waited between two looks: so long others kept the run from going on. */
export const waitedBetween = (before: RunSoFar['waitedMs'], now: RunSoFar['waitedMs']): number =>
  Math.max(0, ...[...now].map(([thread, ms]) => ms - (before.get(thread) ?? 0)));

async function addProcess(processId: string, run: RunSoFar): Promise<void> {
  run.memoryBytes += pageBytes * Number((await read(`/proc/${processId}/statm`)).split(' ')[1] ?? 0);
  for (const thread of await readdir(`/proc/${processId}/task`).catch(() => [])) {
    // The second number, in nanoseconds (proc(5), schedstat).
    run.waitedMs.set(thread, Number((await read(`/proc/${processId}/task/${thread}/schedstat`)).split(' ')[1] ?? 0) / 1e6);
    for (const child of (await read(`/proc/${processId}/task/${thread}/children`)).split(' ').filter(Boolean)) await addProcess(child, run);
  }
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
