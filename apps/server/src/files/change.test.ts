import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, encodeName } from '@alcove/contract';
import type { FolderTree } from '@alcove/contract';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

const rename = (instanceId: string, name: string) => person.call(calls.instance.rename, { instanceId, fileName: encodeName(name) });
const remove = (...instanceIds: string[]) => person.call(calls.instance.remove, { instanceIds });
const undo = (...instanceIds: string[]) => person.call(calls.instance.undoRemove, { instanceIds });
const chain = (depth: number): FolderTree => (depth === 1 ? { instanceName: 'd' } : { instanceName: 'd', children: [chain(depth - 1)] });

test('names that differ only in case or in their Unicode form are the same name', async () => {
  const folder = await person.folder('duplicates');
  await person.folder('Résumé', folder.instanceId);
  for (const same of ['résumé', 'RÉSUMÉ', 'Résumé'.normalize('NFD')])
    await assert.rejects(person.folder(same, folder.instanceId), refused('NAME_TAKEN'), same);
  await person.folder('Resume', folder.instanceId);
  assert.equal((await person.folder('e\u0301', folder.instanceId)).instanceName, '\u00e9');
});

test('of many who create one name at once exactly one wins', async () => {
  const folder = await person.folder('raced');
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => person.ask(calls.instance.createFolder, { parentId: folder.instanceId, instanceName: 'one' })),
  );
  assert.equal(replies.filter((reply) => reply.errcode === 0).length, 1);
  assert.equal(replies.filter((reply) => reply.errcode === 102004).length, 7);
});

test('folders nest 64 levels deep and no deeper, made one by one or as a tree', async () => {
  const made = await person.call(calls.instance.batchCreateFolder, { parentId: person.rootId, ...chain(64) });
  let deepest = made;
  while (deepest.children[0]) deepest = deepest.children[0];
  await assert.rejects(person.folder('65', deepest.instanceId), refused('TOO_DEEP'));
  await assert.rejects(person.call(calls.instance.batchCreateFolder, { parentId: person.rootId, ...chain(65) }), refused('TOO_DEEP'));
});

test('a tree reuses the folders that are there and makes the others', async () => {
  const parentId = (await person.folder('reused')).instanceId;
  const first = await person.call(calls.instance.batchCreateFolder, { parentId, instanceName: '项目', children: [{ instanceName: 'A' }] });
  const second = await person.call(calls.instance.batchCreateFolder, {
    parentId,
    instanceName: '项目',
    children: [{ instanceName: 'a' }, { instanceName: 'B' }],
  });
  assert.equal(second.instanceId, first.instanceId);
  assert.equal(second.children[0]?.instanceId, first.children[0]?.instanceId);
  assert.deepEqual(await person.names(first.instanceId), ['A', 'B']);
});

test('a tree with one bad name, or a file in its way, leaves nothing behind', async () => {
  const parentId = (await person.folder('rolled back')).instanceId;
  await assert.rejects(
    person.call(calls.instance.batchCreateFolder, {
      parentId,
      instanceName: 'x',
      children: [{ instanceName: 'good' }, { instanceName: 'b?d' }],
    }),
    refused('NAME_FORBIDDEN'),
  );
  await person.uploads('1', 'taken', parentId);
  await assert.rejects(
    person.call(calls.instance.batchCreateFolder, { parentId, instanceName: 'taken', children: [{ instanceName: 'y' }] }),
    refused('NAME_TAKEN'),
  );
  assert.deepEqual(await person.names(parentId), ['taken']);
});

test('a tree of more than 2000 folders is refused', async () => {
  const children = Array.from({ length: 2000 }, (_, n) => ({ instanceName: `${n}` }));
  await assert.rejects(
    person.call(calls.instance.batchCreateFolder, { parentId: person.rootId, instanceName: 'many', children }),
    refused('TOO_MANY_ITEMS'),
  );
});

test("a rename takes 30 characters, not 31, not the same, not a sibling's", async () => {
  const parentId = (await person.folder('renames')).instanceId;
  const file = await person.uploads('x', 'a.txt', parentId);
  await person.folder('Taken', parentId);
  assert.equal((await rename(file.instanceId, '字'.repeat(30))).instanceName, '字'.repeat(30));
  await assert.rejects(rename(file.instanceId, '字'.repeat(31)), refused('NAME_TOO_LONG'));
  await assert.rejects(rename(file.instanceId, '字'.repeat(30)), refused('NAME_UNCHANGED'));
  await assert.rejects(rename(file.instanceId, 'taken'), refused('NAME_TAKEN'));
  await assert.rejects(rename(file.instanceId, 'a/b'), refused('NAME_FORBIDDEN'));
  await assert.rejects(rename(file.instanceId, ''), refused('NAME_EMPTY'));
  const renamed = await rename(file.instanceId, '照片.PNG');
  assert.deepEqual([renamed.instanceName, renamed.category], ['照片.PNG', 1]);
  assert.equal((await rename(file.instanceId, '照片.png')).instanceName, '照片.png');
});

test('the same rename sent twice at once is done, and told of, once', async () => {
  for (let n = 0; n < 8; n += 1) {
    const { instanceId } = await person.folder(`twice ${n}`);
    const fields = { instanceId, fileName: encodeName(`renamed ${n}`) };
    const answers = await Promise.all([person.ask(calls.instance.rename, fields), person.ask(calls.instance.rename, fields)]);
    assert.ok(answers.some(({ errcode }) => errcode === 0));
    const { rows } = await sql`select from activity where instance_id = ${instanceId} and kind = 'renamed'`.execute(company.database);
    assert.equal(rows.length, 1);
  }
});

test('a top folder is neither renamed nor removed', async () => {
  await assert.rejects(rename(person.rootId, 'mine'), refused('ROOT_IS_FIXED'));
  assert.deepEqual(
    (await remove(person.rootId)).map((item) => !item.done && item.code),
    ['ROOT_IS_FIXED'],
  );
  assert.ok(Array.isArray(await person.names()));
});

test('what is removed is gone from every call with all that lies in it, and comes back whole', async () => {
  const folder = await person.folder('removed');
  const file = await person.uploads('inside', 'inside.txt', folder.instanceId);
  assert.deepEqual(await remove(folder.instanceId), [{ instanceId: folder.instanceId, done: true }]);
  for (const instanceId of [folder.instanceId, file.instanceId]) {
    await assert.rejects(person.call(calls.instance.queryInstanceDetail, { instanceId }), refused('FILE_NOT_FOUND'));
    await assert.rejects(person.call(calls.download.download, { instanceId }), refused('FILE_NOT_FOUND'));
    await assert.rejects(rename(instanceId, 'x'), refused('FILE_NOT_FOUND'));
  }
  assert.deepEqual(
    (await remove(folder.instanceId)).map((item) => !item.done && item.errcode),
    [90000],
  );
  assert.deepEqual(await undo(folder.instanceId), [{ instanceId: folder.instanceId, done: true }]);
  assert.equal(String(await person.downloads(file.instanceId)), 'inside');
  assert.deepEqual(
    (await undo(folder.instanceId)).map((item) => !item.done && item.errcode),
    [90000],
  );
});

test('an undo whose name was given away fails for that item alone', async () => {
  const parentId = (await person.folder('undo')).instanceId;
  const [one, two] = [await person.folder('one', parentId), await person.folder('two', parentId)];
  await remove(one.instanceId, two.instanceId);
  await person.folder('ONE', parentId);
  const outcomes = await undo(one.instanceId, two.instanceId);
  assert.deepEqual(
    outcomes.map((item) => (item.done ? 'done' : item.code)),
    ['NAME_TAKEN', 'done'],
  );
});

test('an undo does not reach into a folder that is gone, nor what another person removed', async () => {
  const folder = await person.folder('above');
  const inner = await person.folder('below', folder.instanceId);
  await remove(inner.instanceId);
  await remove(folder.instanceId);
  assert.deepEqual(
    (await undo(inner.instanceId)).map((item) => !item.done && item.code),
    ['FILE_NOT_FOUND'],
  );
  const other = await company.person();
  assert.deepEqual(
    (await other.call(calls.instance.undoRemove, { instanceIds: [folder.instanceId] })).map((item) => !item.done && item.code),
    ['FILE_NOT_FOUND'],
  );
});

test('a folder and what lies in it, removed together, come back together', async () => {
  const folder = await person.folder('both');
  const inner = await person.folder('inner', folder.instanceId);
  await remove(folder.instanceId, inner.instanceId);
  assert.ok((await undo(inner.instanceId, folder.instanceId)).every((item) => item.done));
  assert.deepEqual(await person.names(folder.instanceId), ['inner']);
});

test('what was acknowledged in a folder that is being removed comes back with it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const folder = await person.folder(`race ${round}`);
    const [made] = await Promise.all([
      person.ask(calls.instance.createFolder, { parentId: folder.instanceId, instanceName: 'late' }),
      remove(folder.instanceId),
    ]);
    await undo(folder.instanceId);
    if (made.errcode === 0) assert.deepEqual(await person.names(folder.instanceId), ['late']);
  }
});

test('the kept totals equal the counted rows after any order of changes', async () => {
  const mover = await company.person();
  const folders = [mover.rootId];
  const items: string[] = [];
  let seed = 20_261_121;
  const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const steps = [
    async (n: number) => void folders.push((await mover.folder(`f${n}`, folders[draw(folders.length)])).instanceId),
    async (n: number) => void items.push((await mover.uploads('x', `u${n}.txt`, folders[draw(folders.length)])).instanceId),
    async () =>
      void (await mover.call(calls.instance.remove, {
        instanceIds: [...new Set([0, 1, 2].map(() => [...items, ...folders.slice(1), mover.rootId][draw(items.length + folders.length)]!))],
      })),
    async () => void (await mover.call(calls.instance.undoRemove, { instanceIds: [...items, ...folders].slice(0, 50) })),
    async (n: number) =>
      void (await mover.ask(calls.instance.rename, {
        instanceId: items[draw(items.length)] ?? mover.rootId,
        fileName: encodeName(`r${n}`),
      })),
  ];
  for (let n = 0; n < 80; n += 1) await steps[draw(steps.length)]!(n).catch(() => {}); // steps on a folder in the bin fail, which is fine
  const { rows } = await sql`
    select c.folder_id, c.folders, c.files, count(i.id) filter (where not i.is_file) as real_folders, count(i.id) filter (where i.is_file) as real_files
    from folder_count c left join instance i on i.parent_id = c.folder_id and i.deleted_at is null group by 1, 2, 3
    having c.folders <> count(i.id) filter (where not i.is_file) or c.files <> count(i.id) filter (where i.is_file)`.execute(
    company.database,
  );
  assert.deepEqual(rows, []);
});

test('a new name is no change of the content: the row keeps its time, its editor and its place among the newest', async () => {
  const person = await company.person();
  const file = await person.uploads('text', 'old name.txt');
  const later = await person.uploads('more', 'later.txt');
  await person.call(calls.instance.rename, { instanceId: file.instanceId, fileName: encodeName('new name.txt') });
  const { items } = await person.call(calls.instance.page, { parentId: person.rootId, sortField: 'updateTime', sortOrder: 'desc' });
  assert.deepEqual(
    items.map(({ instanceName, updateTime }) => [instanceName, updateTime]),
    [
      ['later.txt', later.updateTime],
      ['new name.txt', file.updateTime],
    ],
  );
});
