import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '../http/index.ts';
import { Beyond } from './bounds.ts';
import type { ProcessBounds } from './bounds.ts';
import type { Answer } from './in-process.ts';

const most = { processes: 2, waiting: 20 };

/** The process failed, and not because of a bound. Errors of the caller's pieces pass as they are. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed';
}

let running = 0;
const line: (() => void)[] = [];

/**
 * Gives pieces to a process of its own, and yields the pieces that it makes of them: workbooks are read by a library that takes as
 * long, and as much memory, as it takes. A thread does not confine it: an .xlsx of 100 kB can make V8 end the whole process that its thread
 * belongs to. One piece is under way at a time, so neither side gets more than it can hold. The process ends when the generator does, when it
 * exceeds its time or memory, or when the signal aborts. Two run at once. Throws TOO_MANY_REQUESTS if too many wait, Beyond, ProcessFailed, and
 * the signal's reason.
 */
export async function* throughProcess<Given, Made>(
  program: './read-program.ts',
  about: object,
  pieces: AsyncIterable<Given>,
  bounds: ProcessBounds,
  signal?: AbortSignal,
): AsyncGenerator<Made> {
  let sheets: SheetProcess | undefined;
  try {
    // Pieces that are refused at once need no process.
    for await (const piece of pieces) {
      sheets ??= await openProcess(program, about, bounds, signal);
      await sheets.ask(piece);
    }
    sheets ??= await openProcess(program, about, bounds, signal);
    for (let made; (made = (await sheets.ask(null)) as Made | null) !== null;) yield made;
  } finally {
    await sheets?.end();
  }
}

interface SheetProcess {
  /** One question at a time. */
  ask(question: unknown): Promise<unknown>;
  end(): Promise<void>;
}

/** It leaves no core file, and does not outlive a server that was killed by much. */
const script = 'ulimit -c 0; ulimit -t "$1"; shift; exec "$@"';

async function openProcess(program: string, about: object, { ms, megabytes }: ProcessBounds, signal?: AbortSignal): Promise<SheetProcess> {
  await turn(signal);
  const cpuSeconds = Math.ceil((2 * ms) / 1000);
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [JSON.stringify(about)], {
    execPath: '/bin/sh',
    execArgv: ['-c', script, 'sh', String(cpuSeconds), process.execPath, `--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    // It gets nothing of the server's environment, which holds secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = Promise.withResolvers<void>();
  let asked: PromiseWithResolvers<unknown> | undefined;
  let ended: { because: unknown } | undefined;
  const stop = (because: unknown): void => {
    ended ??= { because };
    asked?.reject(ended.because);
    child.kill('SIGKILL');
  };
  const abort = (): void => stop(signal?.reason);
  const clock = setTimeout(() => stop(new Beyond('ms', ms)), ms);
  signal?.addEventListener('abort', abort, { once: true });
  child.on('message', (answer: Answer) => {
    if ('made' in answer) asked?.resolve(answer.made);
    else if ('beyond' in answer) stop(new Beyond(answer.beyond.bound, answer.beyond.limit, answer.beyond));
    else stop(new ProcessFailed(answer.failed));
  });
  child.on('error', (error) => {
    stop(new ProcessFailed('it did not start', { cause: error }));
    gone.resolve();
  });
  child.once('exit', (code, by) => {
    // This is how V8 ends a process that has no memory left.
    stop(by === 'SIGABRT' ? new Beyond('megabytes', megabytes) : new ProcessFailed(`it ended with ${by ?? code}`));
    gone.resolve();
  });
  void gone.promise.then(() => {
    clearTimeout(clock);
    signal?.removeEventListener('abort', abort);
    passOn();
  });
  if (signal?.aborted) abort();
  return {
    ask(question) {
      if (ended) return Promise.reject(ended.because);
      asked = Promise.withResolvers();
      // If the process is gone, its end is reported.
      child.send({ question }, () => undefined);
      return asked.promise;
    },
    async end() {
      stop(new ProcessFailed('it was not needed anymore'));
      await gone.promise;
    },
  };
}

/** Waits until fewer than the limit are running. */
async function turn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (running < most.processes) {
    running += 1;
    return;
  }
  if (line.length >= most.waiting) throw new Failure('TOO_MANY_REQUESTS');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = (): void => {
    const at = line.indexOf(resolve);
    if (at >= 0) line.splice(at, 1);
    reject(signal?.reason);
  };
  line.push(resolve);
  signal?.addEventListener('abort', leave, { once: true });
  await promise.finally(() => signal?.removeEventListener('abort', leave));
}

/** Gives the place of a process that ended to the next one. */
function passOn(): void {
  const first = line.shift();
  if (first) first();
  else running -= 1;
}
