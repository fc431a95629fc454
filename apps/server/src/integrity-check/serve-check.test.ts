/** `serve check` as an operator runs it: beside a running server, without one, and where nothing is. It has a disk store of its own. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calls } from '@alcove/contract';
import { makeEmbedded } from '../database/testing.ts';
import {
  adminPassword,
  Client,
  freePort,
  freshBytes,
  freshDataFolder,
  openDatabaseOf,
  serveEnv,
  startServer,
  uploadFile,
} from '../testing/index.ts';

const mostChecks = 5;

test('`serve check` beside a running server with a database of its own: clean under load, a lost object named, an empty store too', async (t) => {
  const dataDir = freshDataFolder();
  await makeEmbedded(dataDir);
  const server = await startServer(dataDir, await freePort());
  t.after(async () => {
    await server.kill('SIGKILL');
    await (await openDatabaseOf(dataDir).catch(() => null))?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const client = new Client(server.origin);
  const { personalRootId } = await client.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  let goesOn = true;
  let changes = 0;
  const changed = async <Answer>(change: Promise<Answer>): Promise<Answer> => {
    const answer = await change;
    changes += 1;
    return answer;
  };
  const load = Promise.all(
    [1, 2].map(async (lane) => {
      for (let file = 1; goesOn; file += 1) {
        const to = { name: `${lane}-${file}.bin`, parentId: personalRootId };
        const { instanceId } = await changed(uploadFile(client, freshBytes(300 + (file % 40)), to));
        await changed(uploadFile(client, freshBytes(200), { ...to, onConflict: 'version' }));
        await changed(client.call(calls.version.remove, { instanceId, version: 1 }));
        if (file % 3 === 0) await changed(client.call(calls.instance.remove, { instanceIds: [instanceId] }));
      }
    }),
  );
  const loadFails = new Promise<never>((_, reject) => void load.catch(reject));
  // A check during which nothing changed shows nothing. On a busy machine the server may not get to a change meanwhile.
  for (let checks = 1, meanwhile = 0; meanwhile === 0; checks += 1) {
    assert.ok(checks <= mostChecks, 'nothing changed while it was checked');
    const before = changes;
    const clean = await Promise.race([serveCheck(dataDir, '--contents'), loadFails]);
    assert.equal(clean.code, 0, clean.said);
    meanwhile = changes - before;
  }
  goesOn = false;
  await load;

  const opened = await openDatabaseOf(dataDir);
  const { object_key: key } = await opened.kysely
    .selectFrom('replica as r')
    .innerJoin('instance as i', 'i.blob_id', 'r.blob_id')
    .select('r.object_key')
    .executeTakeFirstOrThrow();
  await opened.stop();
  const name = createHash('sha256').update(key).digest('hex');
  const path = join(dataDir, 'objects/alcove/objects', name.slice(0, 2), name);
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(5));
  const damaged = await serveCheck(dataDir);
  assert.equal(damaged.code, 1, damaged.said);
  assert.match(damaged.said, new RegExp(`missing or damaged \\(1\\): ${key}`));
  await writeFile(path, whole);

  assert.equal(await server.kill('SIGTERM'), 0);
  assert.equal((await serveCheck(dataDir)).code, 0, 'without a server too');
  await rm(join(dataDir, 'objects'), { recursive: true });
  const emptied = await serveCheck(dataDir);
  assert.equal(emptied.code, 1, emptied.said);
  assert.match(emptied.said, /a store that does not belong to the database/);
  assert.match(emptied.said, /contents whose object is missing/);
  const refused = await startServer(dataDir, await freePort(), { ready: false });
  assert.equal(await refused.ended, 1);
  assert.match(refused.said(), /^The store 'alcove' is empty, .* ALCOVE_ADOPT_STORE=true\.\n$/);
});

test('where there is no data, and where the database cannot be reached, the check fails as such and makes nothing', async () => {
  const dataDir = freshDataFolder();
  const nothing = await serveCheck(dataDir);
  assert.deepEqual([nothing.code, nothing.said.split('\n').length], [2, 2], nothing.said);
  await rm(dataDir, { recursive: true, force: true });
});

async function serveCheck(dataDir: string, ...options: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(fileURLToPath(new URL('../../serve', import.meta.url)), ['check', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...serveEnv, ALCOVE_DATA_DIR: dataDir },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? -1)));
  return { code, said };
}
