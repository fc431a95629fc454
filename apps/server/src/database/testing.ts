/**
 * A fresh database for one test file, in a cluster that all test files share: the one in TEST_DATABASE_URL, or one that this process starts
 * with the first call and stops at its end. Migrations run once per cluster, into a template.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { memoryDisk } from '../testing/memory-disk.ts';
import { connectionUrl, removeSocketFolder } from './embedded-access.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';
import { isAlive } from './postmaster.ts';
import type { Database } from './pool.ts';

export interface TestDatabase extends Database {
  /** The DATABASE_URL for another process. */
  url: string;
}

/** `stop` drops it. `migrated: false` gives an empty one. */
export async function openTestDatabase({
  migrated = true,
  poolSize = 5,
}: { migrated?: boolean; poolSize?: number } = {}): Promise<TestDatabase> {
  const cluster = await findCluster();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdministrator(cluster, async (client) => {
    const template = migrated ? await prepareTemplate(cluster, client) : 'template0';
    // The other strategy writes the template once more, to the log, and leaves the first connection to gather the catalog.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = databaseUrl(cluster, name);
  const database = await openDatabase({ database: { kind: 'external', url }, poolSize });
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await database.stop();
    await asAdministrator(cluster, (client) => client.query(`drop database if exists ${name} with (force)`));
    await releaseCluster();
  };
  return { ...database, url, stop: () => (stopping ??= stop()) };
}

/**
 * Makes the embedded PostgreSQL of a data folder, stopped and migrated: a copy of one that is made once per cluster, because initdb and the
 * migrations take longer than most tests that need such a folder.
 */
export async function makeEmbedded(dataDir: string): Promise<void> {
  const cluster = await findCluster();
  try {
    const made = await asAdministrator(cluster, async (client) => {
      await client.query('select pg_advisory_lock(740226)'); // test files run in parallel
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      const folder = join(dirname(rows[0]!.data_directory), 'made');
      if (!existsSync(folder)) await prepareEmbedded(folder);
      return folder;
    });
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    await promisify(execFile)('cp', ['-a', `${made}/.`, dataDir]);
  } finally {
    await releaseCluster();
  }
}

async function prepareEmbedded(folder: string): Promise<void> {
  const making = `${folder}-${randomBytes(4).toString('hex')}`;
  const embedded = await startEmbedded({ folder: join(making, 'postgres'), careless: true });
  const database = await openDatabase({ database: { kind: 'external', url: connectionUrl(embedded.connection) }, poolSize: 2 });
  try {
    await migrate(database.kysely);
  } finally {
    await database.stop();
    await embedded.stop();
  }
  renameSync(making, folder);
}

let own: { started: Promise<{ url: string; stop(): Promise<void> }>; users: number } | null = null;

async function findCluster(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return given;
  own ??= { started: startTestCluster(), users: 0 };
  own.users += 1;
  return (await own.started).url;
}

async function releaseCluster(): Promise<void> {
  if (!own || --own.users > 0) return;
  const { started } = own;
  own = null;
  await (await started).stop();
}

/** More than the databases of all test files that run at the same time ever took. */
const roomOfCluster = 8 * 2 ** 30;

export async function startTestCluster(settings: string[] = []): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(memoryDisk(roomOfCluster) ?? tmpdir(), 'alcove-test-'));
  chmodSync(folder, 0o711); // PostgreSQL may run as another user
  const postgres = await startEmbedded({ folder: join(folder, 'postgres'), careless: true, settings });
  const end = async (): Promise<void> => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // a test that fails before it stops its database must not leave a server behind
  process.once('exit', () => {
    try {
      process.kill(postgres.processId, 'SIGINT');
    } catch {}
    // PostgreSQL writes into the folder until it ends
    for (let waits = 0; waits < 100 && isAlive(postgres.processId); waits++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    removeSocketFolder(postgres.connection.host);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  return { url: connectionUrl(postgres.connection), stop: end };
}

async function asAdministrator<Answer>(cluster: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function prepareTemplate(cluster: string, client: pg.Client): Promise<string> {
  const template = `template_${migrationsMark()}`;
  await client.query('select pg_advisory_lock(740225)'); // test files run in parallel
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount) return template;
    const making = `${template}_making`;
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making} template template0`);
    const database = await openDatabase({ database: { kind: 'external', url: databaseUrl(cluster, making) }, poolSize: 2 });
    try {
      await migrate(database.kysely);
    } finally {
      await database.stop();
    }
    await client.query(`alter database ${making} rename to ${template}`);
    return template;
  } finally {
    await client.query('select pg_advisory_unlock(740225)');
  }
}

function migrationsMark(): string {
  const folder = new URL('./migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(new URL(file, folder)));
  return hash.digest('hex').slice(0, 16);
}

function databaseUrl(cluster: string, name: string): string {
  return cluster.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}
