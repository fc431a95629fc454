/** The two servers that are compared, on one disk: Alcove with its production settings, and nginx. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionUrl, runningEmbedded } from '../apps/server/src/database/embedded-access.ts';
import { readPostmaster } from '../apps/server/src/database/postmaster.ts';
import { Connection } from './connection.ts';

export interface Server {
  port: number;
  stop(): Promise<void>;
}

export interface AlcoveServer extends Server {
  dataDir: string;
  /** Process ids of the server and its PostgreSQL, including children. */
  processes(): number[];
  /** The processor time in ms that both have used. */
  processor(): { serverMs: number; postgresMs: number };
  /** The address of the embedded PostgreSQL, for seeding rows. */
  databaseUrl(): string;
}

export const administratorPassword = 'Bench-administrator-1';
const project = resolve(import.meta.dirname, '..');

/** Starts the server of this checkout, or of another one. */
export async function startAlcove(folder: string, port: number, checkout = project): Promise<AlcoveServer> {
  const dataDir = join(folder, 'alcove');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711);
  const log = openSync(join(folder, 'alcove.log'), 'a');
  const child = spawn('apps/server/serve', {
    cwd: checkout,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      NODE: process.execPath,
      ALCOVE_MAIN: checkout === project ? process.env['ALCOVE_MAIN'] : undefined, // another one may not have been built
      ALCOVE_HOST: '127.0.0.1',
      ALCOVE_PORT: String(port),
      ALCOVE_DATA_DIR: dataDir,
      DATABASE_URL: '',
      ALCOVE_ADMIN_PASSWORD: administratorPassword,
      ALCOVE_DEFAULT_QUOTA_BYTES: '0',
      NODE_ENV: 'production',
    },
  });
  closeSync(log);
  await untilAnswers(child, port, '/healthz', join(folder, 'alcove.log'));
  const postgresFolder = (): string => join(dataDir, readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name)) ?? 'postgres');
  const postgres = (): number[] => processTree(readPostmaster(postgresFolder())?.processId ?? child.pid!);
  const processes = (): number[] => [...new Set([...processTree(child.pid!), ...postgres()])];
  return {
    port,
    dataDir,
    processes,
    processor: () => {
      const ids = postgres();
      return { serverMs: processorMs(processTree(child.pid!).filter((id) => !ids.includes(id))), postgresMs: processorMs(ids) };
    },
    databaseUrl: () => connectionUrl(runningEmbedded(join(dataDir, 'postgres'))!),
    stop: () => end(child),
  };
}

export async function startNginx(folder: string, port: number): Promise<Server> {
  const root = join(folder, 'nginx');
  for (const name of ['files', 'body', 'other']) mkdirSync(join(root, name), { recursive: true });
  const other = ['proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${root}/other/${kind};`).join(' ');
  writeFileSync(
    join(root, 'nginx.conf'),
    `
    ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes auto; pid ${root}/nginx.pid; error_log ${root}/error.log; daemon off;
    events { worker_connections 512; }
    http { access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 10000000; client_max_body_size 0; client_body_temp_path ${root}/body; ${other}
      server { listen 127.0.0.1:${port}; root ${root}/files; location / { dav_methods PUT; create_full_put_path on; } } }`,
  );
  const child = spawn('nginx', ['-c', join(root, 'nginx.conf'), '-p', root], { stdio: 'ignore' });
  writeFileSync(join(root, 'files/small.txt'), 'x'.repeat(600));
  await untilAnswers(child, port, '/small.txt', join(root, 'error.log'));
  return { port, stop: () => end(child) };
}

/** The processor time in ms that server and PostgreSQL take for each of so many requests. */
export async function processorEach({ processor }: AlcoveServer, requests: number, send: () => Promise<unknown>): Promise<number> {
  const before = processor();
  await send();
  const after = processor();
  return (after.serverMs + after.postgresMs - before.serverMs - before.postgresMs) / requests;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** The proportional set size in MiB: shared memory, such as PostgreSQL's buffers, counts once. */
export function memoryMiB(processes: number[]): number {
  let kib = 0;
  for (const id of processes) {
    try {
      kib += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // it has exited
    }
  }
  return kib / 1024;
}

/** The processor time in ms that processes have used, with that of their children that have ended. */
export function processorMs(processes: number[]): number {
  let ms = 0;
  for (const id of processes) {
    try {
      for (const thread of readdirSync(`/proc/${id}/task`))
        ms += Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
      const afterName = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      // cutime and cstime
      ms += (Number(afterName[13]) + Number(afterName[14])) * tickMs;
    } catch {
      // it has exited
    }
  }
  return ms;
}
const tickMs = 10;

/** A process and all its descendants. */
export function processTree(processId: number): number[] {
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return [
    processId,
    ...children.flatMap((child) => {
      try {
        return processTree(child);
      } catch {
        return [];
      }
    }),
  ];
}

/** A first start makes a database, which takes half a minute on a machine that others use, too. */
const startMs = 300_000;
async function untilAnswers(child: ChildProcess, port: number, path: string, log: string): Promise<void> {
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(5)) {
    if (child.exitCode !== null) break;
    const connection = new Connection(port);
    const answer = await connection.request('GET', path, {}).catch(() => null);
    connection.close();
    if (answer?.status === 200) return;
  }
  child.kill();
  throw new Error(`The server on port ${port} does not answer ${path}; see ${log}:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(timer);
}
