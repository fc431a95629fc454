import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { makeEmbedded } from '../database/testing.ts';
import { Client } from './client.ts';
import { adminPassword } from './company.ts';
import { freePort, freshDataFolder, startServer, stopServers } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';
import { turnOf } from './thorough.ts';
import { freshBytes, hashOf, Upload } from './upload-client.ts';

const dataDir = freshDataFolder();
const partSize = 8_388_608;
let port: number;
let server: ServerProcess;
let admin: Client;
let rootId: string;
/** Every acknowledged file. They must survive whatever happens next (I1). */
const acknowledged = new Map<string, { instanceId: string; sha256: string; size: number }>();

before(async () => {
  await makeEmbedded(dataDir);
  port = await freePort();
  server = await startServer(dataDir, port);
  admin = new Client(server.origin);
  rootId = (await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword })).personalRootId;
});
after(async () => {
  const code = await server.kill('SIGTERM');
  stopServers();
  assert.equal(code, 0);
  await rm(dataDir, { recursive: true, force: true });
});

async function crash(): Promise<void> {
  await server.kill('SIGKILL');
  server = await startServer(dataDir, port);
}

const begin = (bytes: Buffer<ArrayBuffer>, name: string) => Upload.begin(admin, bytes, { name, parentId: rootId });
async function saved(upload: Upload): Promise<void> {
  const { instanceId, instanceName } = await upload.save();
  acknowledged.set(instanceName, { instanceId, sha256: hashOf('sha256', upload.bytes), size: upload.bytes.length });
}

/** No acknowledged file is lost, no half-done change is visible, and the quota is right. The session survives the crash too. */
async function intact(): Promise<void> {
  const { items, total } = await admin.call(calls.instance.page, { parentId: rootId, pageSize: 100 });
  assert.deepEqual(items.map((item) => item.instanceName).sort(), [...acknowledged.keys()].sort());
  assert.equal(total, acknowledged.size);
  for (const [name, { instanceId, sha256 }] of acknowledged) {
    const { url } = await admin.call(calls.download.download, { instanceId });
    assert.equal(hashOf('sha256', Buffer.from(await (await fetch(url)).arrayBuffer())), sha256, name);
  }
  assert.equal(
    (await admin.call(calls.user.queryUserCapacity, {})).usedSize,
    [...acknowledged.values()].reduce((sum, { size }) => sum + size, 0),
  );
}

test('killed after the check, the opening, a part, the merge and the answer to the save: the upload goes on from what has arrived, and the file is there', async () => {
  const bytes = freshBytes(2 * partSize + 77);
  await begin(bytes, 'resumed.bin');
  await crash();
  await intact();

  const opened = await begin(bytes, 'resumed.bin');
  await opened.initiate();
  assert.equal((await opened.part(2)).status, 200);
  await crash();
  await intact();

  const resumed = await begin(bytes, 'resumed.bin');
  assert.equal(resumed.uploadId, opened.uploadId);
  assert.deepEqual(
    (await resumed.listParts()).map(({ number }) => number),
    [2],
  );
  await resumed.deliver();
  await crash();
  await intact();

  const merged = await begin(bytes, 'resumed.bin');
  assert.equal(merged.uploadId, opened.uploadId);
  await saved(merged);
  await crash();
  await intact();
});

test('killed while a part is on its way: the part is listed whole or not at all', async () => {
  const bytes = freshBytes(partSize + 5);
  const upload = await begin(bytes, 'cut.bin');
  await upload.initiate();
  const auth = await upload.sign('PUT', `?partNumber=1&uploadId=${upload.uploadId}`);
  const cut = upload.send('PUT', auth, upload.partBytes(1), upload.checksum(upload.partBytes(1))).then(
    (answer) => answer.status,
    () => 0,
  );
  await sleep(15);
  await crash();
  const status = await cut;
  const resumed = await begin(bytes, 'cut.bin');
  const parts = (await resumed.listParts()).map(({ number }) => number);
  if (status === 200) assert.deepEqual(parts, [1]);
  await saved(await resumed.deliver());
  await intact();
});

/** One moment with each commit, and each in time. */
for (const delayMs of turnOf([0, 3, 8], 3)) {
  test(`killed ${delayMs} ms into the save: the file is whole or absent, and the save sent again makes it one file`, async () => {
    const upload = await (await begin(freshBytes(2000 + delayMs), `during-${delayMs}.txt`)).deliver();
    const first = upload.save().then(
      (file) => file.instanceId,
      () => null,
    );
    await sleep(delayMs);
    await crash();
    const before = await first;
    await saved(upload);
    if (before !== null) assert.equal(acknowledged.get(`during-${delayMs}.txt`)?.instanceId, before);
    await intact();
  });
}

test('a second Alcove on the same data folder is turned away in one line and does no harm', async () => {
  const second = await startServer(dataDir, await freePort(), { ready: false });
  assert.equal(await second.ended, 1);
  assert.match(second.said(), /^Alcove is already running[^\n]*\n$/);
  await intact();
});
