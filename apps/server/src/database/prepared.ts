/**
 * Recurring statements are prepared: PostgreSQL parses and plans them once per connection. Kysely sends every statement without a name, so
 * the name is added here. Statements with ever-changing text (lists of varying length) stay unnamed.
 */
import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { asLost, asUnreachable } from './lost-line.ts';
import { repeatedly } from './repeat.ts';
import { sharedClient } from './unit-of-work.ts';

const namedAfterUses = 3;
const mostNames = 400;
const mostWatched = 5_000;

/** PostgreSQL refuses a plan after a migration changed the columns of its result. A new generation of names replaces all plans. */
const changedResult = '0A000';

/** `took`: is told how long each statement took, in milliseconds. */
export function preparingPool(pool: pg.Pool, took: (ms: number) => void): PostgresPool {
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
      return await (name === undefined ? client.query(text, values) : client.query({ name, text, values }));
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

  const preparing = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    const known = preparing.get(client);
    if (known) return known;
    const wrapped = {
      processID: (client as unknown as { processID?: number }).processID,
      query: (first: unknown, values?: unknown[]) =>
        typeof first === 'string' ? ask(client, first, values ?? []) : client.query(first as never),
      release: (error?: Error | boolean) => client.release(error),
    } as unknown as PostgresPoolClient;
    preparing.set(client, wrapped);
    return wrapped;
  };

  const connect = async (): Promise<PostgresPoolClient> => {
    try {
      return sharedClient() ?? prepare(await pool.connect());
    } catch (error) {
      throw asUnreachable(error);
    }
  };
  return { options: {}, connect, end: () => pool.end() } as unknown as PostgresPool;
}
