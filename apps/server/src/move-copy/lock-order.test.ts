/**
 * Checks the one order of locks (docs/decisions/0004). Two calls that need the same two locks both have to wait for a third, so that each
 * has taken its first lock by then. Once the third is released, calls that lock in different orders wait for each other until PostgreSQL
 * aborts one of them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { calls } from '@alcove/contract';
import type { Instance, PlacedItem, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { lockTrees } from '../files/index.ts';
import { newId } from '../ids.ts';
import { checkData } from '../integrity-check/index.ts';
import { countDeadlocks, freshBytes, openCompany, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { freeOldVersions } from '../versions/index.ts';

let company: Company;
let owner: Person;
let spaceId: SpaceId;
before(async () => {
  company = await openCompany({ poolSize: 8 });
  owner = await company.person();
  spaceId = (await company.database.selectFrom('space').select('id').where('root_id', '=', owner.rootId).executeTakeFirstOrThrow()).id;
});
after(() => company.close());

type Lock = (transaction: Transaction<Tables>) => Promise<unknown>;
const lockSpaceRow =
  (id: string): Lock =>
  (transaction) =>
    sql`select from space where id = ${id} for no key update`.execute(transaction);

/** Takes `lock`, starts each piece of work once the previous one waits for it, and releases it when all wait. */
async function whileLocked<Answers extends readonly unknown[]>(
  lock: Lock,
  ...work: { [At in keyof Answers]: () => Promise<Answers[At]> }
): Promise<Answers> {
  const started: Promise<unknown>[] = [];
  await company.database.transaction().execute(async (transaction) => {
    await lock(transaction);
    for (const start of work) {
      started.push(start());
      for (const end = Date.now() + 4000; (await waiting()) < started.length; await sleep(5))
        assert.ok(Date.now() < end, 'it does not wait');
    }
  });
  return (await Promise.all(started)) as unknown as Answers;
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(company.database);
  return rows[0]!.n;
}

const move = async (item: Instance, targetParentId: string, onConflict: 'fail' | 'version' = 'fail'): Promise<PlacedItem> =>
  (await owner.call(calls.instance.move, { instanceIds: [item.instanceId], targetParentId, onConflict }))[0]!;
const group = () => owner.call(calls.group.createGroup, { groupName: `G ${newId()}`, preallocatedSize: 1_000_000_000 });
const twoVersions = async (name: string, parentId: string): Promise<Instance> => {
  await owner.uploads('older', name, parentId);
  return owner.uploads('newer', name, parentId, 'version');
};

test('an old version comes back while its file becomes a version of another, and while that other takes it', async () => {
  const [from, to] = [await owner.folder('from'), await owner.folder('to')];
  for (const which of ['goes', 'stays'] as const) {
    const files = [await twoVersions(`${which}.txt`, from.instanceId), await twoVersions(`${which}.txt`, to.instanceId)] as const;
    const restored = files[which === 'goes' ? 0 : 1];
    const [back, moved] = await whileLocked<[Instance, PlacedItem]>(
      lockSpaceRow(spaceId),
      () => owner.call(calls.version.restore, { instanceId: restored.instanceId, version: 1 }),
      () => move(files[0], to.instanceId, 'version'),
    );
    assert.deepEqual([back.version, moved.done], [3, true]);
  }
});

test('a version arrives while its file goes to another space', async () => {
  const [{ groupId }, folder] = [await group(), await owner.folder('leaving')];
  const file = await owner.uploads('stays', 'v.txt', folder.instanceId);
  const upload = await Upload.begin(owner, freshBytes(2000), { name: 'v.txt', parentId: folder.instanceId, onConflict: 'version' });
  await upload.deliver();
  const [saved, moved] = await whileLocked<[Instance, PlacedItem]>(
    lockSpaceRow(spaceId),
    () => upload.save(),
    () => move(file, groupId),
  );
  assert.deepEqual([saved.instanceName, moved.done], ['v.txt', true]);
});

test('a version is removed or restored while its folder goes to another space, and each space counts what it holds', async () => {
  const ends: Record<string, (instanceId: string) => Promise<unknown>> = {
    removed: (instanceId) => owner.call(calls.version.remove, { instanceId, version: 1 }),
    restored: (instanceId) => owner.call(calls.version.restore, { instanceId, version: 1 }),
    'removed by the policy': () => freeOldVersions(company.database, { kept: 1, days: null }),
  };
  for (const [how, end] of Object.entries(ends)) {
    const [{ groupId }, folder] = [await group(), await owner.folder(how)];
    const file = await twoVersions(`${how}.txt`, folder.instanceId);
    const [, moved] = await whileLocked<[unknown, PlacedItem]>(
      lockSpaceRow(spaceId),
      () => end(file.instanceId),
      () => move(folder, groupId),
    );
    assert.equal(moved.done, true);
    assert.deepEqual(await checkData(company.database), [], how);
  }
});

test('a file whose name is free is saved while another looks for a number', async () => {
  const folder = await owner.folder('numbers');
  await owner.uploads('first', 'n.txt', folder.instanceId);
  const of = (name: string) => Upload.begin(owner, freshBytes(2000), { name, parentId: folder.instanceId, onConflict: 'rename' });
  const [numbered, plain] = [await (await of('n.txt')).deliver(), await (await of('n (1).txt')).deliver()];
  await whileLocked(
    lockSpaceRow(spaceId),
    () => numbered.save(),
    () => plain.save(),
  );
  assert.equal((await owner.names(folder.instanceId)).length, 3);
});

test('a group is given room by its leader while they move a file into it', async () => {
  const { groupId } = await group();
  const file = await owner.uploads('for the group', 'g.txt');
  const [, moved] = await whileLocked<[unknown, PlacedItem]>(
    lockSpaceRow(groupId),
    () => owner.call(calls.group.editGroup, { groupId, preallocatedSize: 2_000_000_000 }),
    () => move(file, groupId),
  );
  assert.equal(moved.done, true);
});

test('a folder goes to another space while something is copied into it', async () => {
  const [{ groupId }, folder] = [await group(), await owner.folder('target')];
  const file = await owner.uploads('to be copied', 'c.txt');
  const [moved, [copied]] = await whileLocked<[PlacedItem, PlacedItem[]]>(
    (transaction) => lockTrees(transaction, [spaceId]),
    () => move(folder, groupId),
    () => owner.call(calls.instance.copy, { instanceIds: [file.instanceId], targetParentId: folder.instanceId }),
  );
  assert.equal(moved.done, true);
  assert.ok(copied?.done === false && copied.code === 'FILE_NOT_FOUND');
});

test('many upload at once into a space that somebody is making folders or copies in', async () => {
  const before = await countDeadlocks(company.database);
  const [lanes, each] = [8, 12];
  const folder = await owner.folder('busy');
  await company.database.transaction().execute(async (transaction) => {
    // The lock that every new row takes on its space. A large copy keeps it until its end.
    await sql`select from space where id = ${spaceId} for key share`.execute(transaction);
    await Promise.all(
      Array.from({ length: lanes }, async (_lane, lane) => {
        for (let n = 0; n < each; n += 1) {
          const { instanceId } = await owner.folder(`${lane} ${n}`, folder.instanceId);
          await owner.uploads(freshBytes(2000), 'small.bin', instanceId);
        }
      }),
    );
  });
  assert.equal((await owner.names(folder.instanceId)).length, lanes * each);
  assert.equal((await countDeadlocks(company.database)) - before, 0);
});
