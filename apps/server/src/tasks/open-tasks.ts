import { periodic } from '../jobs/index.ts';
import type { TaskDeps } from './deps.ts';
import { runNext } from './run-tasks.ts';

/** So many tasks are worked on at one time in a process: a long one does not keep the others waiting. */
const atOnce = 2;

export interface Tasks {
  /** A task was made. */
  wake(): void;
  /** Takes back what is under way: it is begun anew at the next start, or elsewhere. */
  stop(): Promise<void>;
}

export function openTasks(deps: TaskDeps): Tasks {
  const stopping = new AbortController();
  const runners = Array.from({ length: atOnce }, (_, n) =>
    periodic(`tasks ${n + 1}`, 5000, deps.logger, () => runNext(deps, stopping.signal)),
  );
  return {
    wake() {
      for (const runner of runners) runner.wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
