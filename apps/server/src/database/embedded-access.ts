/**
 * Access to the embedded PostgreSQL: through a socket in a folder that only its user and the server can enter, with a secret that only the
 * server can read. Socket, role and secret are known only here.
 */
import { chmodSync, chownSync, mkdtempSync, readFileSync, readdirSync, rmSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { databaseUser, isRoot } from '../reserved-users.ts';
import { readPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';

/** What `pg` connects with. */
export interface EmbeddedConnection {
  /** The folder with the socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export const role = 'alcove';
export const port = 5432;

/** initdb and postgres refuse to run as root, so they run as a user of their own then. Undefined: the current user. */
export const postgresUser = (): { uid: number; gid: number } | undefined => (isRoot() ? databaseUser : undefined);

export const secretFile = (dataFolder: string): string => `${dataFolder}.secret`;

export const access = ({ socketFolder, port }: Pick<Postmaster, 'socketFolder' | 'port'>) => ({
  host: socketFolder,
  port,
  user: role,
  database: 'postgres',
});

/** Requires that the secret is set. */
export const connectionTo = (dataFolder: string, postmaster: Postmaster): EmbeddedConnection => ({
  ...access(postmaster),
  password: readFileSync(secretFile(dataFolder), 'utf8'),
});

/** How to reach the PostgreSQL that runs on `<folder>-<major>`, whichever process started it. Null if none accepts connections. */
export function runningEmbedded(folder: string): EmbeddedConnection | null {
  const name = namesOf(folder).find((each) => readPostmaster(join(dirname(folder), each))?.ready);
  if (name === undefined) return null;
  const dataFolder = join(dirname(folder), name);
  const found = readPostmaster(dataFolder);
  return found && connectionTo(dataFolder, found);
}

/** Names of the data folders, one per major version. */
export function namesOf(folder: string): string[] {
  const stem = `${basename(folder)}-`;
  return readdirSync(dirname(folder)).filter((name) => name.startsWith(stem) && /^\d+$/.test(name.slice(stem.length)));
}

/** The connection as a URL, for another process. */
export const connectionUrl = ({ host, port, user, password, database }: EmbeddedConnection): string =>
  `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;

/** The path of a socket has at most 107 bytes. */
const socketName = `.s.PGSQL.${port}`;
const longestFolder = 107 - `/${socketName}`.length;
const socketPrefix = 'alcove-';

/** Prefers a folder where others cannot create files. The name is random, and the new folder is closed from the start. */
export function makeSocketFolder(dataFolder: string): string {
  const places = [isRoot() ? '/run' : process.env['XDG_RUNTIME_DIR'], dirname(dataFolder), tmpdir(), '/tmp'];
  let reason: unknown;
  for (const place of places) {
    if (!place || Buffer.byteLength(join(place, `${socketPrefix}XXXXXX`)) > longestFolder) continue;
    try {
      const folder = mkdtempSync(join(place, socketPrefix));
      giveToPostgres(folder);
      return folder;
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

/** Removes the socket folder of a killed server. Its path comes from a file that PostgreSQL wrote, so nothing but sockets is removed. */
export function removeSocketFolder(folder: string): void {
  if (!basename(folder).startsWith(socketPrefix)) return;
  for (const name of [socketName, `${socketName}.lock`]) rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Gives a folder to PostgreSQL's user, and closes it to everybody else. */
export function giveToPostgres(folder: string, ids = postgresUser()): void {
  if (ids) chownSync(folder, ids.uid, ids.gid);
  chmodSync(folder, 0o700);
}
