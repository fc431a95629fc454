/** The store is moved under a running server that is uploaded to: nothing that was acknowledged is missing, and the old store is refused afterwards. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
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
  s3TestStore,
  serveEnv,
  startServer,
  stopServers,
  uploadFile,
} from '../testing/index.ts';
import { removeBucket } from '../testing/s3-bucket.ts';

const base = freshDataFolder();
const s3 = s3TestStore(`alcove-moving-${randomBytes(6).toString('hex')}`);
let database: TestDatabase;
let original: Record<string, string>;
/** The new store: S3 if there is one, or else another folder. */
const target: Record<string, string> = s3
  ? {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
      S3_UPLOAD_ACCESS_KEY: s3.uploader!.accessKey,
      S3_UPLOAD_SECRET_KEY: s3.uploader!.secretKey,
    }
  : { DATA_DIR: join(base, 'moved') };
const named = (prefix: string) => Object.fromEntries(Object.entries(target).map(([name, value]) => [prefix + name, value]));
before(async () => {
  database = await openTestDatabase({ migrated: false });
  original = { ALCOVE_DATA_DIR: join(base, 'original'), DATABASE_URL: database.url };
});
/** Until then, somebody uploads. */
let working = true;
after(async () => {
  working = false;
  stopServers();
  await database.stop();
  if (s3) await removeBucket(s3);
  rmSync(base, { recursive: true, force: true });
});

function command(env: Record<string, string>, ...words: string[]) {
  const child = spawn(fileURLToPath(new URL('../../serve', import.meta.url)), words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...serveEnv, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<{ code: number | string; said: string }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? -1, said })),
  );
  return { ended, kill: () => void child.kill('SIGKILL') };
}
const move = () => command({ ...original, ...named('ALCOVE_TO_') }, 'move-store');

test('under load and killed once: every acknowledged file is in the new store, byte for byte, and the old one is used by nobody', async () => {
  const port = await freePort();
  const first = await startServer(original['ALCOVE_DATA_DIR']!, port, { env: original });
  const client = new Client(first.origin);
  const { personalRootId: parentId } = await client.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const hashes = new Map<string, string>();
  const put = async (name: string, size: number): Promise<void> => {
    const bytes = freshBytes(size);
    const { instanceId } = await uploadFile(client, bytes, { name, parentId });
    hashes.set(instanceId, hashOf('sha256', bytes));
  };
  for (const [name, size] of [
    ['empty.bin', 0],
    ['parts.bin', 9 * 2 ** 20],
  ] as const)
    await put(name, size);
  await sql`insert into service_config (code, value) values ('storageEncryption', 'true')`.execute(database.kysely);
  for (let n = 0; n < 20; n += 1) await put(`obfuscated-${n}.bin`, 3000 + n);

  let refusals = 0;
  const load = (async () => {
    for (let n = 0; working; n += 1, await sleep(30))
      await put(`load-${n}.bin`, 500 + n).catch(async () => {
        refusals += 1;
        await sleep(20);
      });
  })();
  const killed = move();
  const moved = async () => Number((await sql<{ n: number }>`select count(*) as n from moved_object`.execute(database.kysely)).rows[0]!.n);
  void killed.ended.then(({ code, said }) => code !== 'SIGKILL' && assert.fail(said));
  while ((await moved()) === 0) await sleep(10);
  killed.kill();
  assert.equal((await killed.ended).code, 'SIGKILL');
  const before = hashes.size;
  while (hashes.size < before + 3) await sleep(20);

  const made = await move().ended;
  assert.equal(made.code, 0, made.said);
  assert.match(made.said, /Changes were held for \d+\.\d s/);
  assert.equal(await first.ended, 1, 'the server with the old settings stops by itself');
  working = false;
  await load;
  assert.ok(refusals > 0);
  const late = await move().ended;
  assert.deepEqual([late.code, late.said.includes('had been moved already')], [0, true], late.said);

  const old = await startServer(original['ALCOVE_DATA_DIR']!, port, { env: original, ready: false });
  assert.equal(await old.ended, 1);
  assert.match(old.said(), /is no longer in use: its files were moved/);

  const env = { ...original, ...named('ALCOVE_') };
  const second = await startServer(env['ALCOVE_DATA_DIR']!, port, { env });
  await put('new.bin', 800);
  for (const [instanceId, sha256] of hashes) {
    const { url } = await client.call(calls.download.download, { instanceId });
    assert.equal(hashOf('sha256', Buffer.from(await (await fetch(url)).arrayBuffer())), sha256);
  }
  assert.equal(await second.kill('SIGTERM'), 0);
  const read = await command(env, 'verify-contents').ended;
  assert.deepEqual([read.code, read.said.includes('every byte is what was stored')], [0, true], read.said);
  assert.deepEqual(await command(env, 'check').ended, { code: 0, said: 'Checked: everything hangs together.\n' });
  const log = await command(env, 'verify-log').ended;
  assert.equal(log.code, 0, log.said);
});
