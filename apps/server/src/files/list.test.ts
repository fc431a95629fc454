import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, instanceSortFields, limits } from '@alcove/contract';
import type { InputOf, Instance, InstanceId } from '@alcove/contract';
import { newId } from '../ids.ts';
import { makeNodes } from '../permission/tree.test-support.ts';
import { freshBytes, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

type PageInput = InputOf<typeof calls.instance.page>;
const page = (input: PageInput) => person.call(calls.instance.page, input);
const namesOf = async (input: PageInput) => (await page({ pageSize: 100, ...input })).items.map((item) => item.instanceName);
const tree = (parentId: string, instanceName: string, children: string[]) =>
  person.call(calls.instance.batchCreateFolder, { parentId, instanceName, children: children.map((name) => ({ instanceName: name })) });

test('names sort by pinyin and numbers by their value, in both directions', async () => {
  const expected = ['1 先', '10 后', '阿尔法', '白', '第9章', '第10章', '第100章', '李', '张', 'A', 'b'];
  const { instanceId } = await tree(person.rootId, 'sorted', [...expected].reverse());
  assert.deepEqual(await namesOf({ parentId: instanceId }), expected);
  assert.deepEqual(await namesOf({ parentId: instanceId, sortOrder: 'desc' }), [...expected].reverse());
});

test('folders stay before files whatever the field and direction', async () => {
  const { instanceId } = await tree(person.rootId, 'mixed', ['m', 'z']);
  const sizes: Record<string, number> = { 'a.txt': 30, 'n.png': 10, 'y.zip': 20 };
  for (const [name, size] of Object.entries(sizes)) await person.uploads(freshBytes(size), name, instanceId);
  assert.deepEqual(await namesOf({ parentId: instanceId }), ['m', 'z', 'a.txt', 'n.png', 'y.zip']);
  assert.deepEqual(await namesOf({ parentId: instanceId, sortOrder: 'desc' }), ['z', 'm', 'y.zip', 'n.png', 'a.txt']);
  assert.deepEqual((await namesOf({ parentId: instanceId, sortField: 'fileSize' })).slice(2), ['n.png', 'y.zip', 'a.txt']);
  assert.deepEqual((await namesOf({ parentId: instanceId, sortField: 'category' })).slice(2), ['n.png', 'a.txt', 'y.zip']);
  assert.deepEqual((await namesOf({ parentId: instanceId, sortField: 'createTime', sortOrder: 'desc' })).slice(2), [
    'y.zip',
    'n.png',
    'a.txt',
  ]);
  assert.deepEqual(await namesOf({ parentId: instanceId, classifierId: 'File', category: 1 }), ['n.png']);
  assert.deepEqual(await namesOf({ parentId: instanceId, classifierId: 'Folder' }), ['m', 'z']);
});

test('pages meet without a gap or a repetition wherever folders end and files begin', async () => {
  for (const folders of [0, 1, 9, 10, 11, 20]) {
    const { instanceId } = await tree(
      person.rootId,
      `paged ${folders}`,
      Array.from({ length: folders }, (_, n) => `folder ${n}`),
    );
    await Promise.all(Array.from({ length: 11 }, (_, n) => person.uploads(freshBytes(20), `file ${n}.txt`, instanceId)));
    const whole = await namesOf({ parentId: instanceId });
    const seen: string[] = [];
    for (let number = 1; number <= 5; number += 1) {
      const answer = await page({ parentId: instanceId, page: number, pageSize: 10 });
      assert.equal(answer.total, folders + 11);
      seen.push(...answer.items.map((item) => item.instanceName));
    }
    assert.deepEqual(seen, whole, `${folders} folders`);
  }
});

test('a page that is walked to from the end is the same as from the start', async () => {
  const { instanceId: parentId } = await person.folder('很多');
  const { instanceId } = await person.uploads(freshBytes(20), '一份.txt');
  const { space_id: spaceId, blob_id: blobId } = await company.database
    .selectFrom('instance')
    .select(['space_id', 'blob_id'])
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow();
  const nodes = Array.from({ length: 1260 }, (_, n) => ({
    id: newId<InstanceId>(),
    parentId,
    name: `第 ${(n * 7919) % 1260} 个`,
    creatorId: person.userId,
    blobId: n < 30 ? null : blobId,
  }));
  await makeNodes(company.database, spaceId, nodes);
  const pages = async (numbers: readonly number[], fields: object) => {
    const items: Instance[] = [];
    for (const page of numbers) items.push(...(await person.call(calls.instance.page, { parentId, page, pageSize: 100, ...fields })).items);
    return items.map(({ instanceId }) => instanceId);
  };
  for (const fields of [...instanceSortFields.map((sortField) => ({ sortField })), { keyword: '个' }, { classifierId: 'File' as const }]) {
    const files = 'classifierId' in fields ? 1230 : 1260;
    const late = await pages([11, 12, 13], { ...fields, sortOrder: 'asc' });
    const early = await pages([1, 2, 3], { ...fields, sortOrder: 'desc' });
    assert.equal(late.length, files - 1000);
    // Folders come first either way.
    const folders = files - 1230;
    assert.deepEqual(late, early.slice(folders, folders + late.length).reverse());
  }
});

test('percent, underscore and backslash in a keyword mean themselves', async () => {
  const { instanceId } = await tree(person.rootId, 'wild', ['50%', '505', 'a_b', 'axb', 'ABC', '中文报告']);
  const found = (keyword: string) => namesOf({ parentId: instanceId, keyword });
  assert.deepEqual(await found('%'), ['50%']);
  assert.deepEqual(await found('_'), ['a_b']);
  assert.deepEqual(await found('\\'), []);
  assert.deepEqual(await found('abc'), ['ABC']);
  assert.deepEqual(await found('报'), ['中文报告']);
  assert.deepEqual(await found("'; drop table instance; --"), []);
  assert.equal((await page({ parentId: instanceId, keyword: '50' })).total, 2);
});

test('every file of every folder is listed once, none from the bin', async () => {
  const reader = await company.person();
  const folder = await reader.folder('deep');
  const gone = await reader.folder('gone');
  await reader.uploads('1', 'top.txt');
  await reader.uploads('2', 'in folder.txt', folder.instanceId);
  await reader.uploads('3', 'in bin.txt', gone.instanceId);
  await reader.call(calls.instance.remove, { instanceIds: [gone.instanceId] });
  const answer = await reader.call(calls.instance.page, { everywhere: true });
  assert.deepEqual(answer.items.map((item) => item.instanceName).sort(), ['in folder.txt', 'top.txt']);
  assert.equal(answer.total, 2);
  assert.deepEqual(answer.items.find((item) => item.instanceName === 'in folder.txt')?.parentNames, ['deep']);
});

test('a place is told by names and ids from the top down', async () => {
  const outer = await person.folder('outer');
  const inner = await person.folder('inner', outer.instanceId);
  const file = await person.uploads('x', 'file.txt', inner.instanceId);
  assert.deepEqual([file.parentNames, file.instancePath], [['outer', 'inner'], '/outer/inner/file.txt']);
  assert.deepEqual(file.instancePathIds, [person.rootId, outer.instanceId, inner.instanceId, file.instanceId]);
  const detail = await person.call(calls.instance.queryInstanceDetail, { instanceId: file.instanceId });
  assert.deepEqual([detail.versions, detail.parentId], [1, inner.instanceId]);
  assert.deepEqual(await person.call(calls.instance.queryFolderSize, { instanceId: outer.instanceId }), { files: 1, folders: 1, bytes: 1 });
});

test('the folder tree shows folders alone and whether there are more below', async () => {
  const top = await person.folder('tree');
  await tree(top.instanceId, 'full', ['child']);
  await person.folder('empty', top.instanceId);
  await person.uploads('x', 'not a folder.txt', top.instanceId);
  const folders = await person.call(calls.instance.queryFolderByParentId, { parentId: top.instanceId });
  assert.deepEqual(
    folders.map((folder) => [folder.instanceName, folder.hasChildren]),
    [
      ['empty', false],
      ['full', true],
    ],
  );
});

test('a file is no folder to list, and pages come in the known sizes only', async () => {
  const file = await person.uploads('x', 'leaf.txt');
  await assert.rejects(page({ parentId: file.instanceId }), refused('NOT_A_FOLDER'));
  for (const size of limits.pageSizes) assert.equal((await page({ pageSize: size })).pageSize, size);
  assert.equal((await page({})).pageSize, 20);
  await assert.rejects(page({ pageSize: 11 as 10 }), refused('BAD_REQUEST'));
});

test('all files of the space are one list in any order, without what lies under a deleted folder', async () => {
  const owner = await company.person();
  const [kept, gone] = [await owner.folder('kept'), await owner.folder('gone')];
  const deep = await owner.folder('deep', gone.instanceId);
  for (const [name, size, parent] of [
    ['b.txt', 30, kept],
    ['a.png', 10, kept],
    ['c.txt', 20, owner.rootId],
    ['lost.txt', 40, deep],
  ] as const)
    await owner.uploads(freshBytes(size), name, typeof parent === 'string' ? parent : parent.instanceId);
  await owner.call(calls.instance.remove, { instanceIds: [gone.instanceId] });
  const all = async (input: PageInput) => {
    const { total, items } = await owner.call(calls.instance.page, { everywhere: true, ...input });
    return [total, items.map((item) => item.instanceName).join(' ')];
  };
  assert.deepEqual(await all({ sortField: 'fileSize', sortOrder: 'desc' }), [3, 'b.txt c.txt a.png']);
  assert.deepEqual(await all({ sortField: 'category' }), [3, 'a.png c.txt b.txt']);
  assert.deepEqual(await all({ sortField: 'updateTime' }), [3, 'b.txt a.png c.txt']);
  assert.deepEqual(await all({ sortField: 'instanceName', sortOrder: 'desc' }), [3, 'c.txt b.txt a.png']);
  assert.deepEqual(await all({ sizeMin: 20 }), [2, 'b.txt c.txt']);
  assert.deepEqual(await all({ changedBefore: new Date(Date.now() - 60_000).toISOString() }), [0, '']);
  assert.deepEqual(await all({ category: 1 }), [1, 'a.png']);
  assert.deepEqual(await all({ page: 1_000_000 }), [3, '']);
  await owner.call(calls.instance.undoRemove, { instanceIds: [gone.instanceId] });
  assert.equal((await all({}))[0], 4);
});

test('the filter of a folder finds a name by its reading and its initials, and only in this folder', async () => {
  const person = await company.person();
  const inside = await person.folder('客户合同');
  await person.folder('客户合同 2025', inside.instanceId);
  await person.folder('预算');
  for (const keyword of ['kh', 'kehu', 'hetong', '客户', 'khht']) {
    const { total, items } = await person.call(calls.instance.page, { parentId: person.rootId, keyword });
    assert.deepEqual([total, items.map((item) => item.instanceName)], [1, ['客户合同']], keyword);
  }
});
