/**
 * Locks that last as long as the work of a background job: minutes, or hours. All of a process are on one connection, which it takes from the
 * pool while there are any. With a connection for each, two tasks and their transactions could hold all there are, and then wait for one more.
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { LostLineError } from './lost-line.ts';
import type { Tables } from './tables.ts';

/** Sends statements on the connection that holds the lock, in turn with those of the process's other locks. Fails if the lock was lost. */
export type WithLock = <Answer>(ask: (connection: Kysely<Tables>) => Promise<Answer>) => Promise<Answer>;

export interface LastingLocks {
  /**
   * Does `work` while this process has the lock of that name. Undefined if somebody has it already, in this process or in another one. The
   * lock is lost with its connection, of which `work` learns only from `withLock`.
   */
  whileLocked<Answer>(name: string, work: (withLock: WithLock) => Promise<Answer>): Promise<Answer | undefined>;
}

export function openLastingLocks(database: Kysely<Tables>): LastingLocks {
  let line: Line | null = null;
  return {
    async whileLocked(name, work) {
      const mine = (line ??= new Line(database));
      mine.users += 1;
      const withLock: WithLock = async (ask) => {
        try {
          return await mine.inTurn(ask);
        } catch (error) {
          // The next lock is taken on another connection.
          if (error instanceof LostLineError && line === mine) line = null;
          throw error;
        }
      };
      try {
        if (!(await withLock((connection) => mine.tryLock(connection, name)))) return undefined;
        try {
          return await work(withLock);
        } finally {
          await withLock((connection) => mine.unlock(connection, name));
        }
      } finally {
        mine.users -= 1;
        if (mine.users === 0) {
          if (line === mine) line = null;
          mine.close();
        }
      }
    },
  };
}

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/** One connection of the pool, kept until `close`. */
class Line {
  users = 0;
  readonly close: () => void;
  readonly #held = new Set<string>();
  readonly #opened: Promise<Kysely<Tables>>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Kysely<Tables>) {
    const closed = Promise.withResolvers<void>();
    this.close = closed.resolve;
    this.#opened = new Promise((resolve, reject) => {
      database
        .connection()
        .execute((connection) => {
          resolve(connection);
          return closed.promise;
        })
        .catch(reject);
    });
  }

  inTurn<Answer>(ask: (connection: Kysely<Tables>) => Promise<Answer>): Promise<Answer> {
    const asked = this.#last.then(async () => ask(await this.#opened));
    this.#last = asked.catch(() => {});
    return asked;
  }

  /** PostgreSQL lets a session take a lock again that it has, so what this process holds is remembered here. */
  async tryLock(connection: Kysely<Tables>, name: string): Promise<boolean> {
    if (this.#held.has(name)) {
      // Fails if the lock was lost without a word.
      await sql`select 1`.execute(connection);
      return false;
    }
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${keyOf(name)}) as got`.execute(connection);
    if (rows[0]!.got) this.#held.add(name);
    return rows[0]!.got;
  }

  async unlock(connection: Kysely<Tables>, name: string): Promise<void> {
    this.#held.delete(name);
    await sql`select pg_advisory_unlock(${keyOf(name)})`.execute(connection);
  }
}
