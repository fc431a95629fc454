import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { Privilege } from '@alcove/contract';
import { setManagers } from '../departments/index.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { departmentOf, person } from './groups.test-support.ts';

const { privilege, instance, search } = calls;
let company: Company;
let [manager, above, member, inner, stranger]: Person[] = [];
let rootId: string;
let departmentId: string;
let subId: string;
let count = 0;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [manager, above, member, inner, stranger] = await Promise.all(Array.from({ length: 5 }, () => company.person()));
  count += 1;
  const topId = await departmentOf(company, `总部_${count}`, null, []);
  departmentId = await departmentOf(company, `销售部_${count}`, topId, [member!]);
  subId = await departmentOf(company, `一组_${count}`, departmentId, [inner!]);
  const by = { userId: manager!.userId, realName: '' };
  await setManagers(company.database, { departmentId: topId, userIds: [above!.userId] }, by);
  await setManagers(company.database, { departmentId, userIds: [manager!.userId] }, by);
  const row = await company.database
    .selectFrom('department as d')
    .innerJoin('space as s', 's.id', 'd.space_id')
    .select('s.root_id')
    .where('d.id', '=', departmentId)
    .executeTakeFirstOrThrow();
  rootId = row.root_id;
});

const department = (id: string) => ({ kind: 'department', id }) as const;
type Subject = ReturnType<typeof person> | ReturnType<typeof department>;
const give = (instanceId: string, subject: Subject, role: Privilege, by = manager!) =>
  by.call(privilege.updateUserRole, { instanceId, subject, role });
const take = (instanceId: string, subject: Subject) => manager!.call(privilege.remove, { instanceId, subject });
const list = async (instanceId: string) =>
  (await manager!.call(privilege.queryPrivilegeList, { instanceId, pageSize: 100 })).items.map(
    ({ id, privilege: has, from, fixed, isDefault }) => ({
      id,
      has,
      from,
      fixed,
      isDefault,
    }),
  );

test("a department's manager gives its people, a sub-department and others another level, and takes it back", async () => {
  const folder = await manager!.folder('方案', rootId);
  await assert.rejects(member!.uploads('x', 'x.txt', folder.instanceId), refused('NOT_ALLOWED'));
  await give(folder.instanceId, person(member!), 'edit');
  await member!.uploads('x', 'x.txt', folder.instanceId);
  await give(folder.instanceId, department(subId), 'forbidden');
  assert.deepEqual(await inner!.names(rootId), []);
  await give(rootId, person(stranger!), 'download');
  assert.deepEqual(await stranger!.names(rootId), ['方案']);
  assert.deepEqual(
    (await list(folder.instanceId)).map(({ id, has, from }) => [id, has, from]).toSorted(),
    [
      [member!.userId, 'edit', 'here'],
      [subId, 'forbidden', 'here'],
      [stranger!.userId, 'download', 'top'],
      [departmentId, 'defaultRole', 'top'],
      [manager!.userId, 'manager', 'top'],
      [above!.userId, 'operator', 'top'],
    ].toSorted(),
  );
  for (const subject of [person(member!), department(subId)]) {
    await take(folder.instanceId, subject);
    await assert.rejects(take(folder.instanceId, subject), refused('PRIVILEGE_NOT_FOUND'));
  }
  await take(rootId, person(stranger!));
  await assert.rejects(member!.uploads('y', 'y.txt', folder.instanceId), refused('NOT_ALLOWED'));
  assert.deepEqual(await inner!.names(rootId), ['方案']);
  await assert.rejects(stranger!.names(rootId), refused('FILE_NOT_FOUND'));
});

test('the level that everyone in a department has is set on its top, and goes back to the first one', async () => {
  const folder = await manager!.folder('方案', rootId);
  await give(rootId, department(departmentId), 'edit');
  await member!.uploads('x', 'x.txt', folder.instanceId);
  assert.ok((await list(rootId)).some((one) => one.id === departmentId && one.isDefault && one.has === 'edit'));
  await take(rootId, department(departmentId));
  await assert.rejects(member!.uploads('y', 'y.txt', folder.instanceId), refused('NOT_ALLOWED'));
  assert.ok((await list(rootId)).some((one) => one.id === departmentId && one.has === 'defaultRole'));
});

test('managers are named with the department alone: no level on its top makes or unmakes one, or shuts one out', async () => {
  await assert.rejects(give(rootId, person(stranger!), 'manager'), refused('DEPARTMENT_MANAGER_FIXED'));
  for (const one of [manager!, above!]) {
    await assert.rejects(give(rootId, person(one), 'forbidden'), refused('DEPARTMENT_MANAGER_FIXED'));
    await assert.rejects(take(rootId, person(one)), refused('DEPARTMENT_MANAGER_FIXED'));
  }
  const folder = await manager!.folder('只给自己人', rootId);
  await give(folder.instanceId, person(above!), 'forbidden');
  assert.deepEqual(await above!.names(rootId), []);
});

test('who only works there, who manages above, and who manages by a share give nobody anything', async () => {
  const folder = await manager!.folder('方案', rootId);
  for (const by of [member!, above!]) await assert.rejects(give(folder.instanceId, person(stranger!), 'edit', by), refused('NOT_ALLOWED'));
  await manager!.call(calls.innerSharing.create, {
    instanceId: folder.instanceId,
    members: [{ ...person(stranger!), role: 'manager' }],
  });
  await assert.rejects(give(folder.instanceId, person(member!), 'edit', stranger!), refused('NOT_ALLOWED'));
  await assert.rejects(stranger!.call(privilege.queryPrivilegeList, { instanceId: folder.instanceId }), refused('NOT_ALLOWED'));
});

test('a drop box takes what is put in and shows each only their own: in lists, the search, details and downloads', async () => {
  const box = await manager!.folder('收件箱', rootId);
  await give(rootId, department(departmentId), 'forbidden');
  await give(box.instanceId, department(departmentId), 'uploader');
  const mine = await member!.uploads('mine', '我的答卷.txt', box.instanceId);
  const theirs = await inner!.uploads('theirs', '别人的答卷.txt', box.instanceId);
  assert.deepEqual(await member!.names(box.instanceId), ['我的答卷.txt']);
  assert.deepEqual(await inner!.names(box.instanceId), ['别人的答卷.txt']);
  const found = await member!.call(search.searchInstancePage, { keyword: '答卷' });
  assert.doesNotMatch(JSON.stringify(found), /别人/);
  for (const call of [instance.queryInstanceDetail, calls.download.download] as const)
    await assert.rejects(member!.call(call, { instanceId: theirs.instanceId }), refused('FILE_NOT_FOUND'));
  // The uploader cannot download, rename or delete even their own file.
  for (const attempt of [
    member!.call(calls.download.download, { instanceId: mine.instanceId }),
    member!.call(instance.remove, { instanceIds: [mine.instanceId] }).then(([outcome]) => assert.equal(outcome?.done, false)),
  ])
    await attempt.catch(refused('NOT_ALLOWED'));
  assert.deepEqual(await manager!.names(box.instanceId), ['别人的答卷.txt', '我的答卷.txt']);
});

test('an observer sees names and opens nothing; a reader opens and keeps nothing', async () => {
  const folder = await manager!.folder('方案', rootId);
  const file = await manager!.uploads('text', 'a.txt', folder.instanceId);
  await give(folder.instanceId, person(member!), 'observer');
  assert.deepEqual(await member!.names(folder.instanceId), ['a.txt']);
  await assert.rejects(member!.call(calls.download.preview, { instanceId: file.instanceId }), refused('NOT_ALLOWED'));
  await give(folder.instanceId, person(member!), 'reader');
  await member!.call(calls.download.preview, { instanceId: file.instanceId });
  await assert.rejects(member!.call(calls.download.download, { instanceId: file.instanceId }), refused('NOT_ALLOWED'));
});
