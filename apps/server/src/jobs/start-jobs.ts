import type { Logger } from 'pino';
import { inTurn } from './in-turn.ts';
import { periodic } from './periodic.ts';
import type { PeriodicJob } from './periodic.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Work that a domain repeats in the background. */
export interface Job {
  everyMs: number;
  /** How many runs may be in progress at once in a process; the default is one. */
  atOnce?: number;
  /** So long a run waits before it begins, so that it finds more at once. The default is 0. */
  gatherMs?: number;
  /** What a run does at most. After a run that did so much, the next one waits for nothing. */
  most?: number;
  /** Returns more than 0 if it had something to do; then it runs again at once. */
  work: (stopping: AbortSignal) => Promise<number>;
}

/** A domain's jobs by name. The name wakes a job and identifies it in the log. */
export type Jobs = Readonly<Record<string, Job>>;

export interface RunningJobs {
  /** Runs a job soon, but not before the caller's changes are committed. */
  wake(name: string): void;
  /** How many jobs there are, and how many of them failed the last time. */
  state(): { all: number; failing: number };
  /** Tells all jobs to stop, and waits for runs in progress. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs of all domains until they are stopped, each for the first time after `firstMs`. While they are paused, none begins. Throws if two
 * have the same name.
 */
export function startJobs(
  domains: readonly Jobs[],
  logger: Logger,
  { firstMs, isPaused = () => false }: { firstMs?: number | undefined; isPaused?: () => boolean } = {},
): RunningJobs {
  const named = new Map<string, Job>();
  for (const [name, job] of domains.flatMap((jobs) => Object.entries(jobs))) {
    if (named.has(name)) throw new Error(`Two jobs are named '${name}'`);
    named.set(name, job);
  }
  const begin = inTurn();
  const running = new Map<string, PeriodicJob[]>();
  for (const [name, { everyMs, atOnce = 1, gatherMs, most, work }] of named) {
    const run = (signal: AbortSignal) => begin(async () => (isPaused() || signal.aborted ? 0 : work(signal)));
    running.set(
      name,
      Array.from({ length: atOnce }, () => periodic(name, everyMs, logger, run, { firstMs, gatherMs, most })),
    );
  }
  return {
    wake(name) {
      for (const job of running.get(name) ?? []) job.wake();
    },
    state() {
      const lanes = [...running.values()];
      return { all: lanes.length, failing: lanes.filter((jobs) => jobs.some((job) => job.fails())).length };
    },
    async stop() {
      await Promise.all([...running.values()].flat().map((job) => job.stop()));
    },
  };
}
