/** The embedded database is moved to a server of its own while people upload and read: nothing acknowledged is missing, and the old one is closed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { calls, failures } from '@alcove/contract';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import {
  adminPassword,
  Client,
  freePort,
  freshBytes,
  freshDataFolder,
  hashOf,
  RefusedCall,
  serveEnv,
  startServer,
  stopServers,
  uploadFile,
} from '../testing/index.ts';

const base = freshDataFolder();
const original = { ALCOVE_DATA_DIR: join(base, 'original') };
let target: TestDatabase;
before(async () => (target = await openTestDatabase({ migrated: false })));
/** Until then, somebody uploads. */
let working = true;
after(async () => {
  working = false;
  stopServers();
  await target.stop();
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
  return { ended, said: () => said, kill: () => void child.kill('SIGKILL') };
}
const move = (...words: string[]) => command({ ...original, ALCOVE_TO_DATABASE_URL: target.url }, 'move-database', ...words);

test('under load and killed once: every acknowledged file is there, people read until the end, and the old database is closed', async () => {
  const port = await freePort();
  const first = await startServer(original.ALCOVE_DATA_DIR, port);
  const client = new Client(first.origin);
  const { personalRootId: parentId } = await client.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const hashes = new Map<string, string>();
  const put = async (name: string, size: number): Promise<void> => {
    const bytes = freshBytes(size);
    const { instanceId } = await uploadFile(client, bytes, { name, parentId });
    hashes.set(instanceId, hashOf('sha256', bytes));
  };
  const read = async (instanceId: string): Promise<string> => {
    const { url } = await client.call(calls.download.download, { instanceId });
    return hashOf('sha256', Buffer.from(await (await fetch(url)).arrayBuffer()));
  };
  await put('parts.bin', 9 * 2 ** 20);
  await put('small.bin', 700);
  const rehearsed = await move('--rehearse').ended;
  assert.deepEqual([rehearsed.code, /would hold changes for about \d+ s/.test(rehearsed.said)], [0, true], rehearsed.said);

  const refusals = new Set<number>();
  const load = (async () => {
    for (let n = 0; working; n += 1)
      await put(`load-${n}.bin`, 500 + n).catch(async (error: unknown) => {
        if (error instanceof RefusedCall) refusals.add(error.reply.errcode);
        await sleep(20);
      });
  })();
  const reading: unknown[] = [];
  const isStopping = ({ reply }: RefusedCall): boolean => reply.errcode === failures.UNAVAILABLE.errcode;
  let reads = 0;
  const [some] = hashes.keys();
  const readers = (async () => {
    for (; working; await sleep(5))
      await Promise.all([
        read(some!).then(() => (reads += 1)),
        client.call(calls.user.currentUser, {}),
        client.call(calls.instance.queryFolderByParentId, { parentId }),
      ]).catch((error: unknown) => (error instanceof RefusedCall && !isStopping(error) ? reading.push(error.reply) : null));
  })();
  const held = /Changes are held now/;
  const killed = move();
  while (!held.test(killed.said())) await sleep(2);
  killed.kill();
  assert.equal((await killed.ended).code, 'SIGKILL');
  const before = hashes.size;
  while (hashes.size < before + 3) await sleep(20);

  const running = move();
  while (!held.test(running.said())) await sleep(2);
  const readBefore = reads;
  const made = await running.ended;
  assert.equal(made.code, 0, made.said);
  assert.match(made.said, /Changes were held for \d+\.\d s/);
  assert.equal(await first.ended, 1, 'the server with the old settings stops by itself');
  assert.ok(reads > readBefore, 'people read while changes were held');
  working = false;
  await Promise.all([load, readers]);
  assert.deepEqual(reading, [], 'nobody who only reads is refused');
  assert.ok(refusals.has(failures.BEING_MOVED.errcode));
  const downloads = `select count(*) as n from audit_log where action = 'instance.download'`;
  assert.ok((await target.pool.query<{ n: number }>(downloads)).rows[0]!.n >= reads, 'whatever was handed out until the end has its entry');

  const old = await startServer(original.ALCOVE_DATA_DIR, port, { ready: false });
  assert.equal(await old.ended, 1);
  assert.match(old.said(), /This database was moved to /);

  const env = { ...original, DATABASE_URL: target.url };
  const second = await startServer(original.ALCOVE_DATA_DIR, port, { env });
  await put('new.bin', 800);
  for (const [instanceId, sha256] of hashes) assert.equal(await read(instanceId), sha256);
  const { rows } = await target.pool.query<{ settled: boolean }>(
    'select seen_by is null or seen_by <= pg_snapshot_xmax(pg_current_snapshot()) as settled from audit_log_read',
  );
  assert.equal(rows[0]!.settled, true, 'the log waits for no transaction of the old database');
  assert.equal(await second.kill('SIGTERM'), 0);
  assert.deepEqual(await command(env, 'check').ended, { code: 0, said: 'Checked: everything hangs together.\n' });
  assert.match((await command(original, 'move-database', '--take-back').ended).said, /is in use again/);
  const again = await startServer(original.ALCOVE_DATA_DIR, port);
  assert.equal(await again.kill('SIGTERM'), 0);
});
