import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { GroupLevel } from '@alcove/contract';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { add, departmentOf, made, peopleOf, person } from './groups.test-support.ts';

const { group, privilege, instance } = calls;
let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
const people = (count: number, quotaBytes: number | null = null) => peopleOf(company, count, quotaBytes);
const department = (name: string, parentId: string | null, staff: readonly Person[]) => departmentOf(company, name, parentId, staff);

test('on a folder a member has another level or none, until it is taken back; the way to it is told', async () => {
  const [leader, member, boss] = await people(3);
  const one = await made(leader!);
  await add(leader!, one, [member!], 'download');
  const folder = await leader!.folder('合同', one.groupId);
  const inner = await leader!.folder('2026', folder.instanceId);
  const file = await leader!.uploads('x', 'x.txt', inner.instanceId);
  const give = (role: GroupLevel | 'forbidden', instanceId = folder.instanceId) =>
    leader!.call(privilege.updateUserRole, { instanceId, subject: person(member!), role });
  await give('edit');
  await member!.uploads('new', 'new.txt', inner.instanceId);
  await assert.rejects(member!.uploads('new', 'new.txt', one.groupId));
  await give('forbidden');
  assert.deepEqual(await member!.names(one.groupId), []);
  await assert.rejects(member!.call(calls.download.download, { instanceId: file.instanceId }), refused('FILE_NOT_FOUND'));
  const list = async (instanceId: string) =>
    (await leader!.call(privilege.queryPrivilegeList, { instanceId })).items.map(({ id, privilege: has, from, fromName }) => [
      id,
      has,
      from,
      fromName,
    ]);
  assert.deepEqual(await list(folder.instanceId), [[member!.userId, 'forbidden', 'here', undefined]]);
  assert.deepEqual(await list(file.instanceId), [[member!.userId, 'forbidden', 'above', '合同']]);
  await leader!.call(privilege.remove, { instanceId: folder.instanceId, subject: person(member!) });
  await assert.rejects(
    leader!.call(privilege.remove, { instanceId: folder.instanceId, subject: person(member!) }),
    refused('PRIVILEGE_NOT_FOUND'),
    'what changes nothing is no success',
  );
  assert.deepEqual(await list(file.instanceId), [[member!.userId, 'download', 'top', undefined]]);
  assert.deepEqual(await member!.names(one.groupId), ['合同']);

  await assert.rejects(
    leader!.call(privilege.updateUserRole, { instanceId: folder.instanceId, subject: person(boss!), role: 'edit' }),
    refused('GROUP_NOT_MEMBER'),
  );
  await assert.rejects(
    leader!.call(privilege.updateUserRole, { instanceId: folder.instanceId, subject: person(leader!), role: 'edit' }),
    refused('GROUP_LEADER_STAYS'),
  );
  await assert.rejects(
    leader!.call(privilege.updateUserRole, { instanceId: one.groupId, subject: person(member!), role: 'edit' }),
    refused('ROOT_IS_FIXED'),
  );
  const own = await leader!.folder('own');
  await assert.rejects(
    leader!.call(privilege.updateUserRole, { instanceId: own.instanceId, subject: person(member!), role: 'edit' }),
    refused('GROUP_FILES_ONLY'),
  );
  await assert.rejects(member!.call(privilege.queryPrivilegeList, { instanceId: folder.instanceId }), refused('NOT_ALLOWED'));
  // Permissions inside the group end with the membership.
  await give('manager');
  await leader!.call(group.removeMembers, { groupId: one.groupId, members: [person(member!)] });
  await assert.rejects(member!.call(instance.page, { parentId: folder.instanceId }), refused('FILE_NOT_FOUND'));
});

test('what was given inside ends with the department that brought the person in', async () => {
  const [leader, member] = await people(2);
  const id = await department('临时部', null, [member!]);
  const one = await made(leader!);
  await leader!.call(group.addMembers, { groupId: one.groupId, members: [{ kind: 'department', id, level: 'viewOnly' }] });
  const folder = await leader!.folder('F', one.groupId);
  await leader!.call(privilege.updateUserRole, { instanceId: folder.instanceId, subject: person(member!), role: 'manager' });
  await member!.uploads('x', 'x.txt', folder.instanceId);
  await company.database.updateTable('user_account').set({ department_id: null }).where('id', '=', member!.userId).execute();
  await assert.rejects(member!.call(instance.page, { parentId: folder.instanceId }), refused('FILE_NOT_FOUND'));
});
