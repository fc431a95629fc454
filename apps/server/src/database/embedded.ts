/**
 * The PostgreSQL that comes with Alcove: a separate process on a data folder of ours, under its own user if we are root. Only the
 * connections that embedded-access.ts describes can reach it. It survives when we are killed. The next start finds it by its data folder
 * and stops it first.
 */
import { spawn, execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DatabaseStartError, findBinaries } from './binaries.ts';
import { closeFolder, reach } from './close-folder.ts';
import { giveToPostgres, makeSocketFolder, namesOf, port, postgresUser, removeSocketFolder, role } from './embedded-access.ts';
import type { EmbeddedConnection } from './embedded-access.ts';
import { DataFolderError, troubleOf } from './folder-trouble.ts';
import { closedFolder } from './reach.ts';
import { isOwnedByLiveProcess, ownerMark, readPostmaster, stopPostmaster } from './postmaster.ts';

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  processId: number;
  /** Ends all sessions and shuts down cleanly. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The major version is appended: `<folder>-18`. */
  folder: string;
  /** For tests only: commits are not durable. */
  careless?: boolean;
  /** Called once if the process ends although nobody stopped it. */
  onExit?: (reason: string) => void;
  /** More settings, such as `max_connections=200`. */
  settings?: string[];
}

const run = promisify(execFile);

/**
 * io_method=sync and no replication mean fewer helper processes, and most reads come from the cache anyway. All of wal_buffers is soon in use,
 * however little is written. The three settings after it size tables in shared memory for what is not used here: asynchronous reads, serializable
 * transactions, and more workers than may run. Statements keep the plans that were made for small tables until autovacuum has counted the rows, so
 * it looks often (docs/decisions/0108).
 */
const settings = [
  'shared_buffers=128MB',
  'max_connections=100',
  'synchronous_commit=on',
  'jit=off',
  'io_method=sync',
  'huge_pages=off',
  'wal_buffers=1MB',
  'io_max_concurrency=8',
  'max_pred_locks_per_transaction=10',
  'autovacuum_worker_slots=3',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_logical_replication_workers=0',
  'max_parallel_workers_per_gather=0',
  'max_worker_processes=2',
  'max_wal_size=512MB',
  'autovacuum_naptime=10s',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  'log_line_prefix=%m [%p] ',
];
/**
 * Planning a long statement takes some MiB for a moment. By itself, glibc soon keeps blocks of that size between those that stay (docs/decisions/0110).
 * With less than 2 MiB free at its end, the heap would shrink and grow with each page of a folder.
 */
const memoryOfProcesses = { MALLOC_MMAP_THRESHOLD_: String(512 * 1024), MALLOC_TRIM_THRESHOLD_: String(2 * 1024 * 1024) };
const carelessSettings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'];

/** Throws DataFolderError, or DatabaseStartError, whose message is one line. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const dataFolder = `${options.folder}-${binaries.major}`;
  prepareParent(options.folder, dataFolder, binaries.major);
  if (!existsSync(dataFolder)) await initialise(binaries.initdb, dataFolder, options.careless ?? false);
  await endOrphan(dataFolder);

  const chosen = [...settings, ...(options.careless ? carelessSettings : []), ...(options.settings ?? []), `alcove.owner=${ownerMark()}`];
  closeFolder(dataFolder);
  const socketFolder = makeSocketFolder(dataFolder);
  const logFile = `${dataFolder}.log`;
  try {
    const child = await launch(binaries.postgres, dataFolder, socketFolder, chosen, logFile);
    try {
      return supervise(child, dataFolder, await reach(dataFolder), options.onExit);
    } catch (error) {
      await stopPostmaster(dataFolder, child.pid!);
      throw error;
    }
  } catch (error) {
    removeSocketFolder(socketFolder);
    throw error;
  }
}

/** Creates the parent folder. Reports problems here, because PostgreSQL's own messages are less clear. */
function prepareParent(folder: string, dataFolder: string, major: string): void {
  const parent = dirname(dataFolder);
  try {
    mkdirSync(parent, { recursive: true, mode: 0o711 });
  } catch (cause) {
    const trouble = troubleOf(cause, parent);
    throw trouble
      ? new DataFolderError(trouble, { cause })
      : new DatabaseStartError(`The data folder ${parent} cannot be made: ${(cause as Error).message}`, { cause });
  }
  const closed = postgresUser() ? closedFolder(parent) : null;
  if (closed !== null) {
    throw new DatabaseStartError(
      `The embedded PostgreSQL runs as user ${postgresUser()?.uid} and cannot pass through ${closed}: choose another ALCOVE_DATA_DIR, such as /var/lib/alcove`,
    );
  }
  const other = existsSync(dataFolder) ? undefined : namesOf(folder)[0];
  if (other !== undefined) {
    throw new DatabaseStartError(
      `${join(parent, other)} was written by another major version of PostgreSQL than ${major}: dump it with the release that wrote it and restore it into this one`,
    );
  }
}

/**
 * Only initdb needs a user with an entry in /etc/passwd, which our reserved user lacks. At that time the folder is empty and no PostgreSQL
 * listens. It changes its owner before one does.
 */
const initdbUser = () => (postgresUser() ? { uid: 65_534, gid: 65_534 } : undefined);

/** Created under a temporary name and renamed, so a killed start leaves no incomplete data folder. */
async function initialise(initdb: string, dataFolder: string, careless: boolean): Promise<void> {
  const aside = mkdtempSync(`${dataFolder}.making-`);
  giveToPostgres(aside, initdbUser());
  try {
    await run(
      initdb,
      [
        '-D',
        aside,
        '-U',
        role,
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
        ...(careless ? ['--no-sync'] : []),
      ],
      { ...initdbUser(), cwd: '/' },
    );
    renameSync(aside, dataFolder);
  } catch (cause) {
    rmSync(aside, { recursive: true, force: true });
    if (existsSync(dataFolder)) return; // another process was faster
    const { stderr = '', message } = cause as Error & { stderr?: string };
    throwIfDiskFull(stderr, dataFolder);
    throw new DatabaseStartError(`The database folder ${dataFolder} could not be made: ${lastLine(stderr) || message}`, { cause });
  }
}

/** Stops the PostgreSQL that a killed Alcove left running on this folder, whatever its major version. Throws if its Alcove is still running. */
export async function endLeftover(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent))
    if (name.startsWith(`${basename(folder)}-`) && !name.includes('.')) await endOrphan(join(parent, name));
}

/** Stops a postmaster that a killed Alcove left behind. Throws if its Alcove is still running. */
async function endOrphan(dataFolder: string): Promise<void> {
  const found = readPostmaster(dataFolder);
  if (!found) return;
  const owner = isOwnedByLiveProcess(found.processId);
  if (owner !== null) throw new DataFolderError({ kind: 'inUse', folder: dirname(dataFolder), processId: owner });
  await stopPostmaster(dataFolder, found.processId);
  if (found.socketFolder) removeSocketFolder(found.socketFolder);
}

/**
 * After a kill -9, a child of the former postmaster may live a moment longer. PostgreSQL refuses to start until it is gone, so the start is
 * repeated.
 */
async function launch(
  postgres: string,
  dataFolder: string,
  socketFolder: string,
  chosen: string[],
  logFile: string,
): Promise<ChildProcess> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const child = startOnce(postgres, dataFolder, socketFolder, chosen, logFile);
    const failed = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}`));
      child.once('error', (error) => resolve(error.message));
    });
    const reason = await Promise.race([untilReady(child, dataFolder), failed]);
    if (reason === null) return child;
    const said = await logTail(logFile);
    if (!/lock file .* already exists|pre-existing shared memory block/.test(said) || Date.now() > deadline) {
      throwIfDiskFull(said, dataFolder);
      throw new DatabaseStartError(
        `The embedded PostgreSQL did not start (${reason}): ${lastLine(said.replace(/^.*HINT:.*$/gm, ''))} (see ${logFile})`,
      );
    }
    await endOrphan(dataFolder); // possibly another Alcove that started at the same moment
    await sleep(200);
  }
}

function startOnce(postgres: string, dataFolder: string, socketFolder: string, chosen: string[], logFile: string): ChildProcess {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(logFile, `${logFile}.old`);
  const log = openSync(logFile, 'a', 0o600);
  try {
    // detached: a Ctrl-C in our terminal reaches only us, and we stop PostgreSQL after our own requests have ended
    const args = ['-D', dataFolder, '-k', socketFolder, '-h', '', '-p', String(port), ...chosen.flatMap((setting) => ['-c', setting])];
    return spawn(postgres, args, {
      ...postgresUser(),
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', ...memoryOfProcesses },
    });
  } finally {
    closeSync(log);
  }
}

/** Returns null once the postmaster accepts connections. A recovery may take as long as it needs. */
async function untilReady(child: ChildProcess, dataFolder: string): Promise<string | null> {
  while (child.exitCode === null && child.signalCode === null) {
    const found = readPostmaster(dataFolder);
    if (found?.processId === child.pid && found?.ready) return null;
    await sleep(10);
  }
  return `ended with ${child.signalCode ?? `code ${child.exitCode}`}`;
}

function supervise(
  child: ChildProcess,
  dataFolder: string,
  connection: EmbeddedConnection,
  onExit?: (reason: string) => void,
): EmbeddedPostgres {
  const processId = child.pid!;
  let stopping: Promise<void> | null = null;
  child.once('exit', (code, signal) => {
    if (!stopping) onExit?.(`The embedded PostgreSQL ended with ${signal ?? `code ${code}`} (see ${dataFolder}.log)`);
  });
  child.unref(); // does not keep this process alive
  const stop = async (): Promise<void> => {
    await stopPostmaster(dataFolder, processId);
    removeSocketFolder(connection.host);
  };
  return { connection, processId, stop: () => (stopping ??= stop()) };
}

/** PostgreSQL reports a full disk in the middle of other lines. */
function throwIfDiskFull(said: string, dataFolder: string): void {
  if (/No space left on device|Disk quota exceeded/.test(said))
    throw new DataFolderError({ kind: 'diskFull', folder: dirname(dataFolder) });
}

async function logTail(logFile: string): Promise<string> {
  const file = await open(logFile, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2000), 0, 2000, Math.max(0, size - 2000));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const lastLine = (text: string | undefined): string => (text ?? '').trim().split('\n').at(-1)?.trim() ?? '';
