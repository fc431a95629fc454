import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, failures, limits } from '@alcove/contract';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { createDepartment } from './index.ts';

const { page, detail, create, update, end, setManagers, setQuota } = calls.adminDepartment;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const departmentOf = (name: string, parentId: string | null): Promise<string> => createDepartment(company.database, { name, parentId });
const inDepartment = async (departmentId: string): Promise<Person> => {
  const person = await company.person();
  await admin.call(calls.adminUser.update, { userId: person.userId, departmentId });
  return person;
};
const rootOf = async (person: Person, departmentId: string): Promise<string> =>
  (await person.call(calls.department.querySpaces, {})).find((space) => space.departmentId === departmentId)!.rootId;
const codes = (answers: readonly { errcode: number }[]): number[] => answers.map(({ errcode }) => errcode).toSorted((a, b) => a - b);
const below = async (parentId: string | null, keyword?: string) =>
  (await admin.call(page, { parentId, ...(keyword !== undefined && { keyword }) })).items;

test('a level of the tree tells what is in each department and below it, and a search tells where each is', async () => {
  const company1 = await departmentOf('远岫集团', null);
  const products = await departmentOf('产品中心', company1);
  const platform = await departmentOf('平台组', products);
  const [lead, member, frozen] = [await inDepartment(products), await inDepartment(platform), await inDepartment(platform)];
  await admin.call(calls.adminUser.freeze, { userIds: [frozen.userId] });
  await admin.call(setManagers, { departmentId: products, userIds: [lead.userId] });
  await admin.call(setManagers, { departmentId: platform, userIds: [member.userId] });
  await admin.call(setQuota, { departmentId: platform, quotaBytes: 1_000_000 });
  await lead.uploads('12345', 'own.txt', await rootOf(lead, products));
  await member.uploads('1234567', 'below.txt', await rootOf(member, platform));

  const [top] = (await below(null)).filter(({ departmentId }) => departmentId === company1);
  assert.deepEqual(
    [top!.people, top!.usedBytes, top!.departments, top!.managers, top!.quotaBytes],
    [{ own: 0, withBelow: 3 }, { own: 0, withBelow: 12 }, 1, [], null],
  );
  assert.deepEqual(await below(company1), [
    {
      departmentId: products,
      parentId: company1,
      name: '产品中心',
      path: ['远岫集团'],
      description: '',
      people: { own: 1, withBelow: 3 },
      departments: 1,
      managers: [{ userId: lead.userId, name: `Name of ${lead.accountName}` }],
      quotaBytes: null,
      usedBytes: { own: 5, withBelow: 12 },
      defaultLevel: 'defaultRole',
      directoryName: null,
    },
  ]);
  const found = await below(null, 'ptz');
  assert.deepEqual(found.map(({ departmentId, path, quotaBytes }) => [departmentId, path, quotaBytes]), [[platform, ['远岫集团', '产品中心'], 1_000_000]]); // prettier-ignore
  assert.deepEqual(await below(platform, 'ptz'), []);
  await assert.rejects(below(lead.userId), refused('DEPARTMENT_NOT_FOUND'));

  const folder = await lead.folder('gone', await rootOf(lead, products));
  await lead.uploads('x', 'with its folder.txt', folder.instanceId);
  assert.deepEqual((await admin.call(detail, { departmentId: products })).files, { own: 2, withBelow: 3 });
  await lead.call(calls.instance.remove, { instanceIds: [folder.instanceId] });
  assert.deepEqual((await admin.call(detail, { departmentId: products })).files, { own: 1, withBelow: 2 });
  await assert.rejects(admin.call(detail, { departmentId: lead.userId }), refused('DEPARTMENT_NOT_FOUND'));
});

test('of too many departments on a level the first are listed, and the number says how many there are', async () => {
  const parentId = await departmentOf('many', null);
  const names = Array.from({ length: limits.subDepartments + 2 }, (_, n) => `d_${n}`);
  await company.database.transaction().execute(async (transaction) => {
    for (const name of names) await createDepartment(transaction, { name, parentId });
  });
  const { total, items } = await admin.call(page, { parentId });
  assert.equal(total, names.length);
  assert.deepEqual(
    items.map(({ name }) => name),
    names.slice(0, limits.subDepartments),
  );
});

test('a new department has its space, its storage and its level; a wrong field is named and nothing is made', async () => {
  const parentId = await departmentOf('总部', null);
  const given = { name: '法务部_1', parentId, description: ' 合同与合规 ', quotaBytes: 10, defaultLevel: 'edit' as const };
  const { departmentId } = await admin.call(create, given);
  const person = await inDepartment(departmentId);
  const rootId = await rootOf(person, departmentId);
  await person.uploads('ten bytes!', 'a.txt', rootId);
  await assert.rejects(person.uploads('x', 'b.txt', rootId));
  const { description, quotaBytes, defaultLevel } = await admin.call(detail, { departmentId });
  assert.deepEqual({ description, quotaBytes, defaultLevel }, { description: '合同与合规', quotaBytes: 10, defaultLevel: 'edit' });

  const deep = { name: 'one_more', parentId: await departmentAtDepth(limits.departmentDepth) };
  for (const [wrong, code] of [
    [{ name: '法务 部' }, 'DEPARTMENT_NAME_WRONG'],
    [{ name: '法务-部' }, 'DEPARTMENT_NAME_WRONG'],
    [{ name: '' }, 'DEPARTMENT_NAME_WRONG'],
    [{ name: '法务部_1' }, 'DEPARTMENT_NAME_TAKEN'],
    [{ quotaBytes: -1 }, 'CAPACITY_WRONG'],
    [{ parentId: person.userId }, 'DEPARTMENT_NOT_FOUND'],
    [{ description: 'x'.repeat(256) }, 'BAD_REQUEST'],
    [deep, 'DEPARTMENT_TOO_DEEP'],
  ] as const)
    await assert.rejects(admin.call(create, { ...given, name: 'Other', ...wrong }), refused(code), JSON.stringify(wrong));
  assert.deepEqual((await below(parentId)).map(({ name }) => name), ['法务部_1']); // prettier-ignore
});

async function departmentAtDepth(depth: number): Promise<string> {
  let id = await departmentOf('depth', null);
  for (let level = 2; level <= depth; level += 1) id = await departmentOf(`depth_${level}`, id);
  return id;
}

test('of two who give the same name beside each other at once, one is refused: both for new and for renamed departments', async () => {
  const parentId = await departmentOf('twins', null);
  const same = ['Twin', 'tWIN'].map((name) => admin.ask(create, { name, parentId }));
  assert.deepEqual(codes(await Promise.all(same)), [0, failures.DEPARTMENT_NAME_TAKEN.errcode]);
  const [one, other] = [await departmentOf('one', parentId), await departmentOf('other', parentId)];
  const both = [one, other].map((departmentId) => admin.ask(update, { departmentId, name: 'Renamed' }));
  assert.deepEqual(codes(await Promise.all(both)), [0, failures.DEPARTMENT_NAME_TAKEN.errcode]);
  const [renamed] = (await below(parentId)).filter(({ name }) => name === 'Renamed');
  await admin.call(update, { departmentId: renamed!.departmentId, name: 'RENAMED' });
  await admin.call(create, { name: 'Renamed', parentId: one });
});

test('a renamed department has its new name everywhere and is found by it; what is not given stays', async () => {
  const departmentId = await departmentOf('旧名部', null);
  const person = await inDepartment(departmentId);
  await admin.call(update, { departmentId, description: 'kept', defaultLevel: 'edit' });
  await admin.call(update, { departmentId, name: '创新部' });
  const found = async (keyword: string) => (await person.call(calls.search.searchDepartments, { keyword })).map(({ name }) => name);
  assert.deepEqual([await found('cxb'), await found('旧名')], [['创新部'], []]);
  assert.equal((await person.call(calls.user.currentUser, {})).departmentName, '创新部');
  const rootId = await rootOf(person, departmentId);
  assert.equal((await person.call(calls.department.querySpaces, {})).find((space) => space.rootId === rootId)!.name, '创新部');
  const file = await person.uploads('x', '标书.txt', rootId);
  const [item] = (await person.call(calls.search.searchInstancePage, { keyword: '标书' })).items;
  assert.match(JSON.stringify(item), /创新部/);
  assert.doesNotMatch(JSON.stringify(item), /旧名部/);
  const { name, description, defaultLevel } = await admin.call(detail, { departmentId });
  assert.deepEqual([name, description, defaultLevel], ['创新部', 'kept', 'edit']);
  await admin.call(update, { departmentId, defaultLevel: 'forbidden' });
  await assert.rejects(person.call(calls.instance.queryInstanceDetail, { instanceId: file.instanceId }), refused('FILE_NOT_FOUND'));
  await admin.call(update, { departmentId, defaultLevel: 'defaultRole' });
  await person.call(calls.instance.queryInstanceDetail, { instanceId: file.instanceId });
});

test('a department that is being closed gets no sub-department, and one that is closed does not change', async () => {
  const top = await departmentOf('closing', null);
  const departmentId = await departmentOf('closing', top);
  const answers = await Promise.all([admin.ask(end, { departmentId }), admin.ask(create, { name: 'late', parentId: departmentId })]);
  assert.equal(answers.filter(({ errcode }) => errcode === 0).length, 1);
  const closed = await departmentOf('closed', top);
  await admin.call(end, { departmentId: closed });
  await assert.rejects(admin.call(update, { departmentId: closed, name: 'again' }), refused('DEPARTMENT_NOT_FOUND'));
  await assert.rejects(admin.call(create, { name: 'late', parentId: closed }), refused('DEPARTMENT_NOT_FOUND'));
});
