/**
 * Recurring statements are prepared: PostgreSQL parses and plans them once per connection. Kysely sends every statement without a name, so
 * the name is added here. Statements with ever-changing text (lists of varying length) stay unnamed.
 */
import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { growWhileStuck } from './growing-pool.ts';
import { asLost, asUnreachable } from './lost-line.ts';
import { repeatedly } from './repeat.ts';
import { sharedClient } from './unit-of-work.ts';

const namedAfterUses = 3;
const mostNames = 400;
const mostWatched = 5_000;

/**
 * A connection that served many keeps 10 to 20 MiB of plans and caches, also when only jobs use it. It is closed once little is asked; the next
 * one costs some milliseconds.
 */
export interface QuietOptions {
  usesBeforeClose: number;
  /** Quiet is a time of this length in which less was asked. Jobs alone ask some 70 times in ten seconds. */
  windowMs: number;
  below: number;
}
const usual: QuietOptions = { usesBeforeClose: 1000, windowMs: 10_000, below: 300 };

/** Whether little was asked lately. */
function quietness({ windowMs, below }: QuietOptions): { isQuiet(): boolean; asked(): void } {
  let began = performance.now();
  let [count, before] = [0, Infinity];
  const pass = (): void => {
    const passed = performance.now() - began;
    if (passed < windowMs) return;
    before = passed < 2 * windowMs ? count : 0;
    count = 0;
    began += passed;
  };
  return {
    isQuiet: () => (pass(), Math.max(before, count) < below),
    asked: () => (pass(), void (count += 1)),
  };
}

/** PostgreSQL refuses a plan after a migration changed the columns of its result. A new generation of names replaces all plans. */
const changedResult = '0A000';

/**
 * With pg's own promise, V8 kept every result until it collected the old objects: all rows of all requests became old (docs/decisions/0101). So no
 * promise is given the result in pg's callback.
 */
async function resultOf(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  let result: pg.QueryResult | undefined;
  try {
    await new Promise<void>((resolve, reject) =>
      client.query(query, (error: Error | null, answered) => {
        result = answered;
        if (error) reject(error);
        else resolve();
      }),
    );
  } catch (error) {
    Error.captureStackTrace(error as Error); // as pg's promise does: the stack of who asked, not of the socket
    throw error;
  }
  return result!;
}

/** `took`: is told how long each statement took, in milliseconds. */
export function preparingPool(pool: pg.Pool, took: (ms: number) => void, quiet = usual): PostgresPool {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= mostNames) return undefined;
    const count = (uses.get(text) ?? 0) + 1;
    if (count < namedAfterUses) {
      if (uses.size >= mostWatched) uses.clear();
      uses.set(text, count);
      return undefined;
    }
    uses.delete(text);
    const name = `${generation}-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };

  const query = async (client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const name = nameOf(text);
    const began = performance.now();
    try {
      return await resultOf(client, { name, text, values });
    } catch (error) {
      if ((error as pg.DatabaseError).code === changedResult) {
        generation += 1;
        names.clear();
      }
      throw asLost(error, client);
    } finally {
      took(performance.now() - began);
    }
  };
  /** A statement outside a transaction is a transaction of its own, so it may be repeated. */
  const ask = (client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> =>
    client.getTransactionStatus() === 'I' ? repeatedly(() => query(client, text, values)) : query(client, text, values);

  const { isQuiet, asked } = quietness(quiet);
  const growth = growWhileStuck(pool);
  const preparing = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    const known = preparing.get(client);
    if (known) return known;
    let uses = 0;
    const wrapped = {
      processID: (client as unknown as { processID?: number }).processID,
      query: (first: unknown, values?: unknown[]) =>
        typeof first === 'string' ? ask(client, first, values ?? []) : client.query(first as never),
      release: (error?: Error | boolean) =>
        client.release(error ?? (growth.isTooMany() || ((uses += 1) > quiet.usesBeforeClose && isQuiet()))),
    } as unknown as PostgresPoolClient;
    preparing.set(client, wrapped);
    return wrapped;
  };

  const connect = async (): Promise<PostgresPoolClient> => {
    asked();
    try {
      const shared = sharedClient();
      if (shared) return shared;
      const connecting = pool.connect();
      growth.asked();
      return prepare(await connecting);
    } catch (error) {
      throw asUnreachable(error);
    }
  };
  return { options: {}, connect, end: () => pool.end() } as unknown as PostgresPool;
}
