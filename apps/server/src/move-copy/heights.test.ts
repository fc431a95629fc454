/** The limit on the depth of trees, and the heights stored for it, stay correct under concurrent changes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { CreatedFolderTree, FolderTree, Instance } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { openTestDatabase } from '../database/testing.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let owner: Person;
before(async () => {
  company = await openCompany();
  owner = await company.person();
});
after(() => company.close());

const chain = (levels: number, name = 'd'): FolderTree => ({
  instanceName: name,
  children: levels === 1 ? [] : [chain(levels - 1)],
});
const plant = (parentId: string, levels: number, name?: string) =>
  owner.call(calls.instance.batchCreateFolder, { parentId, ...chain(levels, name) });
const lowest = ({ instanceId, children }: CreatedFolderTree): string => (children[0] ? lowest(children[0]) : instanceId);
const move = (item: { instanceId: string }, targetParentId: string) =>
  owner.ask(calls.instance.move, { instanceIds: [item.instanceId], targetParentId });
const keptHeight = async ({ instanceId }: Pick<Instance, 'instanceId'>): Promise<number> =>
  (await company.database.selectFrom('folder_height').select('height').where('folder_id', '=', instanceId).executeTakeFirst())?.height ?? 0;
const hangsTogether = async () => assert.deepEqual(await checkData(company.database), []);

test('folders that went in and out of each other are as low as before, and the check stays clean', async () => {
  const [x, y] = [await owner.folder('x'), await owner.folder('y')];
  const [inX, inY] = [await owner.folder('a', x.instanceId), await owner.folder('a', y.instanceId)];
  for (let n = 0; n < 4; n += 1) {
    await move(x, inY.instanceId);
    assert.equal(await keptHeight(y), 3);
    await move(x, owner.rootId);
    await move(y, inX.instanceId);
    await move(y, owner.rootId);
  }
  assert.deepEqual([await keptHeight(x), await keptHeight(y)], [1, 1]);
  await hangsTogether();
});

test('what is deleted, restored, copied or merged is counted as long as it is there', async () => {
  const top = await owner.folder('counted');
  const { instanceId } = await plant(top.instanceId, 3);
  assert.equal(await keptHeight(top), 3);
  await owner.call(calls.instance.remove, { instanceIds: [instanceId] });
  assert.equal(await keptHeight(top), 0);
  await owner.call(calls.instance.undoRemove, { instanceIds: [instanceId] });
  assert.equal(await keptHeight(top), 3);
  const other = await owner.folder('copied into');
  await owner.call(calls.instance.copy, { instanceIds: [top.instanceId], targetParentId: other.instanceId });
  assert.equal(await keptHeight(other), 4);
  const { groupId } = await owner.call(calls.group.createGroup, { groupName: 'high', preallocatedSize: 1_000_000_000 });
  const namesake = await owner.folder(top.instanceName, groupId);
  await owner.call(calls.instance.move, { instanceIds: [top.instanceId], targetParentId: groupId, onConflict: 'merge' });
  assert.equal(await keptHeight(namesake), 3);
  await hangsTogether();
});

test('a folder goes into another while folders are made in it: what is kept stays true', async () => {
  for (let n = 0; n < 12; n += 1) {
    const [from, to] = [await owner.folder(`from ${n}`), await owner.folder(`to ${n}`)];
    const [moved, made] = await Promise.all([move(from, to.instanceId), plant(from.instanceId, 2)]);
    assert.deepEqual([moved.errcode, made.instanceName], [0, 'd']);
  }
  await hangsTogether();
});

test('no tree comes to lie deeper than allowed when it is moved while its bottom grows', async () => {
  const [upper, lower, grown] = [25, 25, 20];
  assert.ok(upper + lower + grown > limits.folderDepth);
  for (let n = 0; n < 6; n += 1) {
    const [above, below] = [await plant(owner.rootId, upper, `above ${n}`), await plant(owner.rootId, lower, `below ${n}`)];
    const answers = await Promise.all([
      move(below, lowest(above)),
      owner.ask(calls.instance.batchCreateFolder, { parentId: lowest(below), ...chain(grown) }),
    ]);
    const done = [(answers[0].data as { done: boolean }[] | null)?.[0]?.done ?? false, answers[1].errcode === 0];
    assert.equal(done.filter(Boolean).length, 1, JSON.stringify(answers));
  }
  await hangsTogether();
});

test('trees of an older release have their true heights after the migration', async () => {
  const fresh = await openTestDatabase({ migrated: false });
  try {
    const all = await readMigrations();
    await migrate(
      fresh.kysely,
      all.filter(({ name }) => name < '0044'),
    );
    const [person, space, root, low, high, top, gone, under] = Array.from({ length: 8 }, () => randomUUID()) as [string, ...string[]];
    const run = (statement: string, values: readonly unknown[]) => fresh.pool.query(statement, [...values]);
    await run(`insert into user_account (id, account_name, real_name, search_text) values ($1, 'older', 'Older', '')`, [person]);
    await fresh.kysely.transaction().execute(async (transaction) => {
      await sql`set constraints all deferred`.execute(transaction);
      await sql`insert into space (id, kind, owner_id, root_id) values (${space}, 1, ${person}, ${root})`.execute(transaction);
      const folders: [string | undefined, string | null, boolean][] = [
        [root, null, true],
        [high, root!, true],
        [low, high!, true],
        [top, low!, true],
        [gone, top!, false],
        [under, gone!, true],
      ];
      for (const [id, parentId, live] of folders)
        await sql`
          insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id, deleted_at)
          values (${id}, ${space}, ${parentId}::uuid, false, ${id}, ${id}, ${person}, ${person}, ${live ? null : new Date()})`.execute(
          transaction,
        );
    });
    await migrate(fresh.kysely, all);
    const { rows } = await sql<{
      folder_id: string;
      height: number;
    }>`select folder_id, height from folder_height order by height desc, folder_id`.execute(fresh.kysely);
    const expected = [
      { folder_id: root, height: 3 },
      { folder_id: high, height: 2 },
      { folder_id: low, height: 1 },
      { folder_id: gone, height: 1 },
    ];
    const sorted = (some: readonly { folder_id: string | undefined; height: number }[]) =>
      some.map(({ folder_id: id, height }) => `${height} ${id}`).toSorted();
    assert.deepEqual(sorted(rows), sorted(expected));
  } finally {
    await fresh.stop();
  }
});
