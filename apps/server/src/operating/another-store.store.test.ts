/** A backup moves a company from the embedded database and the disk to another database and another store, as docs/running.md says. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calls } from '@alcove/contract';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import {
  adminPassword,
  Client,
  freePort,
  freshBytes,
  freshDataFolder,
  hashOf,
  openDatabaseOf,
  s3TestStore,
  serveEnv,
  startServer,
  stopServers,
  uploadFile,
} from '../testing/index.ts';
import type { ServerProcess } from '../testing/index.ts';
import { removeBucket } from '../testing/s3-bucket.ts';

const base = freshDataFolder();
const folder = join(base, 'backup');
const original = join(base, 'original');
const s3 = s3TestStore(`alcove-moving-${randomBytes(6).toString('hex')}`);
let target: TestDatabase;
let moved: Record<string, string>;
before(async () => {
  target = await openTestDatabase({ migrated: false });
  moved = {
    ALCOVE_DATA_DIR: join(base, 'moved'),
    DATABASE_URL: target.url,
    ...(s3 && {
      ALCOVE_S3_ENDPOINT: s3.endpoint,
      ALCOVE_S3_REGION: s3.region,
      ALCOVE_S3_BUCKET: s3.bucket,
      ALCOVE_S3_ACCESS_KEY: s3.accessKey,
      ALCOVE_S3_SECRET_KEY: s3.secretKey,
      ALCOVE_S3_UPLOAD_ACCESS_KEY: s3.uploader!.accessKey,
      ALCOVE_S3_UPLOAD_SECRET_KEY: s3.uploader!.secretKey,
    }),
  };
});
after(async () => {
  stopServers();
  await target.stop();
  if (s3) await removeBucket(s3);
  rmSync(base, { recursive: true, force: true });
});

async function run(env: Record<string, string>, ...words: string[]): Promise<{ code: number | string; said: string }> {
  const child = spawn(fileURLToPath(new URL('../../serve', import.meta.url)), words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...serveEnv, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code: code ?? signal ?? -1, said })));
}

async function signIn(server: ServerProcess): Promise<{ client: Client; rootId: string }> {
  const client = new Client(server.origin);
  const { personalRootId } = await client.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  return { client, rootId: personalRootId };
}

test('two backups move everything, the second while nobody works; files go on being uploaded there', async () => {
  const first = await startServer(original, await freePort());
  const { client, rootId } = await signIn(first);
  const hashes = new Map<string, string>();
  const put = async (by: Client, parentId: string, name: string, size: number): Promise<void> => {
    const bytes = freshBytes(size);
    const { instanceId } = await uploadFile(by, bytes, { name, parentId });
    hashes.set(instanceId, hashOf('sha256', bytes));
  };
  for (const [name, size] of [
    ['empty.bin', 0],
    ['small.bin', 300],
    ['parts.bin', 9 * 2 ** 20],
  ] as const)
    await put(client, rootId, name, size);
  // Obfuscated, which only the host of the disk store can undo while people read.
  const database = await openDatabaseOf(original);
  await database.pool.query(`insert into service_config (code, value) values ('storageEncryption', 'true')`);
  const obfuscated = async (): Promise<boolean> => (await database.pool.query('select from blob where confuse is not null')).rowCount! > 0;
  for (let n = 0; !(await obfuscated()); n += 1) await put(client, rootId, `obfuscated-${n}.bin`, 3000 + n);
  await database.stop();
  assert.equal((await run({ ALCOVE_DATA_DIR: original }, 'backup', folder)).code, 0);
  await put(client, rootId, 'late.bin', 700);
  assert.equal(await first.kill('SIGTERM'), 0);
  assert.equal((await run({ ALCOVE_DATA_DIR: original }, 'backup', folder)).code, 0);

  const restored = await run(moved, 'restore', folder);
  assert.equal(restored.code, 0, restored.said);
  const second = await startServer(moved['ALCOVE_DATA_DIR']!, await freePort(), { env: moved });
  const there = await signIn(second);
  await put(there.client, there.rootId, 'new.bin', 800);
  for (const [instanceId, sha256] of hashes) {
    const { url } = await there.client.call(calls.download.download, { instanceId });
    assert.equal(hashOf('sha256', Buffer.from(await (await fetch(url)).arrayBuffer())), sha256);
  }
  assert.equal(await second.kill('SIGTERM'), 0);
  assert.deepEqual(await run(moved, 'check', '--contents'), { code: 0, said: 'Checked: everything hangs together.\n' });
  const log = await run(moved, 'verify-log');
  assert.equal(log.code, 0, log.said);
});
