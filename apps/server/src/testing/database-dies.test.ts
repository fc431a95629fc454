/** The embedded PostgreSQL is killed, as by a system that runs out of memory. It is started again, or the server ends. */
import assert from 'node:assert/strict';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { calls } from '@alcove/contract';
import { readPostmaster } from '../database/postmaster.ts';
import { makeEmbedded } from '../database/testing.ts';
import { Client } from './client.ts';
import { adminPassword } from './company.ts';
import { Listener } from './listener.ts';
import { freePort, freshDataFolder, startServer, stopServers } from './server-process.ts';
import { freshBytes, uploadFile } from './upload-client.ts';

const dataDir = freshDataFolder();
after(() => {
  stopServers();
  rmSync(dataDir, { recursive: true, force: true });
});

const clusterOf = (folder: string): string =>
  join(
    folder,
    readdirSync(folder).find((name) => /^postgres-\d+$/.test(name))!,
  );

test('killed, it runs again within seconds: until then 503, then calls, live events and uploads go on; lost for good, the server ends', async () => {
  await makeEmbedded(dataDir);
  const server = await startServer(dataDir, await freePort());
  const admin = new Client(server.origin);
  const { personalRootId } = await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const before = readPostmaster(clusterOf(dataDir))!.processId;
  process.kill(before, 'SIGKILL');

  const began = performance.now();
  const statuses = new Set<number>();
  // A process of the killed PostgreSQL may still answer once.
  for (let answered = 0; answered !== 200 || [undefined, before].includes(readPostmaster(clusterOf(dataDir))?.processId);) {
    assert.ok(performance.now() - began < 30_000, 'it runs again within half a minute');
    answered = (await admin.ask(calls.instance.page, { parentId: personalRootId })).status;
    statuses.add(answered);
    await sleep(20);
  }
  statuses.delete(200);
  assert.deepEqual(
    [...statuses].filter((status) => status !== 503),
    [],
  );

  // The live stream uses another connection, which is back a moment later. A browser reconnects by itself.
  let listener: Listener | null = null;
  while (!listener) {
    listener = await Listener.of(admin).catch(() => null);
    assert.ok(performance.now() - began < 30_000, 'live events are there again within half a minute');
    await sleep(50);
  }
  // The connection for signals is back a second later.
  for (let n = 0; !listener.folders.includes(personalRootId); n += 1) {
    assert.ok(performance.now() - began < 30_000, 'changes are told of again within half a minute');
    await uploadFile(admin, freshBytes(300), { name: `after-${n}.bin`, parentId: personalRootId });
    await sleep(100);
  }

  renameSync(join(clusterOf(dataDir), 'PG_VERSION'), join(clusterOf(dataDir), 'PG_VERSION.away'));
  process.kill(readPostmaster(clusterOf(dataDir))!.processId, 'SIGKILL');
  assert.equal(await server.ended, 1);
});
