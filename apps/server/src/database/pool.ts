/** The one connection pool of a process, with Kysely on top. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { PostgresDialect } from 'kysely';
import type { Kysely } from 'kysely';
import pg from 'pg';
import type { DatabaseConfig } from '../config.ts';
import { AtOnce } from './at-once.ts';
import { DatabaseStartError } from './binaries.ts';
import { namesOf, runningEmbedded } from './embedded-access.ts';
import type { EmbeddedConnection } from './embedded-access.ts';
import { mostAdded } from './growing-pool.ts';
import { keepRunning } from './keep-running.ts';
import { preparingPool } from './prepared.ts';
import { LostLineError } from './lost-line.ts';
import { isEndedForOthers, RepeatingKysely, repeatedly } from './repeat.ts';
import type { Tables } from './tables.ts';
import { runEffects, unitOfWork } from './unit-of-work.ts';

export interface Database {
  kysely: Kysely<Tables>;
  pool: pg.Pool;
  /**
   * Runs `work` as one transaction (unit-of-work.ts). It runs again if PostgreSQL ended the transaction because of another one, or if the
   * connection broke, even during the commit. So `work` must first find out whether it was already done, or say that it does not run again
   * `afterLostLine`.
   */
  asOne<Answer>(work: () => Promise<Answer>, options?: { afterLostLine: boolean }): Promise<Answer>;
  /** How many wait for a connection. */
  waitingCount(): number;
  /** How long all statements of this process took since its start, added up. */
  statementMs(): number;
  /** Null with an external database. */
  embeddedProcessId: number | null;
  /** Closes the pool, then the embedded PostgreSQL. Safe to call twice. */
  stop(): Promise<void>;
}

export interface OpenOptions {
  /**
   * For a command that may run beside the server: uses an embedded PostgreSQL that is already running, and throws if there is no data
   * folder.
   */
  beside?: boolean;
  /** Receives messages about idle connections that broke, and about an embedded PostgreSQL that ended unexpectedly. */
  onTrouble?: (message: string) => void;
  /** The embedded PostgreSQL cannot be restarted: no request can be answered any more. */
  onLost?: (message: string) => void;
}

const statementTimeoutMs = 30_000;
/** Whoever waits for a lock occupies a connection, and there are few: a large move must not make all of them wait. */
const lockTimeoutMs = 5000;
const connectTimeoutMs = 10_000;
/** A change that has had a connection for so long probably waits for a lock. */
const longChangeMs = 300;
/**
 * Statements are prepared, and always use their indexes: planning takes longer than running them. A plan that was made while the tables
 * were small, or without a known limit, must never read a whole table. Before PostgreSQL 18, one that has to looks so expensive that PostgreSQL
 * compiles it, unless that is off: 100 ms and more for five rows.
 */
const plannerOptions =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_mergejoin=off -c enable_hashjoin=off -c jit=off';

/** int8 as a number: sizes and counts stay below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Starts the embedded PostgreSQL if it is configured. Throws DataFolderError, or DatabaseStartError, whose message is one line. */
export async function openDatabase(config: { database: DatabaseConfig; poolSize: number }, options: OpenOptions = {}): Promise<Database> {
  const trouble = options.onTrouble ?? (() => {});
  const running = options.beside ? findRunning(config.database) : null;
  const embedded =
    config.database.kind === 'embedded' && !running
      ? await keepRunning({
          folder: config.database.folder,
          onTrouble: trouble,
          // Applies to new connections.
          onAgain: (connection) => void Object.assign(pool.options, connection),
          onLost: options.onLost ?? trouble,
        })
      : null;
  const connection = running ?? embedded?.connection ?? { connectionString: (config.database as { url: string }).url };
  const pool = openPool(connection, config.poolSize, trouble);
  let statementMs = 0;
  const preparing = preparingPool(pool, (ms) => void (statementMs += ms));
  const kysely = new RepeatingKysely({ dialect: new PostgresDialect({ pool: preparing }) });
  const connected = new Set<{ at: number }>();
  const long = (): number => [...connected].filter(({ at }) => performance.now() - at > longChangeMs).length;
  const changes = new AtOnce({
    // Not at all times: else each page would go before all changes but a few. One connection is the listener's.
    most: () => (long() >= config.poolSize - 1 ? config.poolSize + mostAdded / 2 : Infinity),
    mostMs: connectTimeoutMs,
    tooLate: () => new LostLineError(new Error('Too many changes wait for locks')),
  });
  const asOne = async <Answer>(work: () => Promise<Answer>, { afterLostLine } = { afterLostLine: true }): Promise<Answer> => {
    // Kept over all attempts: the attempt that answers may find its work committed by an earlier one whose connection broke.
    const effects: (() => void)[] = [];
    const once = async (): Promise<Answer> => {
      const change = { at: 0 };
      const connect = async (): ReturnType<typeof preparing.connect> => {
        const client = await preparing.connect();
        change.at = performance.now();
        connected.add(change);
        return client;
      };
      return unitOfWork(connect, effects, work).finally(() => connected.delete(change));
    };
    const mayRepeat = (error: unknown): boolean => (afterLostLine && error instanceof LostLineError) || isEndedForOthers(error);
    const answer = await changes.run(() => repeatedly(once, mayRepeat));
    runEffects(effects);
    return answer;
  };
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await kysely.destroy();
    await embedded?.stop();
  };
  const database: Database = {
    kysely,
    pool,
    asOne,
    waitingCount: () => pool.waitingCount + changes.waitingCount,
    statementMs: () => statementMs,
    embeddedProcessId: embedded?.processId ?? null,
    stop: () => (stopping ??= stop()),
  };
  try {
    await pool.query('select 1');
  } catch (cause) {
    await database.stop();
    throw new DatabaseStartError(`The database of DATABASE_URL cannot be used: ${firstReason(cause)}`, { cause });
  }
  return database;
}

/** Null if none is running, or the database is external. Throws DatabaseStartError if there is no data at all. */
function findRunning(database: DatabaseConfig): EmbeddedConnection | null {
  if (database.kind === 'external') return null;
  if (!existsSync(dirname(database.folder)) || namesOf(database.folder).length === 0)
    throw new DatabaseStartError(`There is no database in ${dirname(database.folder)}: set ALCOVE_DATA_DIR to the folder of the server`);
  return runningEmbedded(database.folder);
}

function openPool(connection: pg.PoolConfig, poolSize: number, trouble: (message: string) => void): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: poolSize,
    application_name: 'alcove',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    options: plannerOptions,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // without a listener, an idle connection that loses its server would end the process
  pool.on('error', (error) => {
    // While we stop, a connection may notice the end of the embedded PostgreSQL before we close it.
    if (!pool.ending) trouble(`A database connection was lost: ${error.message}`);
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A refused connection to a name with several addresses is an AggregateError with an empty message. */
function firstReason(cause: unknown): string {
  const error = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  return error instanceof Error ? error.message.split('\n')[0]! : String(error);
}
