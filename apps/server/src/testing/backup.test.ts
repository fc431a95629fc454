/** A backup as docs/running.md describes it: the data folder of a stopped server is copied and restored elsewhere. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calls } from '@alcove/contract';
import { makeEmbedded } from '../database/testing.ts';
import { adminPassword } from './company.ts';
import { Client } from './client.ts';
import { freePort, freshDataFolder, serveEnv, startServer, stopServers } from './server-process.ts';
import { freshBytes, uploadFile } from './upload-client.ts';

const folders = [freshDataFolder(), freshDataFolder()];
const original = folders[0]!;
const restored = join(folders[1]!, 'data');
after(() => {
  stopServers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const page = readFileSync(fileURLToPath(new URL('../../../../docs/running.md', import.meta.url)), 'utf8');
const serve = fileURLToPath(new URL('../../serve', import.meta.url));
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function admin(origin: string): Promise<{ client: Client; rootId: string }> {
  const client = new Client(origin);
  const { personalRootId } = await client.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  return { client, rootId: personalRootId };
}

test('what was backed up as the page says is all there after it is restored elsewhere, byte by byte', async () => {
  await makeEmbedded(original);
  const first = await startServer(original, await freePort());
  const before = await admin(first.origin);
  const kept = new Map<string, string>();
  for (const [name, size] of [
    ['empty.bin', 0],
    ['small.bin', 300],
    ['parts.bin', 9 * 2 ** 20],
  ] as const) {
    const bytes = freshBytes(size);
    const { instanceId } = await uploadFile(before.client, bytes, { name, parentId: before.rootId });
    kept.set(instanceId, hash(bytes));
  }
  assert.equal(await first.kill('SIGTERM'), 0);

  const [, command] = /^(cp -a .*)$/m.exec(page) ?? [];
  assert.ok(command, 'the page names the command');
  execFileSync('/bin/sh', ['-c', command.replace('/backup/alcove', restored).replace(/\bdata\b/, original)]);
  rmSync(original, { recursive: true });

  const second = await startServer(restored, await freePort());
  const { client } = await admin(second.origin);
  for (const [instanceId, wanted] of kept) {
    const { url } = await client.call(calls.download.download, { instanceId });
    assert.equal(hash(new Uint8Array(await (await fetch(url)).arrayBuffer())), wanted);
  }
  const check = spawnSync(serve, ['check', '--contents'], {
    env: { ...serveEnv, ALCOVE_DATA_DIR: restored },
    encoding: 'utf8',
  });
  // On a busy machine it also tells how far it is.
  assert.deepEqual([check.status, check.stderr.endsWith('Checked: everything hangs together.\n')], [0, true], check.stderr);
  assert.equal(await second.kill('SIGTERM'), 0);
});
