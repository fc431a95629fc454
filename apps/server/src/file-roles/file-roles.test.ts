/** Administrators edit what the file roles include: who may, what can never be, and that it acts at once on everything that was granted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, defaultRoleItems, fileRoles, itemsInOrder } from '@alcove/contract';
import type { FileRole, PermissionItem } from '@alcove/contract';
import { adminPassword, Listener, openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';

const { page, update } = calls.adminFileRole;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const itemsOf = async (role: FileRole): Promise<PermissionItem[]> =>
  (await admin.call(page, {})).items.find((one) => one.role === role)!.items;
const set = async (role: FileRole, items: readonly PermissionItem[]): Promise<void> =>
  void (await admin.call(update, { role, items: [...items], before: await itemsOf(role) }));
const without = (role: FileRole, ...gone: PermissionItem[]) => defaultRoleItems[role].filter((item) => !gone.includes(item));
/** Milliseconds, longer than a link's right is remembered. */
const aWhile = 1100;
/** Runs with one role changed, and sets it back. */
async function changed(role: FileRole, items: readonly PermissionItem[], work: () => Promise<void>): Promise<void> {
  await set(role, items);
  try {
    await work();
  } finally {
    await set(role, defaultRoleItems[role]);
  }
}

async function group(leader: Person, members: [Person, 'viewOnly' | 'download' | 'edit' | 'manager'][]) {
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: `G ${leader.userId}`, preallocatedSize: 2 ** 24 });
  const named = members.map(([{ userId: id }, level]) => ({ kind: 'person' as const, id, level }));
  if (named.length > 0) await leader.call(calls.group.addMembers, { groupId, members: named });
  return groupId;
}
const auth = async (who: Person, instanceId: string) => (await who.call(calls.instance.queryInstanceDetail, { instanceId })).fileAuth;

test('a company begins with the sets of the specification, and everybody learns them', async () => {
  const { items } = await admin.call(page, {});
  assert.deepEqual(
    items,
    fileRoles.map((role) => ({ role, items: itemsInOrder(defaultRoleItems[role]) })),
  );
  const person = await company.person();
  assert.deepEqual(
    (await person.call(calls.user.currentUser, {})).fileRoles,
    Object.fromEntries(items.map(({ role, items: some }) => [role, some])),
  );
});

test('no access stays no access, and managers manage people: by the call and by the database', async () => {
  const ask = (role: FileRole, items: PermissionItem[]) => admin.call(update, { role, items, before: [...defaultRoleItems[role]] });
  await assert.rejects(ask('forbidden', ['list']), refused('FILE_ROLE_FIXED'));
  await assert.rejects(ask('manager', without('manager', 'personnelManagement')), refused('FILE_ROLE_MANAGES'));
  const writes = (statement: string) => sql.raw(statement).execute(company.database);
  await assert.rejects(writes(`update file_role set items = '{list}' where role = 'forbidden'`), /file_role_forbids/);
  await assert.rejects(writes(`update file_role set items = '{list}' where role = 'manager'`), /file_role_manages/);
  await assert.rejects(writes(`update file_role set items = '{fly}' where role = 'editor'`), /file_role_items/);
  await assert.rejects(writes(`delete from file_role where role = 'editor'`), /twelve file roles stay/);
  await assert.rejects(writes(`update file_role set role = 'other' where role = 'editor'`), /file_role_known/);
});

test('of two administrators who change a role at once one is told so, and a change that is sent twice is made once', async () => {
  const before = await itemsOf('reader');
  const first = { role: 'reader' as const, items: [...before, 'comment' as const], before };
  const other = { role: 'reader' as const, items: [...before, 'tag' as const], before };
  const answers = await Promise.all([admin.ask(update, first), admin.ask(update, other)]);
  assert.equal(answers.filter(({ errcode }) => errcode === 0).length, 1);
  const [won, lost] = answers[0]!.errcode === 0 ? [first, other] : [other, first];
  assert.deepEqual(await itemsOf('reader'), itemsInOrder(won.items));
  await assert.rejects(admin.call(update, lost), refused('FILE_ROLE_CHANGED'));
  assert.deepEqual((await admin.call(update, won)).items, itemsInOrder(won.items), 'asked again');
  await set('reader', before);
});

test('only who may edit file roles edits them', async () => {
  const person = await company.person();
  await assert.rejects(person.call(update, { role: 'reader', items: [], before: await itemsOf('reader') }), refused('NOT_ALLOWED'));
});

test('a change acts on the next call, on what was granted before and after, and ends links in use and lists within a second', async () => {
  const [leader, member] = [await company.person(), await company.person()];
  const groupId = await group(leader, [[member, 'download']]);
  const file = await leader.uploads('text', 'a.txt', groupId);
  const { url } = await member.call(calls.download.download, { instanceId: file.instanceId });
  assert.equal((await fetch(url)).status, 200);
  const hears = await Listener.of(member);
  await changed('downloader', [...without('downloader', 'download'), 'upload'], async () => {
    const items = await auth(member, file.instanceId);
    assert.deepEqual([items.includes('download'), items.includes('upload')], [false, true]);
    await assert.rejects(member.call(calls.download.download, { instanceId: file.instanceId }), refused('NOT_ALLOWED'));
    await hears.until(({ heard }) => heard.some(({ event }) => event === 'rolesChanged'));
    await sleep(aWhile);
    assert.equal((await fetch(url)).status, 403);
  });
  await sleep(aWhile);
  assert.equal((await fetch((await member.call(calls.download.download, { instanceId: file.instanceId })).url)).status, 200);
  await changed('downloader', [], async () => {
    assert.deepEqual((await member.call(calls.search.searchInstancePage, { keyword: 'a.txt' })).total, 0);
    await assert.rejects(member.call(calls.instance.page, { parentId: groupId }));
  });
  hears.leave();
});

test('nobody gives more than they hold after the sets were edited: items decide, not the names of levels', async () => {
  const [leader, editor, other] = [await company.person(), await company.person(), await company.person()];
  const groupId = await group(leader, [[editor, 'edit']]);
  const adds = (level: 'viewOnly' | 'download' | 'edit' | 'manager') =>
    editor.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: other.userId, level }] });
  await assert.rejects(adds('viewOnly'), refused('NOT_ALLOWED'));
  await changed('editor', [...defaultRoleItems.editor, 'personnelManagement'], async () => {
    await assert.rejects(adds('manager'), refused('GROUP_BEYOND_RIGHTS'));
    await adds('edit');
    await changed('viewer', [...defaultRoleItems.viewer, 'share'], async () => {
      await assert.rejects(adds('viewOnly'), refused('GROUP_BEYOND_RIGHTS'), 'view only includes more than they have');
    });
    await adds('viewOnly');
  });
  const { instanceId } = await leader.folder('shared');
  const given = { instanceId, members: [{ kind: 'person' as const, id: editor.userId, role: 'manager' as const }] };
  const [made] = await leader.call(calls.innerSharing.create, given);
  assert.ok(made?.done);
  const fileSharingId = made.fileSharingId!;
  await changed('sharedPerson', [...defaultRoleItems.sharedPerson, 'fileSync'], async () => {
    await changed('manager', without('manager', 'fileSync'), async () => {
      const { mayGive } = await editor.call(calls.innerSharing.querySharingUsers, { instanceId, fileSharingId });
      assert.ok(!mayGive.includes('sharedPerson') && mayGive.includes('edit'), mayGive.join());
      const members = [{ kind: 'person' as const, id: other.userId, role: 'sharedPerson' as const }];
      await assert.rejects(editor.call(calls.innerSharing.create, { instanceId, fileSharingId, members }), refused('SHARE_ROLE_TOO_HIGH'));
    });
  });
});

test('who manages people by an edited role sees the bin of the place and is asked for access, and no longer when the item is taken', async () => {
  const [leader, editor, outsider] = [await company.person(), await company.person(), await company.person()];
  const groupId = await group(leader, [[editor, 'edit']]);
  const gone = await leader.uploads('text', 'gone.txt', groupId);
  const kept = await leader.uploads('text', 'kept.txt', groupId);
  await leader.call(calls.instance.remove, { instanceIds: [gone.instanceId] });
  const binned = async () => (await editor.call(calls.recycle.page, {})).items.map(({ instanceId }) => instanceId);
  const asked = async () => {
    const { total } = await editor.call(calls.notice.page, { pageSize: 100 });
    return total;
  };
  assert.deepEqual(await binned(), []);
  await changed('editor', [...defaultRoleItems.editor, 'personnelManagement'], async () => {
    assert.deepEqual(await binned(), [gone.instanceId]);
    const before = await asked();
    await outsider.call(calls.access.request, { instanceId: kept.instanceId, item: 'list' });
    for (const end = Date.now() + 5000; (await asked()) <= before; await sleep(50)) assert.ok(Date.now() < end, 'they are asked');
  });
  assert.deepEqual(await binned(), []);
});
