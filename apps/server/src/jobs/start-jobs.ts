import type { Logger } from 'pino';
import { periodic } from './periodic.ts';
import type { PeriodicJob } from './periodic.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Work that a domain has done again and again, beside the requests. */
export interface Job {
  everyMs: number;
  /** How many runs at one time in a process; one where nothing is said. */
  atOnce?: number;
  /** Answers more than 0 when it had something to do: then it is run again at once. */
  work: (stopping: AbortSignal) => Promise<number>;
}

/** A domain's jobs, each under the name by which it is woken and by which the log calls it. */
export type Jobs = Readonly<Record<string, Job>>;

export interface RunningJobs {
  /** Runs a job soon; not before what the caller changes can be seen. */
  wake(name: string): void;
  /** Tells all to stop and waits for the runs under way. */
  stop(): Promise<void>;
}

/** Runs the jobs of all domains until they are stopped, each for the first time after `firstMs`. Throws when two have one name. */
export function startJobs(domains: readonly Jobs[], logger: Logger, firstMs?: number): RunningJobs {
  const named = new Map<string, Job>();
  for (const [name, job] of domains.flatMap((jobs) => Object.entries(jobs))) {
    if (named.has(name)) throw new Error(`Two jobs are named '${name}'`);
    named.set(name, job);
  }
  const running = new Map<string, PeriodicJob[]>();
  for (const [name, { everyMs, atOnce = 1, work }] of named)
    running.set(
      name,
      Array.from({ length: atOnce }, () => periodic(name, everyMs, logger, work, firstMs)),
    );
  return {
    wake(name) {
      for (const job of running.get(name) ?? []) job.wake();
    },
    async stop() {
      await Promise.all([...running.values()].flat().map((job) => job.stop()));
    },
  };
}
