/**
 * Large bodies are received by a process of its own (docs/decisions/0114): it reads them from the connection, checks, writes and syncs them, while this one keeps
 * every rule and the connection itself. It begins with the first large body and ends when none came for some seconds. If it no longer answers while it receives,
 * it is ended. Whatever it cannot take is received here.
 */
import { fork } from 'node:child_process';
import type { ChildProcess, SendHandle } from 'node:child_process';
import { once } from 'node:events';
import { unlink } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { whenIdle } from '../when-idle.ts';
import { stage } from './disk-stage.ts';
import type { Body, StageOptions } from './disk-stage.ts';
import { free } from './free-bytes.ts';
import { stretchMs } from './least-speed.ts';
import { lendConnection } from './lent-connection.ts';
import type { LentConnection } from './lent-connection.ts';
import type { Order, Outcome, Report } from './receiver-process.ts';
import { StorageError } from './storage-error.ts';

/** What lending a connection costs is a hundredth of receiving so much. */
export const LARGE = 1024 * 1024;
/**
 * When it ends after the last one, and is started again at the earliest after an end that nobody wanted. It hangs if a question remains without an answer for so
 * long: a busy machine keeps it from its turns for seconds.
 */
const defaultTimes = { idleMs: 5_000, restMs: 10_000, hangsAfterMs: 30_000 };

type Done = Extract<Report, { kind: 'done' }>;

interface Process {
  child: ChildProcess;
  isReady: boolean;
  /** It has said something since it was asked last. */
  isAwake: boolean;
  /** Its processor time as far as it told. */
  processorMs: number;
  /** By the ids of what it receives. Null: it ended meanwhile. */
  waiting: Map<number, (done: Done | null) => void>;
}

export interface ReceiverOptions {
  /** Bodies of so many bytes or more go to the other process. Infinity: none. */
  from: number;
  idleMs?: number;
  restMs?: number;
  hangsAfterMs?: number;
}

export class Receiver {
  readonly #from: number;
  readonly #times: Required<Pick<ReceiverOptions, 'restMs' | 'hangsAfterMs'>>;
  readonly #used: () => void;
  #process: Process | null = null;
  #lent = 0;
  #restsUntil = 0;
  /** Of those that ended. */
  #processorMs = 0;

  constructor({ from, idleMs, ...times }: ReceiverOptions) {
    this.#from = from;
    this.#times = { ...defaultTimes, ...times };
    this.#used = whenIdle(
      () => void this.close(),
      () => !this.#process || (this.#process.isReady && this.#process.waiting.size === 0),
      idleMs ?? defaultTimes.idleMs,
    );
  }

  /** Of the other process, if it is ready. */
  get processId(): number | null {
    return this.#process?.isReady ? this.#process.child.pid! : null;
  }

  /** The processor time that receiving apart took since the start, in milliseconds. */
  get processorMs(): number {
    return this.#processorMs + (this.#process?.processorMs ?? 0);
  }

  /** As `stage`. `overMs` is that of `watchReceived`, which watches the connection here. */
  readonly receive = async (body: Body, options: StageOptions, overMs = stretchMs): Promise<number> => {
    if (options.size < this.#from || !(body instanceof IncomingMessage)) return stage(body, options);
    this.#used();
    const process = (this.#process ??= this.#start());
    const connection = process?.isReady ? await lendConnection(body) : null;
    return connection ? this.#lend(process!, connection, body, options, overMs) : stage(body, options);
  };

  /** What it has not received by then is lost. */
  async close(): Promise<void> {
    const process = this.#process;
    if (!process) return;
    const { child, processorMs } = process;
    this.#process = null;
    this.#processorMs += processorMs;
    if (!child.connected) return;
    const gone = once(child, 'exit');
    const hangs = setTimeout(() => child.kill('SIGKILL'), this.#times.hangsAfterMs);
    child.ref();
    child.disconnect();
    await gone;
    clearTimeout(hangs);
  }

  async #lend(process: Process, connection: LentConnection, request: IncomingMessage, options: StageOptions, overMs: number) {
    const { handle, head } = connection;
    const had = head.length;
    const id = (this.#lent += 1);
    const ended = (): void => tell(process, { kind: 'ended', id });
    request.socket.once('close', ended);
    const done = await new Promise<Done | null>((resolve) => {
      process.waiting.set(id, resolve);
      // A body takes long enough for its beginning to become an old object, which V8 would keep until it collects them all.
      tell(process, { kind: 'receive', id, head, options, overMs }, handle, () => free(head));
    });
    process.waiting.delete(id);
    request.socket.off('close', ended);
    this.#used();
    if (done === null || done.isBroken) request.socket.destroy();
    connection.goOn(done === null ? 0 : done.received - had);
    if (done === null) {
      await unlink(options.path).catch(() => {});
      throw new StorageError('IncompleteBody', 'The process that received the body ended.');
    }
    return crcOf(done.outcome);
  }

  #start(): Process | null {
    if (performance.now() < this.#restsUntil) return null;
    const child = fork(program(), {
      serialization: 'advanced',
      // It gets nothing else of the server's environment, which holds secrets.
      env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' },
      execArgv: ['--max-semi-space-size=1', '--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const started: Process = { child, isReady: false, isAwake: true, processorMs: 0, waiting: new Map() };
    child.unref();
    child.channel?.unref();
    child.on('message', (report: Report) => {
      started.isAwake = true;
      started.processorMs = report.processorMs;
      if (report.kind === 'ready') {
        started.isReady = true;
        this.#used();
      } else if (report.kind === 'done') started.waiting.get(report.id)?.(report);
    });
    const ask = (): void => {
      if (!started.isAwake) child.kill('SIGKILL');
      else if (started.waiting.size > 0 && child.connected) {
        started.isAwake = false;
        child.send({ kind: 'ask' } satisfies Order);
      }
    };
    const asking = setInterval(ask, this.#times.hangsAfterMs).unref();
    const end = (): void => {
      clearInterval(asking);
      started.isReady = false;
      if (this.#process === started) {
        this.#process = null;
        this.#processorMs += started.processorMs;
        this.#restsUntil = performance.now() + this.#times.restMs;
      }
      for (const resolve of started.waiting.values()) resolve(null);
    };
    child.once('exit', end);
    child.on('error', end);
    return started;
  }
}

/** The build has one file for it. */
const program = (): string =>
  fileURLToPath(new URL(process.env['ALCOVE_MAIN'] ? '../../dist/receiver.js' : './receiver-process.ts', import.meta.url));

/** Whoever ended meanwhile says so by its end. */
function tell(
  { child, waiting }: Process,
  order: Exclude<Order, { kind: 'ask' }>,
  handle?: LentConnection['handle'],
  told = (): void => {},
): void {
  if (!child.connected) return waiting.get(order.id)?.(null);
  child.send(order, handle as unknown as SendHandle, (error) => {
    told();
    if (error) waiting.get(order.id)?.(null);
  });
}

function crcOf(outcome: Outcome): number {
  switch (outcome.kind) {
    case 'staged':
      return outcome.crc;
    case 'refused':
      throw new StorageError(outcome.code, outcome.message);
    case 'failed':
      throw Object.assign(new Error(outcome.message), { code: outcome.code });
    default:
      return outcome satisfies never;
  }
}
