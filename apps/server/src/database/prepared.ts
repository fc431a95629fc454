/**
 * Recurring statements are prepared: PostgreSQL parses and plans them once per connection. Kysely sends every statement without a name, so
 * the name is added here. Rare statements and those with ever-changing text (lists of varying length) stay unnamed.
 */
import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { growWhileStuck } from './growing-pool.ts';
import { asLost, asUnreachable } from './lost-line.ts';
import { repeatedly } from './repeat.ts';
import { sharedClient } from './unit-of-work.ts';

/**
 * A prepared statement takes its connection up to 0.8 MiB, and to plan it anew mostly less than a millisecond. So a connection prepares what it
 * is asked the third time within a minute.
 */
const preparedAtUse = 3;
const countedMs = 60_000;
const mostPrepared = 400;
const mostWatched = 2_000;

/**
 * A connection that served many keeps 10 to 15 MiB of plans and caches, also when only jobs use it. It is closed once little is asked; the next
 * one costs some milliseconds.
 */
export interface QuietOptions {
  usesBeforeClose: number;
  /** Quiet is a time of this length in which less was asked. Jobs alone ask some 70 times in ten seconds. */
  windowMs: number;
  below: number;
}
const usual: QuietOptions = { usesBeforeClose: 300, windowMs: 10_000, below: 300 };

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

/** Decides for one connection whether it has a statement of that name prepared. */
function chooseWhatRecurs(): (name: string) => boolean {
  const prepared = new Set<string>();
  const uses = new Map<string, number>();
  let countedSince = performance.now();
  return (name) => {
    if (prepared.has(name)) return true;
    const now = performance.now();
    if (now - countedSince > countedMs || uses.size >= mostWatched) {
      uses.clear();
      countedSince = now;
    }
    const count = (uses.get(name) ?? 0) + 1;
    uses.set(name, count);
    if (count < preparedAtUse || prepared.size >= mostPrepared) return false;
    uses.delete(name);
    prepared.add(name);
    return true;
  };
}

/** `took`: is told how long each statement took, in milliseconds. */
export function preparingPool(pool: pg.Pool, took: (ms: number) => void, quiet = usual): PostgresPool {
  const names = new Map<string, string>();
  let generation = 0;

  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= mostWatched) names.clear();
    const name = `${generation}-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };

  const query = async (
    client: pg.PoolClient,
    recurs: (name: string) => boolean,
    text: string,
    values: unknown[],
  ): Promise<pg.QueryResult> => {
    const name = nameOf(text);
    const began = performance.now();
    try {
      return await resultOf(client, { name: recurs(name) ? name : undefined, text, values });
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
  const asker = (client: pg.PoolClient): ((text: string, values: unknown[]) => Promise<pg.QueryResult>) => {
    const recurs = chooseWhatRecurs();
    return (text, values) => {
      const once = () => query(client, recurs, text, values);
      return client.getTransactionStatus() === 'I' ? repeatedly(once) : once();
    };
  };

  const { isQuiet, asked } = quietness(quiet);
  const growth = growWhileStuck(pool);
  const preparing = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    const known = preparing.get(client);
    if (known) return known;
    let uses = 0;
    const ask = asker(client);
    const wrapped = {
      processID: (client as unknown as { processID?: number }).processID,
      query: (first: unknown, values?: unknown[]) => (typeof first === 'string' ? ask(first, values ?? []) : client.query(first as never)),
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
