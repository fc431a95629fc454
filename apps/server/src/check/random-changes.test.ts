/**
 * Two people change one tree at random, and the server is killed in the middle: nothing comes apart. `ALCOVE_RANDOM_SECONDS` says for
 * how long, a few seconds when it does not.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { calls, encodeName } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { adminPassword, Client, freePort, freshDataFolder, startServer, uploadFile } from '../testing/index.ts';

const seconds = Number(process.env['ALCOVE_RANDOM_SECONDS'] ?? 6);
const dataDir = freshDataFolder();
after(() => rm(dataDir, { recursive: true, force: true }));

const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

/** One person's hand: whatever is refused, or cut off by the kill, is passed over. */
async function changeAtRandom(client: Client, rootId: string, until: number): Promise<number> {
  let done = 0;
  const folders = [rootId];
  const attempt = async (): Promise<void> => {
    const parentId = oneOf(folders)!;
    const { items } = await client.call(calls.instance.page, { parentId, pageSize: 50 });
    const item = oneOf<Instance>(items);
    const luck = Math.random();
    if (!item || luck < 0.25) {
      const made = await client.call(calls.instance.createFolder, { parentId, instanceName: `f${Math.floor(Math.random() * 30)}` });
      folders.push(made.instanceId);
    } else if (luck < 0.35) {
      const name = `u${Math.floor(Math.random() * 30)}.txt`;
      await uploadFile(client, Buffer.from(`${Math.random()}`), { name, parentId, onConflict: 'version' });
    } else if (luck < 0.45) {
      await client.call(calls.instance.rename, { instanceId: item.instanceId, fileName: encodeName(`r${Math.floor(Math.random() * 30)}`) });
    } else if (luck < 0.7) {
      const onConflict = oneOf(['fail', 'rename', 'version'] as const)!;
      await client.call(calls.instance.move, { instanceIds: [item.instanceId], targetParentId: oneOf(folders)!, onConflict });
    } else if (luck < 0.8) {
      await client.call(calls.instance.copy, { instanceIds: [item.instanceId], targetParentId: oneOf(folders)!, onConflict: 'rename' });
    } else if (luck < 0.9) {
      await client.call(calls.instance.remove, { instanceIds: [item.instanceId] });
    } else {
      const bin = await client.call(calls.recycle.page, { pageSize: 50 });
      const entry = oneOf(bin.items);
      if (entry && luck < 0.98)
        await client.call(calls.recycle.restore, { recycleIds: [entry.recycleId], targetParentId: oneOf(folders)! });
      else if (entry) await client.call(calls.recycle.remove, { recycleIds: [entry.recycleId] });
    }
  };
  while (Date.now() < until) {
    await attempt().then(
      () => (done += 1),
      () => sleep(5),
    );
  }
  return done;
}

const check = () =>
  spawnSync(fileURLToPath(new URL('../../serve', import.meta.url)), ['check'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', NODE: process.execPath, ALCOVE_DATA_DIR: dataDir },
  });

test('two people move, copy, rename, delete and restore at random, the server is killed meanwhile: the check finds nothing', async (context) => {
  const port = await freePort();
  let server = await startServer(dataDir, port);
  const hands = [new Client(server.origin), new Client(server.origin)];
  let rootId = '';
  for (const hand of hands) rootId = (await hand.call(calls.user.signIn, { username: 'admin', password: adminPassword })).personalRootId;
  const { groupId } = await hands[0]!.call(calls.group.createGroup, { groupName: 'random', preallocatedSize: 1_000_000_000 });
  const until = Date.now() + seconds * 1000;
  const work = Promise.all([...hands, ...hands].map((hand, n) => changeAtRandom(hand, n === 3 ? groupId : rootId, until)));
  await sleep((seconds * 1000) / 2);
  await server.kill('SIGKILL');
  server = await startServer(dataDir, port);
  const done = (await work).reduce((sum, one) => sum + one, 0);
  assert.equal(await server.kill('SIGTERM'), 0);
  context.diagnostic(`${done} changes in ${seconds} s`);
  assert.ok(done > 50, `${done}`);
  const found = check();
  assert.equal(found.status, 0, found.stderr);
  assert.match(found.stderr, /everything hangs together/);
});
