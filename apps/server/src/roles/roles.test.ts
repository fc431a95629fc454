import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminItems, allCalls, calls, encodeName, everyItem, failures } from '@alcove/contract';
import type { AdminItem, RoleType } from '@alcove/contract';
import { adminPassword, leftOut, openCompany, refused, thorough } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { giveBuiltInRole } from './role-queries.ts';

const { page, create, update, remove, assign } = calls.adminRole;
let company: Company;
let admin: Client;
let adminId: string;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  ({ userId: adminId } = await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword }));
});
after(() => company.close());

let made = 0;
const content = (items: readonly AdminItem[], type: RoleType = 'ordinary') => ({
  name: `role ${(made += 1)}`,
  type,
  adminItems: [...items],
  fileItems: [...everyItem],
});
const builtIn = async (which: string): Promise<string> => (await admin.call(page, {})).items.find((role) => role.builtIn === which)!.roleId;
/** A new person with exactly one new role. */
async function holder(items: readonly AdminItem[], type: RoleType = 'ordinary'): Promise<Person> {
  const person = await company.person();
  const { roleId } = await admin.call(create, content(items, type));
  await admin.call(assign, { userIds: [person.userId], roleIds: [roleId] });
  return person;
}
test('every administration call asks for its item: a generated matrix against an oracle', async (context) => {
  const administration = allCalls.filter(({ caller }) => caller === 'administrator');
  for (const { name, adminItem } of administration) assert.ok(adminItem, name);
  const person = await company.person();
  const plain = await builtIn('employee');
  let cells = 0;
  /**
   * A call that asks for another item than its own, or for one more, refuses who has only its own; one that is content with another serves
   * who has all but its own. So the calls of the item say it all, and the ordinary run takes one in eight of the others.
   */
  const oneIn = thorough ? 1 : 8;
  const asks = async (which: string, allows: (item: AdminItem) => boolean, item?: AdminItem): Promise<void> => {
    const nth = item === undefined ? 0 : adminItems.indexOf(item);
    for (const [at, call] of administration.entries()) {
      if (item !== undefined && call.adminItem !== item && (at + nth) % oneIn > 0) continue;
      const isAllowed = async () => (await person.ask(call, {})).errcode !== failures.NOT_ALLOWED.errcode;
      const expected = allows(call.adminItem!);
      assert.equal(await isAllowed(), expected, `${call.name}, ${which}`);
      cells += 1;
    }
  };
  const { roleId } = await admin.call(create, content([]));
  await asks('no role for it', () => false);
  await admin.call(assign, { userIds: [person.userId], roleIds: [plain, roleId] });
  const { name } = (await admin.call(page, {})).items.find((role) => role.roleId === roleId)!;
  for (const item of adminItems) {
    await admin.call(update, { roleId, ...content([item]), name });
    await asks(`ordinary, only ${item}`, (asked) => asked === item, item);
    await admin.call(update, { roleId, ...content(adminItems.filter((one) => one !== item)), name });
    await asks(`ordinary, all but ${item}`, (asked) => asked !== item, item);
  }
  await admin.call(update, { roleId, ...content([], 'advanced'), name });
  await asks('advanced', () => true);
  await admin.call(assign, { userIds: [person.userId], roleIds: [plain] });
  context.diagnostic(`answers compared: ${leftOut(cells, administration.length * (2 * adminItems.length + 2))}`);
});

test('a role has a name of its own and at least one item; built-in ones stay what they are', async () => {
  const given = content(['people.view']);
  const role = await admin.call(create, { ...given, name: `  ${given.name} `, fileItems: ['share', 'list', 'list'] });
  assert.deepEqual([role.name, role.fileItems, role.people], [given.name, ['list', 'share'], 0]);
  await assert.rejects(admin.call(create, { ...content([]), name: given.name.toUpperCase() }), refused('ROLE_NAME_TAKEN'));
  await assert.rejects(admin.call(create, { ...content([]), name: 'x'.repeat(33) }), refused('ROLE_NAME_WRONG'));
  await assert.rejects(admin.call(create, { ...content([]), name: ' ' }), refused('ROLE_NAME_WRONG'));
  await assert.rejects(admin.call(create, { ...content([]), fileItems: [] }), refused('ROLE_EMPTY'));
  assert.equal(
    (await admin.call(update, { ...given, roleId: role.roleId, name: given.name.toUpperCase() })).name,
    given.name.toUpperCase(),
  );

  const { items } = await admin.call(page, {});
  assert.deepEqual(
    items.slice(0, 3).map((one) => [one.builtIn, one.type, one.fileItems.includes('share')]),
    [
      ['administrator', 'advanced', true],
      ['employee', 'ordinary', false],
      ['employeeSharing', 'ordinary', true],
    ],
  );
  const [administrator, employee] = items as [(typeof items)[0], (typeof items)[0]];
  const unchanged = { name: employee.name, type: employee.type, adminItems: employee.adminItems };
  const fewer = employee.fileItems.filter((item) => item !== 'tag');
  assert.deepEqual((await admin.call(update, { ...unchanged, roleId: employee.roleId, fileItems: fewer })).fileItems, fewer);
  await admin.call(update, { ...unchanged, roleId: employee.roleId, fileItems: employee.fileItems });
  for (const change of [{ name: 'Other' }, { type: 'advanced' as const }, { adminItems: ['people.view' as const] }])
    await assert.rejects(
      admin.call(update, { ...unchanged, roleId: employee.roleId, fileItems: employee.fileItems, ...change }),
      refused('ROLE_BUILT_IN'),
    );
  await assert.rejects(admin.call(remove, { roleId: employee.roleId, replacementId: administrator.roleId }), refused('ROLE_BUILT_IN'));
  await assert.rejects(
    admin.call(update, { roleId: administrator.roleId, name: 'Administrator', type: 'advanced', adminItems: [], fileItems: ['list'] }),
    refused('ROLE_BUILT_IN'),
  );
  await assert.rejects(admin.call(remove, { roleId: adminId }), refused('ROLE_NOT_FOUND'));
});

test('of two who edit a role at the same time the second is told, and the same change sent again is none', async () => {
  const { roleId, name } = await admin.call(create, content(['people.view']));
  const before = { ...content(['people.view']), name };
  const edits = (items: AdminItem[]) => ({ ...before, roleId, adminItems: items, before });
  await admin.call(update, edits(['people.view', 'roles.view']));
  await assert.rejects(admin.call(update, edits(['people.view', 'people.edit'])), refused('ROLE_CHANGED'));
  await assert.rejects(admin.call(update, { ...before, roleId, name: `${name} 2`, before }), refused('ROLE_CHANGED'));
  assert.deepEqual((await admin.call(update, edits(['roles.view', 'people.view']))).adminItems, ['people.view', 'roles.view']);
});

test('a role that people have is deleted only with a replacement, which takes its place at once', async () => {
  const person = await holder(['departments.quota']);
  const { roleId } = (await admin.call(page, {})).items.find((role) => role.name === `role ${made}`)!;
  await assert.rejects(admin.call(remove, { roleId }), refused('ROLE_HELD'));
  await assert.rejects(admin.call(remove, { roleId, replacementId: roleId }), refused('ROLE_HELD'));
  await assert.rejects(admin.call(remove, { roleId, replacementId: adminId }), refused('ROLE_NOT_FOUND'));
  assert.deepEqual((await person.call(calls.user.currentUser, {})).adminItems, ['departments.quota']);
  await admin.call(remove, { roleId, replacementId: await builtIn('employee') });
  const now = await person.call(calls.user.currentUser, {});
  assert.deepEqual([now.adminItems, now.permissions], [[], everyItem.filter((item) => item !== 'share')]);
});

test('nobody gives or takes administration items that they do not have', async () => {
  const manager = await holder(['roles.view', 'roles.edit', 'roles.assign', 'people.view']);
  const [mine, employee] = [await manager.call(create, content(['people.view'])), await builtIn('employee')];
  await assert.rejects(manager.call(create, content(['people.freeze'])), refused('ROLE_BEYOND_OWN'));
  await assert.rejects(manager.call(create, content([], 'advanced')), refused('ROLE_BEYOND_OWN'));
  await assert.rejects(manager.call(update, { ...content(['people.freeze']), roleId: mine.roleId }), refused('ROLE_BEYOND_OWN'));
  const more = await admin.call(create, content(['people.freeze']));
  await assert.rejects(manager.call(update, { ...content([]), roleId: more.roleId }), refused('ROLE_BEYOND_OWN'));
  await assert.rejects(manager.call(remove, { roleId: more.roleId }), refused('ROLE_BEYOND_OWN'));
  for (const roleIds of [[more.roleId], [await builtIn('administrator')], [employee, more.roleId]])
    await assert.rejects(manager.call(assign, { userIds: [manager.userId], roleIds }), refused('ROLE_BEYOND_OWN'));
  await assert.rejects(manager.call(assign, { userIds: [adminId], roleIds: [employee] }), refused('ROLE_BEYOND_OWN'));
  const other = await company.person();
  await manager.call(assign, { userIds: [other.userId], roleIds: [mine.roleId] });
  assert.deepEqual((await other.call(calls.user.currentUser, {})).adminItems, ['people.view']);
  await assert.rejects(manager.call(assign, { userIds: [other.userId, mine.roleId], roleIds: [employee] }), refused('PERSON_NOT_FOUND'));
  assert.deepEqual((await other.call(calls.user.currentUser, {})).adminItems, ['people.view'], 'all of them or nobody');
});

test('an administrator who can sign in always remains', async () => {
  const employee = await builtIn('employee');
  await assert.rejects(admin.call(assign, { userIds: [adminId], roleIds: [employee] }), refused('LAST_ADMINISTRATOR'));
  const second = await company.person();
  await company.database.transaction().execute((transaction) => giveBuiltInRole(transaction, second.userId, 'administrator'));
  const frozen = (at: Date | null) =>
    company.database.updateTable('user_account').set({ frozen_at: at }).where('id', '=', second.userId).execute();
  await frozen(new Date());
  await assert.rejects(admin.call(assign, { userIds: [adminId], roleIds: [employee] }), refused('LAST_ADMINISTRATOR'));
  await frozen(null);
  await second.signsIn();
  // Each demotes the other at the same moment.
  const codes = (
    await Promise.all([
      admin.ask(assign, { userIds: [second.userId], roleIds: [employee] }),
      second.ask(assign, { userIds: [adminId], roleIds: [employee] }),
    ])
  ).map(({ errcode }) => errcode);
  assert.deepEqual(codes.toSorted(), [0, failures.NOT_ALLOWED.errcode], 'the second one is no administrator any more');
  const left = codes[0] === 0 ? admin : second;
  await left.call(assign, { userIds: [adminId], roleIds: [await builtInBy(left)] });
});
const builtInBy = async (who: Client): Promise<string> =>
  (await who.call(page, {})).items.find((role) => role.builtIn === 'administrator')!.roleId;

test('a role that loses a file item takes it from its people on their next call, in their own space too', async () => {
  const person = await company.person();
  const { roleId } = await admin.call(create, content([]));
  await admin.call(assign, { userIds: [person.userId], roleIds: [roleId] });
  const { instanceId } = await person.folder('mine');
  const { name } = (await admin.call(page, {})).items.find((role) => role.roleId === roleId)!;
  await admin.call(update, { roleId, name, type: 'ordinary', adminItems: [], fileItems: everyItem.filter((item) => item !== 'rename') });
  await assert.rejects(person.call(calls.instance.rename, { instanceId, fileName: encodeName('other') }), refused('NOT_ALLOWED'));
  assert.ok(!(await person.call(calls.instance.queryInstanceDetail, { instanceId })).fileAuth.includes('rename'));
});
