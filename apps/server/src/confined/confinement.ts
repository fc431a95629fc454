import type { Logger } from 'pino';
import { waitingLine } from './waiting-line.ts';
import { findProgram } from './find-program.ts';
import { probeIsolation } from './isolation.ts';
import { runProgram } from './run-program.ts';
import type { Outcome, Task } from './run-program.ts';

export interface Confinement {
  /** Waits for its turn first. A program that fails, or does not keep within its limits, is an outcome and not an error. */
  run<Result>(task: Task<Result>): Promise<Outcome<Result>>;
  /** Whether a program of this name is installed. */
  has(program: string): Promise<boolean>;
  /** Those of them that are not, each once. */
  missing(programs: readonly string[]): Promise<string[]>;
  /** Whether programs run without network and in a process space of their own. */
  isolated(): Promise<boolean>;
  /** Ends what runs and starts nothing more. */
  stop(): Promise<void>;
}

/**
 * Runs outside programs over what people uploaded, at most `atOnce` of them at one time. Whether the machine lets them be cut off
 * from the network is tried once, at the first program, and said in the log where it does not.
 */
export function openConfinement({ atOnce, logger }: { atOnce: number; logger: Logger }): Confinement {
  const line = waitingLine(atOnce);
  const stopping = new AbortController();
  let probed: ReturnType<typeof probeIsolation> | undefined;
  const isolation = () =>
    (probed ??= probeIsolation().then((found) => {
      if (!found.isolated) logger.warn('outside programs can reach the network here: unshare with user namespaces is not allowed');
      return found;
    }));
  return {
    async run(task) {
      const path = await findProgram(task.program);
      if (path === null) return { kind: 'missing' };
      const { wrapper } = await isolation();
      return line.take(() => runProgram(task, { path, wrapper, signal: stopping.signal }));
    },
    has: async (program) => (await findProgram(program)) !== null,
    async missing(programs) {
      const missing: string[] = [];
      for (const program of new Set(programs)) if ((await findProgram(program)) === null) missing.push(program);
      return missing;
    },
    isolated: async () => (await isolation()).isolated,
    async stop() {
      stopping.abort();
      await line.empty();
    },
  };
}
