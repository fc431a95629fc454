/**
 * Two people who both manage a group change its tree at random and move items between it and their own files, while the server is killed
 * again and again. The data must stay consistent. `ALCOVE_RANDOM_SECONDS` sets for how long; the default is a few seconds.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { calls, encodeName } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { makeEmbedded } from '../database/testing.ts';
import { createPerson, hashPassword } from '../identity/index.ts';
import { adminPassword, Client, freePort, freshDataFolder, openDatabaseOf, serveEnv, startServer, uploadFile } from '../testing/index.ts';

const seconds = Number(process.env['ALCOVE_RANDOM_SECONDS'] ?? 4);
const dataDir = freshDataFolder();
after(() => rm(dataDir, { recursive: true, force: true }));

const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

/** Changes that each must have been made by at least one of the two. */
const needed = ['moved', 'renamed', 'deleted', 'restored'];
/** How many changes of each kind were made. */
type Tally = Record<string, number>;

/** One person's changes in the shared folders. Refusals and requests cut off by the kill are ignored. */
async function changeAtRandom(client: Client, folders: string[], ownRootId: string, goesOn: () => boolean, tally: Tally): Promise<void> {
  const target = (): string => (Math.random() < 0.15 ? ownRootId : oneOf(folders)!);
  const attempt = async (): Promise<string> => {
    const parentId = target();
    const { items } = await client.call(calls.instance.page, { parentId, pageSize: 50 });
    const item = oneOf<Instance>(items);
    const instanceIds = item ? [item.instanceId] : [];
    const luck = Math.random();
    const onFileConflict = oneOf(['version', 'rename', 'skip'] as const)!;
    if (!item || luck < 0.2) {
      const made = await client.call(calls.instance.createFolder, { parentId, instanceName: `f${Math.floor(Math.random() * 30)}` });
      if (parentId !== ownRootId) folders.push(made.instanceId);
      return 'made';
    }
    if (luck < 0.3) {
      const name = `u${Math.floor(Math.random() * 30)}.txt`;
      await uploadFile(client, Buffer.from(`${Math.random()}`), { name, parentId, onConflict: 'version' });
      return 'uploaded';
    }
    if (luck < 0.4) {
      await client.call(calls.instance.rename, { instanceId: item.instanceId, fileName: encodeName(`r${Math.floor(Math.random() * 30)}`) });
      return 'renamed';
    }
    if (luck < 0.65) {
      const onConflict = oneOf(['fail', 'rename', 'version', 'merge', 'merge'] as const)!;
      const [moved] = await client.call(calls.instance.move, { instanceIds, targetParentId: target(), onConflict, onFileConflict });
      if (!moved?.done) return 'refused';
      const merged = onConflict === 'merge' && 'instance' in moved && moved.instance?.instanceId !== item.instanceId;
      return merged ? 'merged' : 'moved';
    }
    if (luck < 0.75) {
      const onConflict = oneOf(['rename', 'merge'] as const)!;
      const [copied] = await client.call(calls.instance.copy, { instanceIds, targetParentId: target(), onConflict, onFileConflict });
      return copied?.done ? 'copied' : 'refused';
    }
    if (luck < 0.87) return (await client.call(calls.instance.remove, { instanceIds }))[0]?.done ? 'deleted' : 'refused';
    const bin = await client.call(calls.recycle.page, { pageSize: 50 });
    const entry = oneOf(bin.items);
    if (!entry) return 'refused';
    const recycleIds = [entry.recycleId];
    if (luck >= 0.98) return (await client.call(calls.recycle.remove, { recycleIds }))[0]?.done ? 'removed' : 'refused';
    const [restored] = await client.call(calls.recycle.restore, {
      recycleIds,
      ...(luck < 0.92 && { targetParentId: target() }),
      onConflict: oneOf(['rename', 'version', 'merge'] as const)!,
      onFileConflict,
    });
    return restored?.done ? 'restored' : 'refused';
  };
  while (goesOn()) {
    const what = await attempt().catch(() => sleep(5, 'refused'));
    tally[what] = (tally[what] ?? 0) + 1;
  }
}

/** Creates a person directly in the database, because no call does yet. */
async function makePerson(accountName: string): Promise<void> {
  const opened = await openDatabaseOf(dataDir);
  const passwordHash = await hashPassword(adminPassword);
  await opened.kysely
    .transaction()
    .execute((transaction) => createPerson(transaction, { accountName, realName: accountName, passwordHash, quotaBytes: null }));
  await opened.stop();
}

const check = () =>
  spawnSync(fileURLToPath(new URL('../../serve', import.meta.url)), ['check'], {
    encoding: 'utf8',
    env: { ...serveEnv, ALCOVE_DATA_DIR: dataDir },
  });

test('two people move, copy, rename, delete and restore at random, the server is killed meanwhile: the check finds nothing', async (context) => {
  const port = await freePort();
  await makeEmbedded(dataDir);
  let server = await startServer(dataDir, port);
  await makePerson('second');
  const [leader, second] = [new Client(server.origin), new Client(server.origin)];
  const signIn = (client: Client, username: string) => client.call(calls.user.signIn, { username, password: adminPassword });
  const [first, other] = [await signIn(leader, 'admin'), await signIn(second, 'second')];
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: 'random', preallocatedSize: 1_000_000_000 });
  await leader.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: other.userId, level: 'manager' }] });
  const until = Date.now() + seconds * 1000;
  const folders = [groupId];
  const tallies: [Tally, Tally] = [{}, {}];
  const lacks = (): string[] => needed.filter((what) => tallies.every((tally) => !tally[what]));
  // A slow machine needs more time until every kind of change was made.
  const goesOn = (): boolean => Date.now() < until || (Date.now() < until + 30_000 && lacks().length > 0);
  const work = Promise.all(
    [0, 1].flatMap(() => [
      changeAtRandom(leader, folders, first.personalRootId, goesOn, tallies[0]),
      changeAtRandom(second, folders, other.personalRootId, goesOn, tallies[1]),
    ]),
  );
  await sleep((seconds * 1000) / 2);
  await server.kill('SIGKILL');
  server = await startServer(dataDir, port);
  await work;
  assert.equal(await server.kill('SIGTERM'), 0);
  context.diagnostic(`in ${seconds} s ${JSON.stringify(tallies)}`);
  assert.deepEqual(lacks(), []);
  const found = check();
  assert.equal(found.status, 0, found.stderr);
  assert.match(found.stderr, /everything hangs together/);
});
