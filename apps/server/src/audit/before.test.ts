/** The entry of a changed level, right or limit also says what it was before. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { AdminItem } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { adminPassword, openCompany } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { entriesOf } from './audit.test-support.ts';

let company: Company;
let admin: Client;
let [a, b, c]: Person[] = [];
before(async () => {
  company = await openCompany();
  [a, b, c] = [await company.person(), await company.person(), await company.person()];
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const { access, adminUser, adminRole, adminDepartment, adminConfiguration, group, innerSharing, instance, privilege } = calls;

/** What the entries of the work say was there before, oldest first; null for an entry that says nothing. */
async function befores(work: () => Promise<unknown>): Promise<unknown[]> {
  const entries = await entriesOf(company.database, work);
  return entries.map(({ detail }) => (detail as { before?: unknown } | null)?.before ?? null);
}

test('levels in a group and on one of its folders', async () => {
  const { groupId } = await a!.call(group.createGroup, { groupName: 'Levels', preallocatedSize: 2 ** 30 });
  const subject = { kind: 'person' as const, id: b!.userId };
  const other = { kind: 'person' as const, id: c!.userId };
  const add = (level: 'viewOnly' | 'download') =>
    a!.call(group.addMembers, {
      groupId,
      members: [
        { ...subject, level },
        { ...other, level: 'edit' },
      ],
    });
  assert.deepEqual(await befores(() => add('viewOnly')), [null, null]);
  assert.deepEqual(await befores(() => add('download')), [{ level: 'viewOnly' }, null]);
  assert.deepEqual(await befores(() => a!.call(privilege.updateMemberRole, { groupId, subject, role: 'edit' })), [{ role: 'download' }]);
  const { instanceId } = await a!.folder('inside', groupId);
  const set = (role: 'viewOnly' | 'edit') => a!.call(privilege.updateUserRole, { instanceId, subject, role });
  assert.deepEqual(await befores(() => set('viewOnly')), [null]);
  assert.deepEqual(await befores(() => set('edit')), [{ role: 'viewOnly' }]);
  assert.deepEqual(await befores(() => a!.call(privilege.remove, { instanceId, subject })), [{ role: 'edit' }]);
  assert.deepEqual(await befores(() => a!.call(group.removeMembers, { groupId, members: [subject] })), [{ level: 'edit' }]);
  assert.deepEqual(await befores(() => a!.call(group.editGroup, { groupId, preallocatedSize: 2 ** 31 })), [{ preallocatedSize: 2 ** 30 }]);
});

test('levels and the end of a share', async () => {
  const { instanceId } = await a!.folder('given');
  const member = { kind: 'person' as const, id: b!.userId };
  const give = (role: 'viewOnly' | 'edit') => a!.call(innerSharing.create, { instanceId, members: [{ ...member, role }] });
  assert.deepEqual(await befores(() => give('viewOnly')), [null]);
  assert.deepEqual(await befores(() => give('edit')), [{ members: [{ ...member, role: 'viewOnly' }] }]);
  assert.deepEqual(await befores(() => give('edit')), [null]);
  const expireTime = new Date(Date.now() + 86_400_000).toISOString();
  assert.deepEqual(await befores(() => a!.call(innerSharing.create, { instanceId, members: [], expireTime })), [{ expireTime: null }]);
});

test('the sensitivity of an item', async () => {
  const { instanceId } = await a!.folder('sensitive');
  assert.deepEqual(await befores(() => a!.call(instance.setSensitivity, { instanceId, sensitivity: 'high' })), [{ sensitivity: 'normal' }]);
});

test('what administrators change of people, each with their own values, and of roles', async () => {
  const departmentId = await createDepartment(company.database, { name: '前', parentId: null });
  const elsewhere = await createDepartment(company.database, { name: '后', parentId: null });
  const made = async (accountName: string, quotaBytes: number) =>
    (await admin.call(adminUser.create, { accountName, realName: '测试', departmentId, roleIds: [employee], quotaBytes })).userId;
  const { items } = await admin.call(adminRole.page, {});
  const employee = items.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  const [one, two] = [await made('before_one', 2 ** 30), await made('before_two', 2 ** 31)];
  assert.deepEqual(await befores(() => admin.call(adminUser.update, { userId: one, departmentId: elsewhere, speedLimit: 5 })), [
    { departmentId, speedLimit: null },
  ]);
  assert.deepEqual(await befores(() => admin.call(adminUser.batch, { userIds: [one, two], change: { quotaBytes: 2 ** 32 } })), [
    { quotaBytes: 2 ** 30 },
    { quotaBytes: 2 ** 31 },
  ]);
  const content = { name: 'before-role', type: 'ordinary' as const, adminItems: ['roles.view'] as AdminItem[], fileItems: [] };
  const { roleId } = await admin.call(adminRole.create, content);
  assert.deepEqual(await befores(() => admin.call(adminRole.assign, { userIds: [one, two], roleIds: [roleId, employee] })), [
    { roleIds: [employee] },
    { roleIds: [employee] },
  ]);
  const role = (await admin.call(adminRole.page, {})).items.find((one) => one.roleId === roleId);
  const { name, type, adminItems, fileItems } = role!;
  assert.deepEqual(
    await befores(() =>
      admin.call(adminRole.update, { roleId, ...content, fileItems: ['list'], before: { name, type, adminItems, fileItems } }),
    ),
    [{ name, type, adminItems, fileItems }],
  );
});

test('what administrators change of departments and of the configuration', async () => {
  const departmentId = await createDepartment(company.database, { name: '设置前', parentId: null });
  const parentId = await createDepartment(company.database, { name: '上级', parentId: null });
  const update = (defaultLevel: 'viewOnly' | 'edit') => admin.call(adminDepartment.update, { departmentId, defaultLevel });
  assert.deepEqual(await befores(() => update('viewOnly')), [{ defaultLevel: 'defaultRole' }]);
  assert.deepEqual(await befores(() => update('edit')), [{ defaultLevel: 'viewOnly' }]);
  assert.deepEqual(await befores(() => admin.call(adminDepartment.move, { departmentId, parentId })), [{ parentId: null }]);
  const set = (quotaBytes: number | null) => admin.call(adminDepartment.setQuota, { departmentId, quotaBytes });
  await set(2 ** 30);
  assert.deepEqual(await befores(() => set(2 ** 31)), [{ quotaBytes: 2 ** 30 }]);
  await admin.call(adminDepartment.setManagers, { departmentId, userIds: [a!.userId] });
  assert.deepEqual(await befores(() => admin.call(adminDepartment.setManagers, { departmentId, userIds: [b!.userId] })), [
    { userIds: [a!.userId] },
  ]);
  const setting = async (code: 'folderDownload', value: boolean) => {
    const entries = await entriesOf(company.database, () => admin.call(adminConfiguration.update, { code, value, note: '' }));
    return entries.map(({ detail }) => detail);
  };
  const was = (await admin.call(adminConfiguration.page, {})).items.find(({ code }) => code === 'folderDownload')!.value as boolean;
  assert.deepEqual(await setting('folderDownload', !was), [{ value: !was, before: { value: was } }]);
});

test('the level that an access request raises', async () => {
  const { instanceId } = await a!.folder('asked for');
  const answered = async (level: 'viewOnly' | 'download') => {
    const { requestId } = await b!.call(access.request, { instanceId, item: 'download' });
    return befores(() => a!.call(access.answer, { requestId, level }));
  };
  assert.deepEqual(await answered('viewOnly'), [null]);
  assert.deepEqual(await answered('download'), [{ level: 'viewOnly' }]);
});

test('the leader of a group that is handed over, and whoever was asked', async () => {
  const { groupId } = await a!.call(group.createGroup, { groupName: 'Passed on', preallocatedSize: 2 ** 20 });
  await a!.call(group.addMembers, { groupId, members: [{ kind: 'person', id: b!.userId, level: 'edit' }] });
  assert.deepEqual(await befores(() => a!.call(group.handover, { groupId, userId: b!.userId })), [null]);
  assert.deepEqual(await befores(() => a!.call(group.handover, { groupId, withdraw: true })), [{ userId: b!.userId }]);
  await a!.call(group.handover, { groupId, userId: b!.userId });
  assert.deepEqual(await befores(() => b!.call(group.accept, { groupId, accept: false })), [null]);
  await a!.call(group.handover, { groupId, userId: b!.userId });
  assert.deepEqual(await befores(() => b!.call(group.accept, { groupId, accept: true })), [{ leader: a!.userId }]);
});

test('whether an account was frozen; of one that already was, nothing', async () => {
  const [one, two] = [await company.person(), await company.person()];
  const freeze = (...who: Person[]) => befores(() => admin.call(adminUser.freeze, { userIds: who.map(({ userId }) => userId) }));
  const thaw = (...who: Person[]) => befores(() => admin.call(adminUser.thaw, { userIds: who.map(({ userId }) => userId) }));
  assert.deepEqual(await freeze(one), [{ frozen: false }]);
  assert.deepEqual(await freeze(one, two), [null, { frozen: false }]);
  assert.deepEqual(await thaw(one, two), [{ frozen: true }, { frozen: true }]);
  assert.deepEqual(await thaw(one), [null]);
});
