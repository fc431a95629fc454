/**
 * Statements that recur are prepared: PostgreSQL parses and plans them once per connection. Kysely sends every statement
 * unnamed, so the name is added on the way. Statements whose text varies without end (lists of changing length) stay unnamed.
 */
import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const namedAfterUses = 3;
const mostNames = 400;
const mostWatched = 5_000;

/** A statement's plan is refused after a migration changed its columns: a new generation of names makes it anew. */
const changedResult = '0A000';

export function preparingPool(pool: pg.Pool): PostgresPool {
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
    if (name === undefined) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if ((error as pg.DatabaseError).code === changedResult) {
        generation += 1;
        names.clear();
      }
      throw error;
    }
  };

  const preparing = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    const known = preparing.get(client);
    if (known) return known;
    const wrapped = {
      processID: (client as unknown as { processID?: number }).processID,
      query: (first: unknown, values?: unknown[]) =>
        typeof first === 'string' ? query(client, first, values ?? []) : client.query(first as never),
      release: (error?: Error | boolean) => client.release(error),
    } as unknown as PostgresPoolClient;
    preparing.set(client, wrapped);
    return wrapped;
  };

  return { options: {}, connect: async () => prepare(await pool.connect()), end: () => pool.end() } as unknown as PostgresPool;
}
