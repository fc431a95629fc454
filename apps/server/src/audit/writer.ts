/**
 * Writes the entries of reads and refusals, which belong to no transaction. One insert at a time; what arrives meanwhile goes into the next
 * one together, so many requests share a commit.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/index.ts';
import { classify, Failure } from '../http/index.ts';
import { insertTogether } from './audit-queries.ts';
import type { Waiting } from './audit-queries.ts';

export interface Writer {
  /** Resolves when the entries are committed. Throws UNAVAILABLE if they cannot be written. */
  durably(request: Waiting): Promise<void>;
  /** Writes the entries within a moment. If too many wait, it is like `durably`. */
  soon(request: Waiting): Promise<void>;
  state(): WriterState;
  /** Writes what is waiting. */
  stop(): Promise<void>;
}

export interface WriterState {
  waiting: number;
  /** Entries that were refused because the log could not be written, or could never be. */
  failed: number;
}

interface Line extends Waiting {
  settle: { resolve: () => void; reject: (error: unknown) => void } | null;
}

const pauseMs = 100;
const retryMs = 1000;
/** Entries in one statement. A request with more has one of its own. */
const mostAtOnce = 500;
const mostWaiting = 10_000;
/** How often a stopping server tries again. */
const lastAttempts = 3;

export function openWriter(database: Kysely<Tables>, logger: Pick<Logger, 'error'>): Writer {
  let line: Line[] = [];
  let waiting = 0;
  let failed = 0;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  // A request may be inside a transaction of its own. The writer never is.
  const outside = AsyncLocalStorage.snapshot();

  function take(): Line[] {
    let entries = 0;
    const end = line.findIndex(({ objects }, index) => (entries += objects.length) > mostAtOnce && index > 0);
    const taken = end < 0 ? line : line.slice(0, end);
    line = end < 0 ? [] : line.slice(end);
    return taken;
  }

  const done = (one: Line): void => {
    waiting -= one.objects.length;
    one.settle?.resolve();
  };
  const refuse = (one: Line, error: unknown): void => {
    waiting -= one.objects.length;
    failed += one.objects.length;
    logger.error({ err: error, action: one.facts.action }, 'the audit log could not be written');
    one.settle?.reject(new Failure('UNAVAILABLE', {}, error));
  };

  /** False if the log cannot be written at the moment: reads are refused, and refusals wait for the next attempt. */
  async function write(taken: Line[]): Promise<boolean> {
    try {
      await insertTogether(database, taken);
      taken.forEach(done);
      return true;
    } catch (error) {
      if (classify(error).code !== 'SERVER_ERROR') {
        taken.filter(({ settle }) => settle !== null).forEach((one) => refuse(one, error));
        line = [...taken.filter(({ settle }) => settle === null), ...line];
        return false;
      }
      // One of them cannot be stored; the others can.
      if (taken.length > 1) {
        for (const [index, one] of taken.entries())
          if (!(await write([one]))) {
            line = [...line, ...taken.slice(index + 1)];
            return false;
          }
      } else taken.forEach((one) => refuse(one, error));
      return true;
    }
  }

  async function work(): Promise<void> {
    while (line.length > 0) {
      if (await write(take())) continue;
      later(retryMs);
      return;
    }
  }

  function now(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    working ??= outside(work).finally(() => {
      working = null;
      // The line may have grown between the last look at it and here.
      if (line.length > 0 && timer === null) now();
    });
  }
  function later(ms: number): void {
    timer ??= outside(() => setTimeout(now, ms));
    timer.unref();
  }

  function add(request: Waiting, settle: Line['settle']): void {
    line.push({ ...request, settle });
    waiting += request.objects.length;
  }
  async function durably(request: Waiting): Promise<void> {
    if (waiting >= mostWaiting) {
      failed += request.objects.length;
      throw new Failure('UNAVAILABLE');
    }
    await new Promise<void>((resolve, reject) => {
      add(request, { resolve, reject });
      now();
    });
  }

  return {
    durably,
    async soon(request) {
      if (waiting >= mostWaiting / 2) return durably(request);
      add(request, null);
      if (waiting >= mostAtOnce) now();
      else later(pauseMs);
    },
    state: () => ({ waiting, failed }),
    async stop() {
      for (let attempt = 0; line.length > 0 || working !== null; attempt += 1) {
        now();
        await working;
        if (line.length === 0) continue;
        if (attempt === lastAttempts) return line.forEach((one) => refuse(one, new Error('the server stops')));
        await sleep(retryMs);
      }
    },
  };
}
