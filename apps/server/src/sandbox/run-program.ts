import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { release } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { isRoot } from '../reserved-users.ts';
import { makeFolder, removeFolder, removeOddFiles, sizeOfFolder } from './own-folder.ts';
import { cellArguments, folderInCell } from './cell.ts';
import { searchPath } from './find-program.ts';
import { filterFd, giveFilter } from './isolation.ts';
import type { Isolation } from './isolation.ts';
import { withoutLeftOpen } from './left-open.ts';
import { lookAtRun, waitedBetween } from './look-at-run.ts';
import { asOwnUser } from './program-user.ts';

export interface Task<Result> {
  /** A name along PATH, or an absolute path. */
  program: string;
  /**
   * `folder`: the program's own folder as the program sees it: its working directory, its home, and the only place where it may write. It
   * is removed afterwards.
   */
  args(folder: string): readonly string[];
  /** Files and folders, beside the system's, that it may read. */
  reads?: readonly string[];
  /** Puts the program's input into its folder. The folder has another path here than for the program. */
  prepare?(folder: string): Promise<void>;
  /** Takes the result from the program's folder or its standard output. Called only if the program succeeded. */
  collect(folder: string, output: Buffer): Promise<Result>;
  /** Receives its standard output as it comes, instead of buffering it. An error thrown here ends the program. */
  heard?(chunk: Buffer): void;
  /**
   * Talks to the program: reads its standard output and writes to its input. An error thrown here ends the program; the program's own end
   * is reported as usual.
   */
  talk?(said: Readable, answers: Writable): Promise<void>;
  /** Somebody waits for the result and sees nothing until then. */
  isWaitedFor?: boolean;
  limits: {
    /**
     * Wall-clock time of the whole run, without the time for which it waited for a processor: it runs behind everybody else, so on a busy machine it may wait for
     * most of the time. With all waiting, six times as long at most.
     */
    timeoutMs: number;
    /** CPU time of each of its processes. */
    cpuSeconds: number;
    /** Limits the address space of each process, and the memory of all of them together. */
    memoryBytes: number;
    /** Limits any one file, and everything in its folder. Its standard output has a limit of its own, 1 MiB, if it is buffered. */
    outputBytes: number;
  };
}

export type Outcome<Result> =
  | { kind: 'done'; result: Result }
  /** It exceeded its time or CPU limit. */
  | { kind: 'tooLong' }
  /** It wrote too much. */
  | { kind: 'tooLarge' }
  /** It ended with an error, for example because it was refused memory. `message` is the end of its error output. */
  | { kind: 'failed'; exitCode: number; message: string }
  /** The server stops; this says nothing about the input. */
  | { kind: 'stopped' }
  /** It is not installed, or nothing may run here. */
  | { kind: 'missing' };

export interface Surroundings {
  path: string;
  isolation: Isolation;
  /** Ends the program, because the server stops. */
  signal: AbortSignal;
}

type Ending = Exclude<Outcome<never>, { kind: 'done' }> | { kind: 'exit'; output: Buffer };

const KiB = 1024;
/** How much of the end of a program's error output is kept. */
const messageBytes = 2 * KiB;
const watchEveryMs = 250;
const mostTimes = 6;
/** Buffered in the server's memory, and parsed there. Programs with more output are read by another program. */
const mostAnswer = 2 ** 20;
/** Processes and threads. Before Linux 5.14 all those of a user count, whatever their namespace. */
const mostProcesses = isRoot() || countsByNamespace(release()) ? 192 : null;
/** As a shell reports it: 128 plus the signal's number. */
const endedBy = { cpuTime: [128 + 24, 128 + 9], fileSize: [128 + 25], memory: 128 + 9 };
/**
 * The shell stays as the parent. The first process of a PID namespace ignores the signals of these limits, so the program must not be the
 * first.
 */
const script =
  'ulimit -c 0; ulimit -v "$1" && ulimit -t "$2" && ulimit -f "$3" || exit 126; ' +
  // The two shells name this limit by different letters.
  '[ -z "$4" ] || ulimit -u "$4" 2>/dev/null || ulimit -p "$4" || exit 126; nice="$5"; shift 5; nice -n "$nice" "$@"; exit $?';

/**
 * Programs run behind the server: of a processor that others keep busy, one that somebody waits for gets a third, any other a tenth. The program leads a session,
 * and Linux may give each session the same share of the processors, whatever the niceness of its processes (sched(7), "The autogroup feature"). So the session is
 * made as nice as the program. The kernel lets ordinary users do so ten times a second.
 */
const niceness = { waitedFor: '3', other: '10' };
const behindOthers =
  'if [ -w /proc/self/autogroup ]; then for turn in 1 2 3 4 5; do { echo "$1" >/proc/self/autogroup; } 2>/dev/null && break; sleep 0.1; done; ' +
  'fi; shift; exec "$@"';

/** Runs one program until it ends or exceeds a limit. Throws only what the task's functions throw. */
export const runProgram = <Result>(task: Task<Result>, surroundings: Surroundings): Promise<Outcome<Result>> =>
  asOwnUser(async (user) => {
    const folder = await makeFolder(user);
    try {
      await task.prepare?.(folder);
      const ending = await untilItEnds(task, folder, user, surroundings);
      if (ending.kind !== 'exit') return ending;
      await removeOddFiles(folder);
      return { kind: 'done', result: await task.collect(folder, ending.output) };
    } finally {
      await removeFolder(folder);
    }
  });

function untilItEnds(
  task: Task<unknown>,
  folder: string,
  user: { uid?: number; gid?: number },
  { path, isolation, signal }: Surroundings,
): Promise<Ending> {
  const { timeoutMs, cpuSeconds, memoryBytes, outputBytes } = task.limits;
  // `ulimit -f` counts in units of 512 bytes, `-v` in KiB.
  const numbers = [Math.ceil(memoryBytes / KiB), Math.ceil(cpuSeconds), Math.ceil(outputBytes / 512), mostProcesses ?? ''].map(String);
  const nice = task.isWaitedFor ? niceness.waitedFor : niceness.other;
  const inCell = isolation.kind === 'cell';
  const ownFolder = inCell ? folderInCell : folder;
  const wrapper = inCell ? [isolation.bwrap, ...cellArguments({ folder, program: path, reads: task.reads ?? [], filterFd })] : [];
  const [program = '', ...args] = [
    '/bin/sh',
    '-c',
    behindOthers,
    'sh',
    nice,
    ...wrapper,
    '/bin/sh',
    '-c',
    script,
    'sh',
    ...numbers,
    nice,
    path,
    ...task.args(ownFolder),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      cwd: inCell ? '/' : folder,
      detached: true, // its own process group, which is killed as one
      stdio: withoutLeftOpen([task.talk ? 'pipe' : 'ignore', 'pipe', 'pipe', inCell ? 'pipe' : 'ignore']),
      // It gets nothing of the server's environment, which holds secrets.
      env: { PATH: searchPath().join(':'), HOME: ownFolder, TMPDIR: ownFolder, LANG: 'C.UTF-8' },
    });
    if (!child.stdout) {
      // No descriptor was left for a pipe, so no child was started.
      child.once('error', ({ message }) => resolve({ kind: 'failed', exitCode: -1, message }));
      return;
    }
    if (inCell) giveFilter(child.stdio[filterFd], isolation.filter);
    let ending: Ending | undefined;
    const end = (how: Ending): void => {
      ending ??= how;
      killGroup(child);
    };
    const began = performance.now();
    let waitedMs = 0;
    const endIfTooLong = (): void => {
      const leftMs = Math.min(timeoutMs + waitedMs, timeoutMs * mostTimes) - (performance.now() - began);
      if (leftMs > 0) clock = setTimeout(endIfTooLong, leftMs);
      else end({ kind: 'tooLong' });
    };
    let clock = setTimeout(endIfTooLong, timeoutMs);
    let waits = new Map<string, number>();
    const watch = watchRun(async () => {
      if ((await sizeOfFolder(folder)) > outputBytes) return end({ kind: 'tooLarge' });
      if (child.pid === undefined) return;
      const run = await lookAtRun(child.pid);
      if (run.memoryBytes > memoryBytes) end({ kind: 'failed', exitCode: endedBy.memory, message: 'out of memory' });
      waitedMs += waitedBetween(waits, run.waitedMs);
      waits = run.waitedMs;
    });
    const stopped = (): void => end({ kind: 'stopped' });
    signal.addEventListener('abort', stopped);
    if (signal.aborted) stopped();

    const output: Buffer[] = [];
    let written = 0;
    let thrown: { error: unknown } | undefined;
    const endOver = (error: unknown): void => {
      thrown ??= { error };
      killGroup(child);
    };
    const hear = (heard: (chunk: Buffer) => void, chunk: Buffer): void => {
      try {
        heard(chunk);
      } catch (error) {
        endOver(error);
      }
    };
    const [input, said] = [child.stdin, child.stdout];
    if (task.talk && input) {
      input.on('error', () => {}); // it stopped reading; its end is reported below
      task.talk(said, input).catch((error: unknown) => {
        if (!ending && child.exitCode === null && child.signalCode === null) endOver(error);
      });
    } else
      said.on('data', (chunk: Buffer) => {
        if (ending || thrown) return;
        if (task.heard) return hear(task.heard, chunk);
        written += chunk.length;
        if (written > mostAnswer) end({ kind: 'tooLarge' });
        else output.push(chunk);
      });
    let message = Buffer.alloc(0);
    child.stderr!.on('data', (chunk: Buffer) => (message = Buffer.concat([message, chunk]).subarray(-messageBytes)));
    child.once('error', (error) => end({ kind: 'failed', exitCode: -1, message: error.message }));
    // Whatever it left running is killed with it and closes the pipes; only then is everything read.
    child.once('exit', () => killGroup(child));
    child.once('close', (code) => {
      clearTimeout(clock);
      clearInterval(watch);
      signal.removeEventListener('abort', stopped);
      if (thrown) reject(thrown.error);
      else if (!ending && isFaultOfCell(code, message)) reject(new Error(`a cell could not be made: ${message.toString()}`));
      else resolve(ending ?? endingOf(code ?? -1, Buffer.concat(output), message.toString()));
    });
  });
}

function endingOf(exitCode: number, output: Buffer, message: string): Ending {
  if (exitCode === 0) return { kind: 'exit', output };
  if (endedBy.cpuTime.includes(exitCode)) return { kind: 'tooLong' };
  if (endedBy.fileSize.includes(exitCode)) return { kind: 'tooLarge' };
  return { kind: 'failed', exitCode, message };
}

/** bubblewrap ends like this before it starts anything. */
const isFaultOfCell = (code: number | null, message: Buffer): boolean => code === 1 && message.toString().startsWith('bwrap: ');

/** The kernel limits each file and each process. Many small ones are counted from time to time. */
function watchRun(look: () => Promise<void>): NodeJS.Timeout {
  let looking = false;
  return setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, watchEveryMs);
}

/** The major and minor number of a kernel's version, such as `6.1.0-18-amd64`. */
function countsByNamespace(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // The process group is gone.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
