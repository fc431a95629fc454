import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../database/index.ts';
import type { Database } from '../database/index.ts';
import { connectionUrl, runningEmbedded } from '../database/embedded-access.ts';
import { adminPassword } from './company.ts';

const serve = fileURLToPath(new URL('../../serve', import.meta.url));

/** Readable by others, because the embedded PostgreSQL may run as another user. */
export function freshDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-process-'));
  chmodSync(folder, 0o711);
  return folder;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The embedded database of a server that used this folder. It outlives a killed server. */
export async function openDatabaseOf(dataDir: string): Promise<Database> {
  const url = connectionUrl(runningEmbedded(join(dataDir, 'postgres'))!);
  return openDatabase({ database: { kind: 'external', url }, poolSize: 1 });
}

const running = new Set<ChildProcess>();
/** For the end of a test file: servers left behind by a failed test would keep the process from ending. */
export const stopServers = (): void => running.forEach((child) => void child.kill('SIGKILL'));
process.once('exit', stopServers);

export interface ServerProcess {
  child: ChildProcess;
  origin: string;
  /** What it has printed for the person at the terminal. */
  said(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): Promise<number | string>;
}

/** What every command of Alcove gets from the environment of the tests. */
export const serveEnv: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  // ./test sets it, so that a command need not compile itself again.
  ...(process.env['NODE_COMPILE_CACHE'] !== undefined && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
  // ./test sets it too, once it has put the server into one file.
  ...(process.env['ALCOVE_MAIN'] !== undefined && { ALCOVE_MAIN: process.env['ALCOVE_MAIN'] }),
  NODE: process.execPath,
};

/** Starts Alcove as a person does, or by a program of the test. `ready: false` does not wait until it listens. */
export async function startServer(
  dataDir: string,
  port: number,
  { ready = true, env = {}, program }: { ready?: boolean; env?: Record<string, string>; program?: string } = {},
): Promise<ServerProcess> {
  const child = spawn(program ? process.execPath : serve, program ? [program] : [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...serveEnv,
      ALCOVE_DATA_DIR: dataDir,
      ALCOVE_PORT: String(port),
      ALCOVE_ADMIN_PASSWORD: adminPassword,
      ALCOVE_LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? -1)));
  running.add(child);
  void ended.then(() => running.delete(child));
  if (ready) {
    while (!said.includes('Alcove is ready')) {
      const over = await Promise.race([ended, once(child.stderr, 'data').then(() => null)]);
      if (over !== null) throw new Error(`the server ended with ${over}: ${said}`);
    }
  }
  return {
    child,
    origin: `http://127.0.0.1:${port}`,
    ended,
    said: () => said,
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
