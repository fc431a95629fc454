import { waitingLine } from './waiting-line.ts';
import { findProgram } from './find-program.ts';
import { probeIsolation } from './isolation.ts';
import { runProgram } from './run-program.ts';
import type { Outcome, Task } from './run-program.ts';

/** `refused`: nothing runs, because sandboxes are not available here and the operator has not accepted to run without. */
export type ConfinementState =
  | { kind: 'cells' }
  | { kind: 'refused' | 'unconfined'; because: 'notInstalled' | 'notAllowed' | 'unknownMachine' };

export interface Confinement {
  /** Waits for its turn, then runs the program. A program that fails or exceeds its limits is a result, not an error. */
  run<Result>(task: Task<Result>): Promise<Outcome<Result>>;
  /** Whether a program of this name is installed and may run. */
  has(program: string): Promise<boolean>;
  /** Those that are not installed, without duplicates; also bubblewrap, if its absence keeps all of them from running. */
  missing(programs: readonly string[]): Promise<string[]>;
  state(): Promise<ConfinementState>;
  /** Ends running programs and starts no more. */
  stop(): Promise<void>;
}

export interface ConfinementOptions {
  atOnce: number;
  /** The operator's consent: where sandboxes are not available, programs run without. */
  unconfined?: boolean;
}

/** The same, for work that somebody waits for. */
export const waitedFor = (confinement: Confinement): Confinement => ({
  ...confinement,
  run: (task) => confinement.run({ ...task, isWaitedFor: true }),
});

/** Runs external programs over uploaded files, at most `atOnce` at a time, each in a sandbox of its own. */
export function openConfinement({ atOnce, unconfined = false }: ConfinementOptions): Confinement {
  const line = waitingLine(atOnce);
  const stopping = new AbortController();
  const state = async (): Promise<ConfinementState> => {
    const isolation = await probeIsolation();
    return isolation.kind === 'cell' ? { kind: 'cells' } : { kind: unconfined ? 'unconfined' : 'refused', because: isolation.because };
  };
  const mayRun = async (): Promise<boolean> => (await state()).kind !== 'refused';
  return {
    state,
    async run(task) {
      const path = await findProgram(task.program);
      if (path === null || !(await mayRun())) return { kind: 'missing' };
      const isolation = await probeIsolation();
      return line.take(() => runProgram(task, { path, isolation, signal: stopping.signal }));
    },
    has: async (program) => (await findProgram(program)) !== null && (await mayRun()),
    async missing(programs) {
      const missing: string[] = [];
      for (const program of new Set(programs)) if ((await findProgram(program)) === null) missing.push(program);
      const found = await state();
      if (found.kind === 'refused' && found.because === 'notInstalled') missing.push('bwrap');
      return missing;
    },
    async stop() {
      stopping.abort();
      await line.empty();
    },
  };
}
