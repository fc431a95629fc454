/**
 * The bin of someone who manages one folder of a group or department but not the whole. It shows what anybody deleted below that folder,
 * and nothing from elsewhere.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { RecycledItem } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { signInAdmin } from '../repeats/changes.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let [leader, manager]: Person[] = [];
before(async () => {
  company = await openCompany();
  [leader, manager] = [await company.person(), await company.person()];
});
after(() => company.close());

const bin = async (person: Person, keyword?: string): Promise<RecycledItem[]> =>
  (await person.call(calls.recycle.page, { pageSize: 100, ...(keyword && { keyword }) })).items;
const names = async (person: Person): Promise<string[]> => (await bin(person)).map(({ instanceName }) => instanceName).sort();

/** Creates two folders, one of them managed by `manager`. In each, a file and a file in a subfolder were deleted. */
async function filled(by: Person, rootId: string): Promise<{ theirs: string; beside: string }> {
  const [theirs, beside] = [(await by.folder('managed', rootId)).instanceId, (await by.folder('beside', rootId)).instanceId];
  await by.call(calls.privilege.updateUserRole, {
    instanceId: theirs,
    subject: { kind: 'person', id: manager!.userId },
    role: 'manager',
  });
  for (const [where, name] of [
    [theirs, 'theirs'],
    [beside, 'secret'],
  ] as const) {
    const deeper = (await by.folder(`deeper ${name}`, where)).instanceId;
    const files = [await by.uploads(name, `${name}.txt`, where), await by.uploads(`${name} below`, `${name} below.txt`, deeper)];
    await by.call(calls.instance.remove, { instanceIds: files.map(({ instanceId }) => instanceId) });
  }
  return { theirs, beside };
}

test('a folder of a group: seen, restored and cleared by its manager; what was deleted beside it is not', async () => {
  const { groupId } = await leader!.call(calls.group.createGroup, { groupName: 'bins', preallocatedSize: 1_000_000 });
  await leader!.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: manager!.userId, level: 'viewOnly' }] });
  const { theirs } = await filled(leader!, groupId);
  assert.deepEqual(await names(manager!), ['theirs below.txt', 'theirs.txt']);
  const secret = (await bin(leader!, 'secret'))[0]!;
  for (const call of [calls.recycle.restore, calls.recycle.remove]) {
    const [refused] = await manager!.call(call, { recycleIds: [secret.recycleId] });
    assert.ok(!refused!.done && refused!.code === 'FILE_NOT_FOUND');
  }
  const [entry] = await bin(manager!, 'theirs.txt');
  const [back] = await manager!.call(calls.recycle.restore, { recycleIds: [entry!.recycleId] });
  assert.equal(back!.done, true);
  assert.deepEqual(await leader!.names(theirs), ['deeper theirs', 'theirs.txt']);
  assert.equal((await manager!.call(calls.recycle.clear, {})).removed, 1);
  assert.deepEqual(
    (await names(leader!)).filter((name) => name.startsWith('theirs')),
    [],
  );
  assert.equal((await bin(leader!, 'secret')).length, 2);
});

test('the bin follows the right: closed below, moved away, taken back', async () => {
  const { groupId } = await leader!.call(calls.group.createGroup, { groupName: 'follows', preallocatedSize: 1_000_000 });
  await leader!.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: manager!.userId, level: 'viewOnly' }] });
  const { theirs, beside } = await filled(leader!, groupId);
  const subject = { kind: 'person', id: manager!.userId } as const;
  const inside = (await leader!.call(calls.instance.page, { parentId: theirs })).items[0]!.instanceId;
  await leader!.call(calls.privilege.updateUserRole, { instanceId: inside, subject, role: 'forbidden' });
  assert.deepEqual(await names(manager!), ['theirs.txt']);
  await leader!.call(calls.privilege.remove, { instanceId: inside, subject });
  await leader!.call(calls.instance.move, { instanceIds: [inside], targetParentId: beside });
  assert.deepEqual(await names(manager!), ['theirs.txt']);
  await leader!.call(calls.privilege.remove, { instanceId: theirs, subject });
  assert.deepEqual(await names(manager!), []);
});

test('a folder of a department that its manager is not in: the department has no name in their bin', async () => {
  const admin = await signInAdmin(company);
  const departmentId = await company.database
    .transaction()
    .execute((transaction) => createDepartment(transaction, { name: 'Hidden_department', parentId: null }));
  await admin.call(calls.adminDepartment.setManagers, { departmentId, userIds: [leader!.userId] });
  const { rows } = await sql<{ root_id: string }>`
    select s.root_id from department d join space s on s.id = d.space_id where d.id = ${departmentId}`.execute(company.database);
  const { theirs } = await filled(leader!, rows[0]!.root_id);
  const seen = await bin(manager!);
  assert.deepEqual(seen.map(({ instanceName }) => instanceName).sort(), ['theirs below.txt', 'theirs.txt']);
  assert.ok(seen.every(({ spaceRootId, spaceName }) => spaceRootId === theirs && spaceName === 'managed'));
  assert.equal(JSON.stringify(seen).includes('Hidden_department'), false);
  assert.equal(JSON.stringify(seen).includes('secret'), false);
});
