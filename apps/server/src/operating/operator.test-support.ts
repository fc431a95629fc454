/** What an operator does, by environments: servers and commands in the process of the test, and moves in a process that is killed. */
import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { calls } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import { runCommand } from '../commands.ts';
import { readConfig } from '../config.ts';
import { logOptions } from '../log.ts';
import { terminalTexts } from '../terminal/index.ts';
import { adminPassword, Client, freshBytes, hashOf, s3TestStore, serveEnv, uploadFile } from '../testing/index.ts';
import { removeBucket } from '../testing/s3-bucket.ts';
import type { DatabaseStep } from './move-database.ts';
import type { StoreStep } from './move-store.ts';

export type Env = Readonly<Record<string, string>>;

export async function run(env: Env, ...words: string[]): Promise<{ code: number; said: string }> {
  let said = '';
  const say = (line: string): void => void (said += `${line}\n`);
  const code = await runCommand(words, { env, say, texts: terminalTexts({}), interruption: () => new AbortController().signal });
  return { code, said };
}

export async function checked(env: Env, ...options: string[]): Promise<void> {
  const { code, said } = await run(env, 'check', ...options);
  assert.deepEqual([code, said.endsWith('Checked: everything hangs together.\n')], [0, true], said);
}

const serve = fileURLToPath(new URL('../../serve', import.meta.url));
const killedMove = fileURLToPath(new URL('./killed-move.test-support.ts', import.meta.url));

/** Begins a move in a process of its own, which kills itself at this step. */
export async function killAt(step: StoreStep | DatabaseStep, env: Env, command: 'move-store' | 'move-database'): Promise<void> {
  const child = fork(killedMove, [command, step], {
    env: { ...serveEnv, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL', `${command} did not come to ${step}`);
}

/** Begins a command in a process of its own, which is killed when this is so. */
export async function killWhen(isSo: () => boolean, env: Env, ...words: string[]): Promise<void> {
  const child = spawn(serve, words, { stdio: 'ignore', env: { ...serveEnv, ...env } });
  const ended = once(child, 'close');
  while (!isSo() && child.exitCode === null) await sleep(5);
  child.kill('SIGKILL');
  const [, signal] = (await ended) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL', `${words.join(' ')} ended by itself`);
}

export interface OpenServer {
  origin: string;
  /** Resolves when it finds out that it was moved. */
  moved: Promise<void>;
  close(): Promise<void>;
}

/** Throws what the start throws. */
export async function openServer(env: Env): Promise<OpenServer> {
  const config = readConfig({ ALCOVE_ADMIN_PASSWORD: adminPassword, ALCOVE_LOG_LEVEL: 'silent', ...env });
  const moved = Promise.withResolvers<void>();
  const alcove = await openAlcove(config, pino(logOptions(config.logLevel)), {
    administratorMade: () => {},
    onMoved: moved.resolve,
    firstJobsMs: 0,
  });
  const origin = await alcove.app.listen({ host: '127.0.0.1', port: 0 });
  return { origin, moved: moved.promise, close: () => alcove.close() };
}

/** Uploads as the administrator, and remembers what was acknowledged. */
export class Uploads {
  readonly hashes = new Map<string, string>();
  client!: Client;
  parentId = '';
  /** The errors of changes that were refused. */
  readonly refusals: unknown[] = [];
  #stop = (): Promise<void> => Promise.resolve();

  /** From now on with this server. */
  async signIn(origin: string): Promise<void> {
    this.client = new Client(origin);
    this.parentId = (await this.client.call(calls.user.signIn, { username: 'admin', password: adminPassword })).personalRootId;
  }

  async put(name: string, size: number): Promise<string> {
    const bytes = freshBytes(size);
    const { instanceId } = await uploadFile(this.client, bytes, { name, parentId: this.parentId });
    this.hashes.set(instanceId, hashOf('sha256', bytes));
    return instanceId;
  }

  /** So many files of different small sizes, eight at a time. */
  async putMany(files: number): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let n = next++; n < files; n = next++) await this.put(`file-${n}.bin`, 1 + ((n * 7919) % 60_000));
    };
    await Promise.all(Array.from({ length: 8 }, lane));
  }

  async read(instanceId: string): Promise<string> {
    const { url } = await this.client.call(calls.download.download, { instanceId });
    return hashOf('sha256', Buffer.from(await (await fetch(url)).arrayBuffer()));
  }

  /** Every acknowledged file is there, byte for byte. */
  async intact(expected: ReadonlyMap<string, string> = this.hashes): Promise<void> {
    for (const [instanceId, sha256] of expected) assert.equal(await this.read(instanceId), sha256);
  }

  /** Uploads small files until `stop`. */
  work(): void {
    const stopping = new AbortController();
    const load = (async () => {
      for (let n = 0; !stopping.signal.aborted; n += 1, await sleep(150))
        await this.put(`load-${n}.bin`, 500 + n).catch((error: unknown) => void this.refusals.push(error));
    })();
    this.#stop = () => (stopping.abort(), load);
  }

  /** Waits until somebody could upload again. */
  async goesOn(): Promise<void> {
    const before = this.hashes.size;
    while (this.hashes.size === before) await sleep(20);
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

/** The settings of a fresh bucket, or null without an S3 engine. */
export function freshS3(): { env: Env; remove(): Promise<void> } | null {
  const s3 = s3TestStore(`alcove-moving-${randomBytes(6).toString('hex')}`);
  if (!s3) return null;
  const env = {
    ALCOVE_S3_ENDPOINT: s3.endpoint,
    ALCOVE_S3_REGION: s3.region,
    ALCOVE_S3_BUCKET: s3.bucket,
    ALCOVE_S3_ACCESS_KEY: s3.accessKey,
    ALCOVE_S3_SECRET_KEY: s3.secretKey,
    ALCOVE_S3_UPLOAD_ACCESS_KEY: s3.uploader!.accessKey,
    ALCOVE_S3_UPLOAD_SECRET_KEY: s3.uploader!.secretKey,
  };
  return { env, remove: () => removeBucket(s3) };
}

/** As the place that a command moves to. */
export const asTarget = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name.replace('ALCOVE_', 'ALCOVE_TO_'), value]));
