import { spawn } from 'node:child_process';
import { cellArguments } from './cell.ts';
import { findProgram } from './find-program.ts';
import { asOwnUser } from './program-user.ts';
import { syscallFilter } from './syscall-filter.ts';

/** How a program can be isolated here: in a sandbox, or not at all. */
export type Isolation =
  | { kind: 'cell'; bwrap: string; filter: Buffer }
  | { kind: 'none'; because: 'notInstalled' | 'notAllowed' | 'unknownMachine' };

/** The file descriptor of bubblewrap's system call filter. */
export const filterFd = 3;

let probed: Promise<Isolation> | undefined;
/** Found out by a trial run: kernels, containers and distributions each have a switch of their own that forbids it. */
export const probeIsolation = (): Promise<Isolation> => (probed ??= probe());

async function probe(): Promise<Isolation> {
  const filter = syscallFilter(process.arch);
  if (!filter) return { kind: 'none', because: 'unknownMachine' };
  const bwrap = await findProgram('bwrap');
  if (bwrap === null) return { kind: 'none', because: 'notInstalled' };
  return (await cellOpens(bwrap, filter)) ? { kind: 'cell', bwrap, filter } : { kind: 'none', because: 'notAllowed' };
}

const cellOpens = (bwrap: string, filter: Buffer): Promise<boolean> =>
  asOwnUser(
    (user) =>
      new Promise((resolve) => {
        // For the trial, any folder can stand for that of a run.
        const args = cellArguments({ folder: '/usr', program: '/bin/sh', reads: [], filterFd });
        const child = spawn(bwrap, [...args, '/bin/sh', '-c', 'exit 0'], {
          ...user,
          stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
          cwd: '/',
        });
        giveFilter(child.stdio[filterFd], filter);
        child.once('error', () => resolve(false));
        child.once('close', (code) => resolve(code === 0));
      }),
  );

/** The reader may be gone already; the exit code tells. */
export function giveFilter(pipe: unknown, filter: Buffer): void {
  const writable = pipe as NodeJS.WritableStream;
  writable.on('error', () => {});
  writable.end(filter);
}
