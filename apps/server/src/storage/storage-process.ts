/**
 * Large bodies go through a process of its own (docs/decisions/0114): it reads those of uploads from the connection, checks, writes and syncs them, and writes those
 * of downloads to it, while this one keeps every rule and the connection itself. It begins with the first large body and ends when there was none for some seconds.
 * If it no longer answers while it works, it is ended. Whatever it cannot take is received or sent here.
 */
import { fork } from 'node:child_process';
import type { ChildProcess, SendHandle } from 'node:child_process';
import { once } from 'node:events';
import { unlink } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { whenIdle } from '../when-idle.ts';
import { stage } from './disk-stage.ts';
import type { Body, StageOptions } from './disk-stage.ts';
import { free } from './free-bytes.ts';
import { stretchMs } from './least-speed.ts';
import { handleOf, lendConnection } from './lent-connection.ts';
import type { Handle, LentConnection } from './lent-connection.ts';
import type { StoredBytes } from './sent-body.ts';
import type { Order, Outcome, Report } from './storage-process-main.ts';
import { StorageError } from './storage-error.ts';
import type { Holds } from './storage-read.ts';

/** Bodies of so many bytes or more go to the other process. */
export interface Lends {
  receiveFrom: number;
  sendFrom: number;
}

/** What lending a connection costs is a hundredth of receiving so much. Sending is cheaper, and one photo is no reason to begin a process. */
export const large: Lends = { receiveFrom: 1024 ** 2, sendFrom: 16 * 1024 ** 2 };
const none: Lends = { receiveFrom: Infinity, sendFrom: Infinity };
/** So often it is asked whether the reader of what is being sent may still read it. */
const holdsMs = 500;
/**
 * When it ends after the last one, and is started again at the earliest after an end that nobody wanted. It hangs if a question remains without an answer for so
 * long: a busy machine keeps it from its turns for seconds.
 */
const defaultTimes = { idleMs: 5_000, restMs: 10_000, hangsAfterMs: 30_000 };

type Done = Extract<Report, { id: number }>;

interface Process {
  child: ChildProcess;
  isReady: boolean;
  /** It has said something since it was asked last. */
  isAwake: boolean;
  /** Its processor time as far as it told. */
  processorMs: number;
  /** By the ids of what it receives and sends. Null: it ended meanwhile. */
  waiting: Map<number, (done: Done | null) => void>;
}

export interface StorageProcessOptions {
  idleMs?: number;
  restMs?: number;
  hangsAfterMs?: number;
}

export class StorageProcess {
  readonly #lends: Lends;
  readonly #times: Required<Pick<StorageProcessOptions, 'restMs' | 'hangsAfterMs'>>;
  readonly #used: () => void;
  #process: Process | null = null;
  #lent = 0;
  #restsUntil = 0;
  /** Of those that ended. */
  #processorMs = 0;

  constructor(lends = none, { idleMs, ...times }: StorageProcessOptions = {}) {
    this.#lends = lends;
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

  /** The processor time that it took since the start, in milliseconds. */
  get processorMs(): number {
    return this.#processorMs + (this.#process?.processorMs ?? 0);
  }

  /** As `stage`. `overMs` is that of `watchReceived`, which watches the connection here. */
  readonly receive = async (body: Body, options: StageOptions, overMs = stretchMs): Promise<number> => {
    if (options.size < this.#lends.receiveFrom || !(body instanceof IncomingMessage)) return stage(body, options);
    const process = this.#ready();
    const connection = process && (await lendConnection(body));
    return connection ? this.#receive(process, connection, body, options, overMs) : stage(body, options);
  };

  /**
   * What sends the rest of an answer, so many bytes, as soon as the connection has taken what was written before. Null: it must be sent here. The head said how long
   * the body is. The returned function resolves when the connection has all of it, and otherwise destroys it. `overMs`: see `slow-readers.ts`.
   */
  sender(response: ServerResponse, size: number, holds: Holds, overMs = stretchMs): ((bytes: StoredBytes) => Promise<void>) | null {
    if (size < this.#lends.sendFrom) return null;
    const process = this.#ready();
    const { socket } = response;
    if (!process || !socket || !handleOf(socket)) return null;
    return async (bytes) => {
      const stopAsking = this.#askWhile(holds, response);
      const handle = handleOf(socket);
      const done = handle && (await this.#lend(process, socket, handle, (id) => ({ kind: 'send', id, bytes, overMs })));
      stopAsking();
      if (done?.kind !== 'sent' || done.failure !== null) response.destroy();
    };
  }

  /** What it has not received or sent by then is lost. */
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

  async #receive(process: Process, connection: LentConnection, { socket }: IncomingMessage, options: StageOptions, overMs: number) {
    const { handle, head } = connection;
    const had = head.length;
    // A body takes long enough for its beginning to become an old object, which V8 would keep until it collects them all.
    const order = (id: number): Order => ({ kind: 'receive', id, head, options, overMs });
    const done = await this.#lend(process, socket, handle, order, () => free(head));
    const came = done?.kind === 'done' ? done : null;
    if (came === null || came.isBroken) socket.destroy();
    connection.goOn(came === null ? 0 : came.received - had);
    if (came === null) {
      await unlink(options.path).catch(() => {});
      throw new StorageError('IncompleteBody', 'The process that received the body ended.');
    }
    return crcOf(came.outcome);
  }

  /** Passes on the connection, and resolves when the process is done with it. Null: it ended. `told` is called when it has the order. */
  async #lend(process: Process, socket: Socket, handle: Handle, order: (id: number) => Order, told?: () => void): Promise<Done | null> {
    const id = (this.#lent += 1);
    const ended = (): void => tell(process, id, { kind: 'ended', id });
    socket.once('close', ended);
    const done = await new Promise<Done | null>((resolve) => {
      process.waiting.set(id, resolve);
      tell(process, id, order(id), handle, told);
    });
    process.waiting.delete(id);
    socket.off('close', ended);
    this.#used();
    return done;
  }

  /** Ends the answer once its reader may no longer have it. */
  #askWhile(holds: Holds, response: ServerResponse): () => void {
    let isAsking = false;
    const ask = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      const stands = await (async () => holds())().catch(() => false);
      isAsking = false;
      if (!stands) response.destroy();
    };
    const asking = setInterval(() => void ask(), holdsMs);
    return () => clearInterval(asking);
  }

  /** Null until it has begun, and while it rests. */
  #ready(): Process | null {
    this.#used();
    const process = (this.#process ??= this.#start());
    return process?.isReady ? process : null;
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
      } else if ('id' in report) started.waiting.get(report.id)?.(report);
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
  fileURLToPath(new URL(process.env['ALCOVE_MAIN'] ? '../../dist/storage-process.js' : './storage-process-main.ts', import.meta.url));

/** Whoever ended meanwhile says so by its end. */
function tell({ child, waiting }: Process, id: number, order: Order, handle?: Handle, told = (): void => {}): void {
  if (!child.connected) return waiting.get(id)?.(null);
  child.send(order, handle as unknown as SendHandle, (error) => {
    told();
    if (error) waiting.get(id)?.(null);
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
