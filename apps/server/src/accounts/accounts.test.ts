import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, eventsPath, everyItem, failures, limits } from '@alcove/contract';
import type { AdminItem, InputOf } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { adminPassword, Client, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { page, create, update, batch, freeze, thaw, resetPassword, sessions, endSessions } = calls.adminUser;
let company: Company;
let admin: Client;
let adminId: string;
let departments: { above: string; below: string };
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  ({ userId: adminId } = await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword }));
  departments = await company.database.transaction().execute(async (transaction) => {
    const above = await createDepartment(transaction, { name: '市场部', parentId: null });
    return { above, below: await createDepartment(transaction, { name: '品牌组', parentId: above }) };
  });
});
after(() => company.close());

let made = 0;
const newAccount = (fields: Partial<InputOf<typeof create>> = {}): InputOf<typeof create> => ({
  accountName: `account_${(made += 1)}`,
  realName: '欧阳静',
  ...fields,
});
const signsIn = async (username: string, password: string): Promise<Client> => {
  const visitor = company.visitor();
  await visitor.call(calls.user.signIn, { username, password });
  return visitor;
};
/** A new person whose only role has these administration items. */
async function officer(...items: AdminItem[]): Promise<Person> {
  const person = await company.person();
  const role = { name: `role ${(made += 1)}`, type: 'ordinary' as const, adminItems: items, fileItems: [...everyItem] };
  const { roleId } = await admin.call(calls.adminRole.create, role);
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [roleId] });
  return person;
}
const accountOf = async (userId: string) => {
  for (let n = 1; ; n += 1) {
    const { items } = await admin.call(page, { page: n, pageSize: 100 });
    const found = items.find((item) => item.userId === userId);
    if (found) return found;
    assert.ok(items.length > 0, 'the account is listed');
  }
};
const ownPassword = 'My-own-words-7';

test('a new colleague signs in with the password that was shown once, and can do nothing before they have changed it', async () => {
  const given = newAccount({
    departmentId: departments.below,
    phone: '+86 138-0000-0001',
    email: 'jing@example.com',
    quotaBytes: 5_000_000,
  });
  const { userId, password } = await admin.call(create, given);
  const person = await signsIn(given.accountName, password!);
  const own = await person.call(calls.user.currentUser, {});
  assert.equal(own.mustChangePassword, true);
  for (const [call, fields] of [
    [calls.instance.page, { parentId: own.personalRootId }],
    [calls.user.clientLogin, {}],
    [calls.user.queryUserCapacity, {}],
  ] as const)
    await assert.rejects(person.call(call, fields as never), refused('PASSWORD_CHANGE_NEEDED'), call.name);
  const stream = await person.send('GET', eventsPath);
  assert.notEqual(stream.status, 200);
  await person.call(calls.user.changePassword, { oldPassword: password!, newPassword: ownPassword });
  assert.equal((await person.call(calls.user.currentUser, {})).mustChangePassword, false);
  await person.call(calls.instance.page, { parentId: own.personalRootId });
  await assert.rejects(signsIn(given.accountName, password!), refused('WRONG_PASSWORD'));

  const account = await accountOf(userId);
  assert.deepEqual(
    [account.departmentName, account.phone, account.email, account.quotaBytes, account.status, account.mustChangePassword],
    ['品牌组', '+86 138-0000-0001', 'jing@example.com', 5_000_000, 'active', false],
  );
  assert.deepEqual(account.roles.map(({ builtIn }) => builtIn), ['employee']); // prettier-ignore
  assert.ok(account.lastSeen);
});

test('a password that is older than its term must be changed before anything else, in open sessions too', async () => {
  const { userId, password } = await admin.call(create, newAccount());
  const { accountName } = await accountOf(userId);
  const person = await signsIn(accountName, password!);
  await person.call(calls.user.changePassword, { oldPassword: password!, newPassword: ownPassword });
  const stands = async () => {
    const { mustChangePassword, passwordExpired } = await person.call(calls.user.currentUser, {});
    return [mustChangePassword, passwordExpired, (await person.ask(calls.user.queryUserCapacity, {})).errcode];
  };
  const until = async (expected: unknown[]): Promise<void> => {
    const end = Date.now() + 2000;
    while (String(await stands()) !== String(expected)) assert.ok(Date.now() < end, `${String(await stands())}, not ${String(expected)}`);
  };
  const old = () => sql`update user_account set password_at = now() - interval '91 days' where id = ${userId}`.execute(company.database);
  const setTerm = (days: number | null) => admin.call(calls.adminConfiguration.update, { code: 'passwordTermDays', value: days });
  const expired = [true, true, failures.PASSWORD_CHANGE_NEEDED.errcode];
  await old();
  assert.deepEqual(await stands(), [false, false, 0], 'there is no term');
  await setTerm(90);
  await until(expired);
  assert.equal((await admin.call(calls.user.currentUser, {})).mustChangePassword, false, 'whose password is young');
  await setTerm(92);
  await until([false, false, 0]);
  await setTerm(90);
  await until(expired);
  const newPassword = 'My-newer-words-8';
  await assert.rejects(
    person.call(calls.user.changePassword, { oldPassword: ownPassword, newPassword: ownPassword }),
    refused('PASSWORD_UNCHANGED'),
  );
  await person.call(calls.user.changePassword, { oldPassword: ownPassword, newPassword });
  await until([false, false, 0]);
  await old();
  const elsewhere = await signsIn(accountName, newPassword);
  assert.equal((await elsewhere.call(calls.user.currentUser, {})).passwordExpired, true, 'it signs in, but for changing it only');
  const { password: given } = await admin.call(resetPassword, { userId });
  const { mustChangePassword, passwordExpired } = await (await signsIn(accountName, given!)).call(calls.user.currentUser, {});
  assert.deepEqual([mustChangePassword, passwordExpired], [true, false], 'a given password is another reason');
  await setTerm(null);
});

test('no generated password is kept anywhere: a repeated request makes another, or finds the name taken', async () => {
  const given = newAccount();
  const { userId, password } = await admin.call(create, given);
  await assert.rejects(admin.call(create, { ...given, accountName: given.accountName.toUpperCase() }), refused('ACCOUNT_NAME_TAKEN'));
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const ask = async () => {
    const response = await admin.send('POST', resetPassword.path, { headers, body: JSON.stringify({ userId }) });
    return ((await response.json()) as { data: { password: string } }).data.password;
  };
  const [first, second] = [await ask(), await ask()];
  assert.equal(new Set([password, first, second]).size, 3);
  await assert.rejects(signsIn(given.accountName, first), refused('WRONG_PASSWORD'));
  await signsIn(given.accountName, second);
});

test('a wrong field is named, and nothing of the account is made or changed', async () => {
  const { userId } = await admin.call(create, newAccount());
  const before = await accountOf(userId);
  const wrong: [Partial<InputOf<typeof create>>, Parameters<typeof refused>[0]][] = [
    [{ accountName: '张三' }, 'ACCOUNT_NAME_WRONG'],
    [{ accountName: 'a b' }, 'ACCOUNT_NAME_WRONG'],
    [{ accountName: '' }, 'ACCOUNT_NAME_WRONG'],
    [{ realName: ' ' }, 'FULL_NAME_WRONG'],
    [{ userName: 'four' }, 'USER_NAME_WRONG'],
    [{ phone: '138a' }, 'PHONE_WRONG'],
    [{ email: 'jing@' }, 'EMAIL_WRONG'],
    [{ expiresAt: new Date(Date.now() - 1000).toISOString() }, 'VALIDITY_WRONG'],
    [{ quotaBytes: -1 }, 'CAPACITY_WRONG'],
    [{ quotaBytes: 1.5 }, 'CAPACITY_WRONG'],
    [{ password: 'short' }, 'PASSWORD_WEAK'],
    [{ departmentId: crypto.randomUUID() }, 'DEPARTMENT_NOT_FOUND'],
    [{ roleIds: [crypto.randomUUID()] }, 'ROLE_NOT_FOUND'],
  ];
  const count = async () => (await admin.call(page, {})).total;
  const people = await count();
  for (const [fields, code] of wrong) {
    await assert.rejects(admin.call(create, newAccount(fields)), refused(code), JSON.stringify(fields));
    const { accountName: _name, password: _password, roleIds: _roles, ...changes } = fields;
    if (Object.keys(changes).length > 0) await assert.rejects(admin.call(update, { userId, ...changes }), refused(code));
  }
  assert.equal(await count(), people);
  assert.deepEqual(await accountOf(userId), before);
});

test('what is changed of an account acts on the person at once, and they are found by their new name', async () => {
  const person = await company.person();
  await admin.call(update, {
    userId: person.userId,
    realName: '诸葛明亮',
    userName: 'Kongming',
    departmentId: departments.above,
    quotaBytes: 10,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const own = await person.call(calls.user.currentUser, {});
  assert.deepEqual([own.userRealName, own.userName, own.departmentName], ['诸葛明亮', 'Kongming', '市场部']);
  await assert.rejects(person.uploads('more than ten bytes', 'a.txt'));
  const found = async (keyword: string) => (await admin.call(page, { keyword })).items.map(({ userId }) => userId);
  for (const keyword of ['诸葛', 'zhuge', 'zgml', person.accountName]) assert.ok((await found(keyword)).includes(person.userId), keyword);
  await admin.call(update, { userId: person.userId, userName: '', expiresAt: null, quotaBytes: null });
  const account = await accountOf(person.userId);
  assert.deepEqual([account.userName, account.expiresAt, account.quotaBytes], ['', null, null]);
});

test('the list is filtered by department, status, role and phone, and has a page for each', async () => {
  const [above, below] = [await admin.call(create, newAccount({ departmentId: departments.above })), await admin.call(create, newAccount({ departmentId: departments.below, phone: '0086 755 1234' }))]; // prettier-ignore
  const ids = async (filter: InputOf<typeof page>) =>
    (await admin.call(page, { pageSize: 100, ...filter })).items.map(({ userId }) => userId);
  const here = await ids({ departmentId: departments.above });
  assert.ok(here.includes(above.userId) && !here.includes(below.userId));
  const both = await ids({ departmentId: departments.above, withBelow: true });
  assert.ok(both.includes(above.userId) && both.includes(below.userId));
  assert.ok(!(await ids({ departmentId: null })).includes(above.userId));
  assert.deepEqual(await ids({ keyword: '7551234' }), [below.userId]);
  await admin.call(freeze, { userIds: [above.userId] });
  assert.deepEqual(await ids({ departmentId: departments.above, status: 'frozen' }), [above.userId]);
  assert.ok(!(await ids({ departmentId: departments.above, status: 'active' })).includes(above.userId));
  const roleId = (await admin.call(calls.adminRole.page, {})).items.find(({ builtIn }) => builtIn === 'administrator')!.roleId;
  assert.deepEqual(await ids({ roleId }), [adminId]);
  await Promise.all(Array.from({ length: 12 }, () => admin.call(create, newAccount())));
  const { total, items } = await admin.call(page, { pageSize: 10, sortField: 'accountName', sortOrder: 'desc' });
  const next = await admin.call(page, { page: 2, pageSize: 10, sortField: 'accountName', sortOrder: 'desc' });
  assert.ok(total >= items.length + next.items.length && items.length === 10);
  const names = [...items, ...next.items].map(({ accountName }) => accountName.toLowerCase());
  assert.deepEqual(names, [...new Set(names)].sort().reverse());
});

test('a filter that finds more than 10,000 people counts no further and says so, a department is counted whole', async () => {
  const departmentId = await createDepartment(company.database, { name: '万人部门', parentId: null });
  const plant = (from: number, to: number) =>
    sql`insert into user_account (id, account_name, real_name, search_text, department_id)
      select gen_random_uuid(), 'crowd_' || n, '众人' || n, 'zhongren', ${departmentId} from generate_series(${from}::int, ${to}::int) n`.execute(
      company.database,
    );
  const found = async (filter: InputOf<typeof page>) => {
    const { total, more } = await admin.call(page, { departmentId, ...filter });
    return { total, more };
  };
  await plant(1, limits.countedPeople);
  assert.deepEqual(await found({ keyword: 'zhongren' }), { total: limits.countedPeople, more: undefined });
  await plant(limits.countedPeople + 1, limits.countedPeople + 1);
  assert.deepEqual(await found({ keyword: 'zhongren' }), { total: limits.countedPeople, more: true });
  assert.deepEqual(await found({ status: 'active', neverSignedIn: true }), { total: limits.countedPeople, more: true });
  assert.deepEqual(await found({ keyword: ' ' }), { total: limits.countedPeople + 1, more: undefined });
  assert.deepEqual(await found({}), { total: limits.countedPeople + 1, more: undefined });
});

test('a suspended person is out within a second and cannot come in; reactivated, the old session stays ended', async () => {
  const given = newAccount({ password: 'Given-by-hand-1' });
  const { userId, password } = await admin.call(create, given);
  assert.equal(password, null);
  const person = await signsIn(given.accountName, given.password!);
  await person.call(calls.user.changePassword, { oldPassword: given.password!, newPassword: ownPassword });
  const unknown = crypto.randomUUID();
  const outcomes = await admin.call(freeze, { userIds: [userId, unknown, adminId, userId] });
  assert.deepEqual(outcomes.map(({ done }) => done), [true, false, false, true]); // prettier-ignore
  const end = Date.now() + 1000;
  while ((await person.ask(calls.user.currentUser, {})).errcode === 0) assert.ok(Date.now() < end, 'within a second');
  await assert.rejects(signsIn(given.accountName, ownPassword), refused('USER_FROZEN'));
  await admin.call(thaw, { userIds: [userId] });
  await assert.rejects(person.call(calls.user.currentUser, {}), refused('SIGN_IN_NEEDED'));
  await signsIn(given.accountName, ownPassword);
});

test('a reset password ends every session and must be changed; nobody resets their own this way', async () => {
  const person = await company.person();
  await person.call(calls.user.currentUser, {});
  const { password } = await admin.call(resetPassword, { userId: person.userId });
  await assert.rejects(person.call(calls.user.currentUser, {}), refused('SIGN_IN_NEEDED'));
  const again = await signsIn(person.accountName, password);
  assert.equal((await again.call(calls.user.currentUser, {})).mustChangePassword, true);
  await assert.rejects(admin.call(resetPassword, { userId: adminId }), refused('ACCOUNT_OWN'));
});

test('an officer cannot touch the account of someone who may do more, nor give roles without the item', async () => {
  const clerk = await officer('people.view', 'people.create', 'people.edit', 'people.freeze', 'people.resetPassword');
  const boss = await officer('people.view', 'people.create', 'people.edit', 'people.freeze', 'people.resetPassword', 'roles.edit');
  for (const userId of [adminId, boss.userId]) {
    await assert.rejects(clerk.call(resetPassword, { userId }), refused('ROLE_BEYOND_OWN'));
    await assert.rejects(clerk.call(update, { userId, email: 'mine@example.com' }), refused('ROLE_BEYOND_OWN'));
    assert.equal((await clerk.call(freeze, { userIds: [userId] }))[0]!.done, false);
  }
  const colleague = await company.person();
  await clerk.call(resetPassword, { userId: colleague.userId });
  const roles = (await admin.call(calls.adminRole.page, {})).items;
  const employee = roles.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  await assert.rejects(clerk.call(create, newAccount({ roleIds: [employee] })), refused('NOT_ALLOWED'));
  await clerk.call(create, newAccount());
  const assigner = await officer('people.create', 'roles.assign');
  const administrator = roles.find(({ builtIn }) => builtIn === 'administrator')!.roleId;
  await assert.rejects(assigner.call(create, newAccount({ roleIds: [administrator] })), refused('ROLE_BEYOND_OWN'));
  const { userId } = await assigner.call(create, newAccount({ roleIds: [employee] }));
  await assert.rejects(clerk.call(update, { userId, email: 'new@example.com', roleIds: [employee] }), refused('NOT_ALLOWED'));
  assert.equal((await accountOf(userId)).email, '', 'nothing of the change was made');
  await admin.call(update, { userId, email: 'new@example.com', roleIds: [administrator] });
  assert.deepEqual((await accountOf(userId)).roles.map(({ builtIn }) => builtIn), ['administrator']); // prettier-ignore
  await admin.call(update, { userId, roleIds: [employee] });
  await assert.rejects(admin.call(update, { userId: adminId, roleIds: [administrator, crypto.randomUUID()] }), refused('ROLE_NOT_FOUND'));
});

test('accounts are found by validity and by when they were last used, which outlives their sessions', async () => {
  const departmentId = await createDepartment(company.database, { name: `seen_${(made += 1)}`, parentId: null });
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const [soon, late] = [await admin.call(create, newAccount({ departmentId, expiresAt: inDays(2) })), await admin.call(create, newAccount({ departmentId, expiresAt: inDays(9) }))]; // prettier-ignore
  const given = newAccount({ departmentId });
  const { userId, password } = await admin.call(create, given);
  const ids = async (filter: InputOf<typeof page>) => (await admin.call(page, { departmentId, ...filter })).items.map((one) => one.userId);
  const all = [soon.userId, late.userId, userId];
  assert.deepEqual(await ids({ sortField: 'expiresAt' }), all);
  assert.deepEqual(await ids({ sortField: 'expiresAt', sortOrder: 'desc' }), all.toReversed());
  assert.deepEqual(await ids({ expiresBefore: inDays(5) }), [soon.userId]);
  assert.deepEqual((await ids({ neverSignedIn: true })).toSorted(), all.toSorted());

  const person = await signsIn(given.accountName, password!);
  await person.call(calls.user.logout, {});
  const { lastSeen } = await accountOf(userId);
  assert.ok(Math.abs(Date.parse(lastSeen!) - Date.now()) < 60_000);
  assert.deepEqual([await ids({ neverSignedIn: false }), await ids({ lastSeenBefore: inDays(1) })], [[userId], [userId]]);
  assert.deepEqual(await ids({ lastSeenBefore: inDays(-1) }), []);
  assert.equal((await ids({ sortField: 'lastSeen' })).at(-1), userId);
  assert.equal((await ids({ sortField: 'lastSeen', sortOrder: 'desc' }))[0], userId);
  assert.ok(!(await ids({ neverSignedIn: true })).includes(userId));

  // Half an hour later: use is written again, though not with every call.
  const again = await signsIn(given.accountName, password!);
  const earlier = sql`now() - interval '30 minutes'`;
  await sql`update session set seen_at = ${earlier} where user_id = ${userId}`.execute(company.database);
  await sql`update last_seen set seen_at = ${earlier} where user_id = ${userId}`.execute(company.database);
  await admin.call(update, { userId, realName: 'Seen again' });
  await again.call(calls.user.currentUser, {});
  assert.ok(Date.parse((await accountOf(userId)).lastSeen!) > Date.now() - 60_000);
});

test('an officer sees and ends the sessions of a colleague, never those of somebody with more items, nor the one they work in', async () => {
  const clerk = await officer('people.sessions');
  const person = await company.person();
  const { token } = await person.call(calls.user.clientLogin, {});
  const desktop = new Client(company.origin);
  desktop.bearer = token;
  const open = await clerk.call(sessions, { userId: person.userId });
  assert.deepEqual(open, (await person.call(calls.user.sessions, {})).map((one) => ({ ...one, current: false }))); // prettier-ignore
  const client = open.find(({ kind }) => kind === 'client')!;
  assert.deepEqual(await clerk.call(endSessions, { userId: person.userId, sessionIds: [client.sessionId] }), { ended: 1 });
  await assert.rejects(desktop.call(calls.user.currentUser, {}), refused('SIGN_IN_NEEDED'));
  await person.call(calls.user.currentUser, {});

  const browser = company.visitor();
  const { qrId } = await browser.call(calls.user.generateQrId, {});
  await person.call(calls.user.confirmQr, { qrId, accept: true });
  assert.ok((await clerk.call(endSessions, { userId: person.userId })).ended > 0);
  await assert.rejects(person.call(calls.user.currentUser, {}), refused('SIGN_IN_NEEDED'));
  await browser.ask(calls.user.queryStatusByQrId, { qrId });
  assert.deepEqual(await clerk.call(sessions, { userId: person.userId }), [], 'the code opened none');
  assert.deepEqual(await clerk.call(endSessions, { userId: person.userId }), { ended: 0 });
  await person.signsIn();
  const told = (await person.call(calls.notice.page, {})).items.filter(({ kind }) => kind === 'sessionsEnded');
  assert.equal(told.length, 2, 'the person is told of each time');

  const boss = await officer('people.sessions', 'people.freeze');
  for (const userId of [boss.userId, adminId]) {
    await assert.rejects(clerk.call(sessions, { userId }), refused('ROLE_BEYOND_OWN'));
    await assert.rejects(clerk.call(endSessions, { userId }), refused('ROLE_BEYOND_OWN'));
  }
  await boss.call(calls.user.currentUser, {});
  for (const call of [sessions, endSessions]) await assert.rejects(clerk.call(call, { userId: crypto.randomUUID() }), refused('ACCOUNT_NOT_FOUND')); // prettier-ignore
  await clerk.call(calls.user.clientLogin, {});
  const [own] = (await clerk.call(sessions, { userId: clerk.userId })).filter(({ current }) => current);
  assert.deepEqual(await clerk.call(endSessions, { userId: clerk.userId, sessionIds: [own!.sessionId] }), { ended: 0 });
  await clerk.call(endSessions, { userId: clerk.userId });
  assert.deepEqual((await clerk.call(sessions, { userId: clerk.userId })).map(({ current }) => current), [true]); // prettier-ignore
});

test('one change of several accounts is made to each that the officer may change, or to none of them', async () => {
  const clerk = await officer('people.edit', 'people.view');
  const [one, other] = [await company.person(), await company.person()];
  const userIds = [one.userId, adminId, crypto.randomUUID(), other.userId, one.userId];
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const change = { departmentId: departments.below, quotaBytes: 10, speedLimit: 5000, expiresAt: later };
  const before = await accountOf(adminId);
  const outcomes = await clerk.call(batch, { userIds, change });
  assert.deepEqual(outcomes.map((one) => (one.done ? 0 : one.errcode)), [0, failures.ROLE_BEYOND_OWN.errcode, failures.ACCOUNT_NOT_FOUND.errcode, 0, 0]); // prettier-ignore
  for (const { userId } of [one, other]) {
    const { departmentId, quotaBytes, speedLimit, expiresAt } = await accountOf(userId);
    assert.deepEqual({ departmentId, quotaBytes, speedLimit, expiresAt }, change);
  }
  assert.deepEqual(await accountOf(adminId), before);
  await assert.rejects(one.uploads('more than ten bytes', 'a.txt'));

  const roles = (await admin.call(calls.adminRole.page, {})).items;
  const idOf = (which: string) => roles.find(({ builtIn }) => builtIn === which)!.roleId;
  const refusedForAll: [Client, InputOf<typeof batch>['change'], Parameters<typeof refused>[0]][] = [
    [clerk, { quotaBytes: null, roleIds: [idOf('employeeSharing')] }, 'NOT_ALLOWED'],
    [await officer('people.edit', 'roles.assign'), { quotaBytes: null, roleIds: [idOf('administrator')] }, 'ROLE_BEYOND_OWN'],
    [admin, { quotaBytes: null, roleIds: [crypto.randomUUID()] }, 'ROLE_NOT_FOUND'],
    [admin, { quotaBytes: null, departmentId: crypto.randomUUID() }, 'DEPARTMENT_NOT_FOUND'],
    [admin, { quotaBytes: -1 }, 'CAPACITY_WRONG'],
    [admin, { expiresAt: new Date(0).toISOString() }, 'VALIDITY_WRONG'],
    [admin, {}, 'BAD_REQUEST'],
  ];
  for (const [by, wrong, code] of refusedForAll)
    await assert.rejects(by.call(batch, { userIds: [other.userId], change: wrong }), refused(code), code);
  assert.equal((await accountOf(other.userId)).quotaBytes, 10);
  await admin.call(batch, { userIds, change: { quotaBytes: null, expiresAt: null, departmentId: null } });
  await admin.call(batch, { userIds: [one.userId, other.userId], change: { roleIds: [idOf('employeeSharing')] } });
  for (const { userId } of [one, other]) {
    const account = await accountOf(userId);
    assert.deepEqual([account.quotaBytes, account.expiresAt, account.departmentId], [null, null, null]);
    assert.deepEqual(account.roles.map(({ builtIn }) => builtIn), ['employeeSharing']); // prettier-ignore
  }
});

test('the last administrator stays: not suspended by another who is demoted, and never set to expire', async () => {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await assert.rejects(admin.call(update, { userId: adminId, expiresAt: later }), refused('LAST_ADMINISTRATOR'));
  const administrator = (await admin.call(calls.adminRole.page, {})).items.find(({ builtIn }) => builtIn === 'administrator')!.roleId;
  const given = newAccount({ roleIds: [administrator] });
  const { userId, password } = await admin.call(create, given);
  const other = await signsIn(given.accountName, password!);
  await other.call(calls.user.changePassword, { oldPassword: password!, newPassword: ownPassword });
  await assert.rejects(admin.call(batch, { userIds: [adminId, userId], change: { expiresAt: later } }), refused('LAST_ADMINISTRATOR'));
  await admin.call(update, { userId: adminId, expiresAt: later });
  await assert.rejects(admin.call(update, { userId, expiresAt: later }), refused('LAST_ADMINISTRATOR'));
  // Only one remains who does not expire: they are not suspended, nor is their role taken away.
  await assert.rejects(admin.call(freeze, { userIds: [userId] }), refused('LAST_ADMINISTRATOR'));
  const roleIds = [(await admin.call(calls.adminRole.page, {})).items.find(({ builtIn }) => builtIn === 'employee')!.roleId];
  await assert.rejects(admin.call(batch, { userIds: [userId], change: { roleIds } }), refused('LAST_ADMINISTRATOR'));
  await admin.call(update, { userId: adminId, expiresAt: null });
  // Both suspend each other at once: one of them remains.
  const answers = await Promise.all([admin.ask(freeze, { userIds: [userId] }), other.ask(freeze, { userIds: [adminId] })]);
  assert.ok(answers.some(({ errcode }) => errcode !== 0));
  const remaining = [admin, other].find((_, at) => answers[at]!.errcode === 0)!;
  const { items } = await remaining.call(page, { roleId: administrator, status: 'active' });
  assert.equal(items.length, 1);
  await remaining.call(thaw, { userIds: [userId, adminId].filter((id) => id !== items[0]!.userId) });
});

test('a department that is being closed takes nobody in', async () => {
  const departmentId = await company.database
    .transaction()
    .execute((transaction) => createDepartment(transaction, { name: `closing_${(made += 1)}`, parentId: departments.above }));
  const remaining = company.visitor();
  await remaining.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const [ended, created] = await Promise.all([
    remaining.ask(calls.adminDepartment.end, { departmentId }),
    remaining.ask(create, newAccount({ departmentId })),
  ]);
  assert.ok((ended.errcode === 0) !== (created.errcode === 0), `${ended.errcode} ${created.errcode}`);
});
