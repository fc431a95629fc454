import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as workbooks from '@e965/xlsx';
import { sql } from 'kysely';
import { calls, everyItem, failures, failureText, limits } from '@alcove/contract';
import type { FailureCode } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { checkData } from '../integrity-check/index.ts';
import { written } from '../sheets/sheets.test-support.ts';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { check, ended, heads, imports, officer, people, rowsIn, secretsOf, sheet, taskOf, until } from './people-sheets.test-support.ts';
import type { Cells } from './people-sheets.test-support.ts';

const { exportAccounts, importCheck, importErrors, importRun, importSecrets, page, template } = calls.adminUser;
let company: Company;
let admin: Client;
let departments: { above: string; below: string };
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  departments = await company.database.transaction().execute(async (transaction) => {
    const above = await createDepartment(transaction, { name: '市场部', parentId: null });
    return { above, below: await createDepartment(transaction, { name: '品牌组', parentId: above }) };
  });
});
after(() => company.close());

const accountOf = async (keyword: string) => (await admin.call(page, { keyword })).items[0]!;
const signsIn = async (username: string, password: string): Promise<Client> => {
  const visitor = company.visitor();
  await visitor.call(calls.user.signIn, { username, password });
  return visitor;
};
const ownPassword = 'My-own-words-7';

test('two hundred planted errors are each found in their cell, and told in the language of the reader', async () => {
  const wrong: [column: number, text: string, code: FailureCode][] = [
    [0, '张三', 'ACCOUNT_NAME_WRONG'],
    [0, '', 'ACCOUNT_NAME_WRONG'],
    [0, 'ADMIN', 'ACCOUNT_NAME_TAKEN'],
    [0, 'PLANTED_0', 'IMPORT_TWICE'],
    [1, '', 'FULL_NAME_WRONG'],
    [1, 'x'.repeat(121), 'FULL_NAME_WRONG'],
    [2, 'four', 'USER_NAME_WRONG'],
    [3, '品牌组', 'DEPARTMENT_NOT_FOUND'],
    [3, '市场部/品牌组/更深', 'DEPARTMENT_NOT_FOUND'],
    [3, '/市场部', 'DEPARTMENT_NOT_FOUND'],
    [4, 'Nobody’s role', 'IMPORT_ROLE_MISSING'],
    [4, 'Employee; Nobody’s role', 'IMPORT_ROLE_MISSING'],
    [5, '138a', 'PHONE_WRONG'],
    [6, 'jing@', 'EMAIL_WRONG'],
    [7, 'tomorrow', 'IMPORT_DATE_WRONG'],
    [7, '2027-02-30', 'IMPORT_DATE_WRONG'],
    [7, '2020-01-01', 'VALIDITY_WRONG'],
    [8, '-1', 'IMPORT_STORAGE_WRONG'],
    [8, 'much', 'IMPORT_STORAGE_WRONG'],
    [9, '0', 'IMPORT_SPEED_WRONG'],
  ];
  const right = (n: number): string[] => [
    `planted_${n}`,
    '欧阳静',
    '',
    '市场部 / 品牌组',
    '普通员工',
    '+86 138',
    'a@example.com',
    '2099-12-31',
    '1.5',
    '20', // prettier-ignore
  ];
  const expected: [number, string, FailureCode][] = [];
  const rows = Array.from({ length: 600 }, (_, n): Cells => {
    if (n % 3 !== 1) return right(n);
    const [column, text, code] = wrong[((n - 1) / 3) % wrong.length]!;
    expected.push([n + 2, `${'ABCDEFGHIJ'[column]}${n + 2}`, code]);
    return right(n).with(column, text);
  });
  for (const kind of ['xlsx', 'xls'] as const) {
    const answer = await admin.call(importCheck, { file: await sheet(rows, kind) });
    assert.deepEqual([answer.rows, answer.valid, answer.errorCount], [600, 400, 200]);
    assert.deepEqual(answer.errors.map(({ row, cell, code }) => [row, cell, code]), expected); // prettier-ignore
    assert.equal(expected.length, 200);
    const { items, total } = await admin.call(
      importErrors,
      { checkId: answer.checkId, page: 2, pageSize: 100 },
      { 'accept-language': 'zh' },
    );
    assert.deepEqual([total, items.map(({ cell }) => cell)], [200, expected.slice(100).map(([, cell]) => cell)]);
    assert.equal(items.find(({ code }) => code === 'IMPORT_TWICE')!.message, failureText('IMPORT_TWICE', 'zh-CN', { row: 2 }));
  }
  const several = await check(admin, [['bad name', '', 'four']]);
  assert.deepEqual(several.errors.map(({ cell }) => cell), ['A2', 'B2', 'C2'], 'every cell of a row'); // prettier-ignore
  assert.equal((await admin.call(page, { keyword: 'planted' })).total, 0, 'checking creates nobody');
});

test('what is no sheet of people is refused clearly', async () => {
  const bytes = Buffer.from(await written([heads, ['a_b', 'A']], 'xlsx'));
  const file = async (rows: readonly Cells[]): Promise<File> =>
    new File([Buffer.from(await written(rows, 'xlsx', { rows: 60_000 }))], 'people.xlsx');
  const wrong: [File, FailureCode][] = [
    [new File([bytes], 'people.csv'), 'EXCEL_ONLY'],
    [new File(['Account name,Full name'], 'people.xlsx'), 'EXCEL_ONLY'],
    [new File([bytes.subarray(0, bytes.length / 2)], 'people.xlsx'), 'EXCEL_UNREADABLE'],
    [await file([['Account name', 'Phone'], ['a', '1']]), 'IMPORT_COLUMN_MISSING'], // prettier-ignore
    [await file([['Account name', 'Full name', '账号'], ['a', 'A', 'b']]), 'IMPORT_COLUMN_TWICE'], // prettier-ignore
    [await file([heads, ['', ' ']]), 'IMPORT_EMPTY'],
    [await file([]), 'IMPORT_EMPTY'],
    [await file([heads, ...people(limits.importPeople + 1, 'many')]), 'EXCEL_TOO_LARGE'],
  ];
  for (const [one, code] of wrong) await assert.rejects(admin.call(importCheck, { file: one }), refused(code), code);
  const { checkId } = await check(admin, [['', 'no name']]);
  await assert.rejects(admin.call(importRun, { checkId }), refused('IMPORT_NOBODY_VALID'));
  assert.deepEqual((await rowsIn(admin, 'GET', template.path))[0], heads);
});

test('an imported colleague is there as the sheet says, and signs in once with a secret that is in no table', async () => {
  const role = { name: '财务; 审批', type: 'ordinary' as const, adminItems: [], fileItems: [...everyItem] };
  await admin.call(calls.adminRole.create, role);
  const rows = [['lin_ruoxi', '林若溪', 'Ruoxi', '市场部/品牌组', role.name, '+86 138', 'lin@example.com', '2099-12-31', '1.5', '2']]; // prettier-ignore
  const { checkId } = await check(admin, rows);
  const run = await admin.call(importRun, { checkId });
  assert.deepEqual(await ended(admin, run.taskId).then(({ state, made, failed, done, total }) => [state, made, failed, done, total]), ['done', 1, 0, 1, 1]); // prettier-ignore
  const account = await accountOf('linrx');
  assert.deepEqual(
    [account.accountName, account.realName, account.userName, account.departmentId, account.roles.map(({ name }) => name), account.phone],
    ['lin_ruoxi', '林若溪', 'Ruoxi', departments.below, [role.name], '+86 138'],
  );
  assert.deepEqual(
    [account.email, account.expiresAt, account.quotaBytes, account.speedLimit, account.mustChangePassword],
    ['lin@example.com', '2100-01-01T00:00:00.000Z', 1.5 * 2 ** 30, 2 * 2 ** 20, true],
  );
  for (const guess of ['', ' ', 'null', 'lin_ruoxi'])
    await assert.rejects(signsIn('lin_ruoxi', guess || '-'), refused('WRONG_PASSWORD'), 'nobody has a password yet');

  const lost = (await secretsOf(admin, checkId)).get('lin_ruoxi')!;
  const secret = (await secretsOf(admin, checkId)).get('lin_ruoxi')!;
  assert.notEqual(secret, lost);
  await assert.rejects(signsIn('lin_ruoxi', lost), refused('WRONG_PASSWORD'), 'a later file replaces the earlier one');
  const { rows: stored } = await sql<{ text: string }>`select r::text as text from first_secret r`.execute(company.database);
  assert.ok(stored.length > 0 && stored.every(({ text }) => !text.includes(secret) && !text.includes(secret.replaceAll('-', ''))));

  const entered = await Promise.allSettled([1, 2, 3].map(() => signsIn('lin_ruoxi', secret.toLowerCase().replaceAll('-', ' '))));
  const [person, ...more] = entered.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.ok(person && more.length === 0, 'of three at once, one gets in');
  await assert.rejects(signsIn('lin_ruoxi', secret), refused('WRONG_PASSWORD'));
  await assert.rejects(person.call(calls.user.queryUserCapacity, {}), refused('PASSWORD_CHANGE_NEEDED'));
  await assert.rejects(
    person.call(calls.user.changePassword, { oldPassword: lost, newPassword: ownPassword }),
    refused('OLD_PASSWORD_WRONG'),
  );
  await person.call(calls.user.changePassword, { oldPassword: secret, newPassword: ownPassword });
  await person.call(calls.user.queryUserCapacity, {});
  await signsIn('lin_ruoxi', ownPassword);
  await assert.rejects(person.call(calls.user.changePassword, { oldPassword: secret, newPassword: 'Another-one-8' }), refused('OLD_PASSWORD_WRONG')); // prettier-ignore
  await assert.rejects(admin.call(importSecrets, { checkId }), refused('IMPORT_NO_SECRETS'), 'nobody needs one any more');
  assert.deepEqual(await checkData(company.database), []);
});

test('a secret ends with a reset password, a freeze and its date, and guessing it is slowed down like a password', async () => {
  const names = ['reset', 'frozen', 'late', 'guessed', 'quiet'].map((what) => `ends_${what}`);
  const [reset, frozen, late, guessed, quiet] = names as [string, string, string, string, string];
  const { checkId } = await check(
    admin,
    names.map((name) => [name, name]),
  );
  await ended(admin, (await admin.call(importRun, { checkId })).taskId);
  const secrets = await secretsOf(admin, checkId);
  assert.deepEqual([...secrets.keys()], names);
  const idOf = async (name: string): Promise<string> => (await accountOf(name)).userId;

  await admin.call(calls.adminUser.resetPassword, { userId: await idOf(reset) });
  await admin.call(calls.adminUser.freeze, { userIds: [await idOf(frozen)] });
  await admin.call(calls.adminUser.thaw, { userIds: [await idOf(frozen)] });
  await sql`update first_secret set expires_at = now() where user_id = ${await idOf(late)}`.execute(company.database);
  for (const name of [reset, frozen, late]) await assert.rejects(signsIn(name, secrets.get(name)!), refused('WRONG_PASSWORD'), name);

  for (let tries = 0; ; tries += 1) {
    const { errcode } = await company.visitor().ask(calls.user.signIn, { username: guessed, password: '0'.repeat(20) });
    if (errcode === failures.SIGN_IN_SLOWED.errcode) break;
    assert.ok(tries < 20 && errcode === failures.WRONG_PASSWORD.errcode);
  }
  await assert.rejects(signsIn(guessed, secrets.get(guessed)!), refused('SIGN_IN_SLOWED'));
  await sql`delete from sign_in_attempt`.execute(company.database);

  const boss = {
    userIds: [await idOf(quiet)],
    roleIds: (await admin.call(calls.adminRole.page, {})).items.slice(0, 1).map(({ roleId }) => roleId),
  };
  await admin.call(calls.adminRole.assign, boss);
  const clerk = await officer(company, admin, 'people.import');
  await assert.rejects(clerk.call(importSecrets, { checkId }), refused('IMPORT_NOT_FOUND'), 'an import of somebody else');
  await sql`update people_import set author_id = ${clerk.userId} where id = ${checkId}`.execute(company.database);
  assert.deepEqual(
    [...(await secretsOf(clerk, checkId)).keys()],
    [frozen, late, guessed],
    'nobody with a password, nobody who may do more',
  );
});

test('rows that became wrong since the check are told, and the others are imported', async () => {
  const [departmentId, roleId] = [
    await createDepartment(company.database, { name: '临时组', parentId: departments.above }),
    (await admin.call(calls.adminRole.create, { name: 'short-lived', type: 'ordinary', adminItems: [], fileItems: ['list'] })).roleId,
  ];
  const { checkId, errors } = await check(admin, [
    ['since_right', 'A'],
    ['since_taken', 'B'],
    ['since_closed', 'C', '', '市场部/临时组'],
    ['since_role', 'D', '', '', 'short-lived'],
    ['since_late', 'E', '', '', '', '', '', '2099-01-01'],
  ]);
  assert.deepEqual(errors, []);
  await admin.call(calls.adminUser.create, { accountName: 'SINCE_TAKEN', realName: 'first' });
  await admin.call(calls.adminDepartment.end, { departmentId });
  await admin.call(calls.adminRole.remove, { roleId });
  await sql`update people_import_row set person = jsonb_set(person, '{expiresAt}', '"2020-01-01T00:00:00Z"') where import_id = ${checkId} and account_name = 'since_late'`.execute(company.database); // prettier-ignore
  const { state, made, failed } = await ended(admin, (await admin.call(importRun, { checkId })).taskId);
  assert.deepEqual({ state, made, failed }, { state: 'done', made: 1, failed: 4 });
  const { items, total } = await admin.call(importErrors, { checkId });
  assert.equal(total, 4);
  assert.deepEqual(items.map(({ cell, code }) => [cell, code]), [['A3', 'ACCOUNT_NAME_TAKEN'], ['D4', 'DEPARTMENT_NOT_FOUND'], ['E5', 'ROLE_NOT_FOUND'], ['H6', 'VALIDITY_WRONG']]); // prettier-ignore
});

test('an officer imports no roles without the right to, and none beyond their own', async () => {
  const [clerk, assigner] = [
    await officer(company, admin, 'people.import'),
    await officer(company, admin, 'people.import', 'roles.assign'),
  ];
  const rows = [['roles_a', 'A', '', '', 'Employee'], ['roles_b', 'B', '', '', 'Employee with external sharing'], ['roles_c', 'C', '', '', '系统管理员']]; // prettier-ignore
  const codes = async (client: Client) => (await check(client, rows)).errors.map(({ cell, code }) => [cell, code]);
  assert.deepEqual(await codes(clerk), [['E3', 'IMPORT_ROLE_FORBIDDEN'], ['E4', 'IMPORT_ROLE_FORBIDDEN']]); // prettier-ignore
  assert.deepEqual(await codes(assigner), [['E4', 'ROLE_BEYOND_OWN']]);
  assert.deepEqual(await codes(admin), []);
  await assert.rejects((await company.person()).call(importRun, { checkId: crypto.randomUUID() }), refused('NOT_ALLOWED'));
});

test('two runs of one check are one import', async () => {
  const { checkId } = await check(admin, people(700, 'twice'));
  const runs = await Promise.all([1, 2, 3].map(() => admin.call(importRun, { checkId })));
  assert.equal(new Set(runs.map(({ taskId }) => taskId)).size, 1);
  const { state, made } = await ended(admin, runs[0]!.taskId);
  assert.deepEqual([state, made, (await admin.call(page, { keyword: 'twice' })).total], ['done', 700, 700]);
  assert.deepEqual(await admin.call(importRun, { checkId }), runs[0]);
});

/** Starts an import of many people, and does something to it after some of them are there. Returns how it ended. */
async function interrupted(importer: Client, prefix: string, interrupt: (taskId: string) => Promise<unknown>) {
  const { checkId } = await check(importer, people(4000, prefix));
  const { taskId } = await importer.call(importRun, { checkId });
  const rowsMade = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from user_account where starts_with(account_name, ${prefix})`.execute(company.database); // prettier-ignore
    return rows[0]!.n;
  };
  await until(rowsMade, (n) => n > 0);
  await interrupt(taskId);
  const find = () => company.database.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
  const task = await until(find, ({ ended_at }) => ended_at !== null);
  const made = await rowsMade();
  assert.ok(made > 0 && made < 4000 && made % 500 === 0, `${made} people`);
  assert.deepEqual(await checkData(company.database), []);
  return { state: task.state, error: task.error, checkId };
}

test('a canceled import leaves whole people, who get their secrets', async () => {
  const { state, checkId } = await interrupted(admin, 'cancelled', (taskId) => admin.call(calls.task.cancel, { taskId }));
  assert.equal(state, 'cancelled');
  const secrets = await secretsOf(admin, checkId);
  assert.equal(secrets.size, (await admin.call(page, { keyword: 'cancelled' })).total);
  await signsIn('cancelled_0', secrets.get('cancelled_0')!);
});

test('an import stops when its importer may not import any more, and says why', async () => {
  const role = (roleId: string) => ({ roleId, name: roleId.slice(0, 30), type: 'ordinary' as const, fileItems: [...everyItem] });
  const taken = await officer(company, admin, 'people.import');
  const ended = await interrupted(taken, 'taken', () => admin.call(calls.adminRole.update, { ...role(taken.roleId), adminItems: [] }));
  assert.deepEqual([ended.state, ended.error], ['failed', 'IMPORT_RIGHT_ENDED']);
  const frozen = await officer(company, admin, 'people.import');
  const stopped = await interrupted(frozen, 'frozen', () => admin.call(calls.adminUser.freeze, { userIds: [frozen.userId] }));
  assert.deepEqual([stopped.state, stopped.error], ['failed', 'USER_FROZEN']);
});

test('an export has the people of the filter, nothing in it is a formula, and it can be imported again', async () => {
  const rows = [
    ['export_a', '=HYPERLINK("http://evil.example")', '@SUM(A1)', '市场部/品牌组', '', '+86 138', '', '2099-12-31 18:30', '0.1', '3.3'],
    ['export_b', '-2+3', '\t=1+1 x', '市场部'],
  ];
  await imports(admin, rows);
  const path = (query: string) => `${exportAccounts.path}?${query}`;
  const answer = await admin.send('GET', path('keyword=export&utcOffset=480'));
  const book = workbooks.read(Buffer.from(await answer.arrayBuffer()), { cellFormula: true });
  const cells = Object.entries(book.Sheets[book.SheetNames[0]!]!).flatMap(([at, cell]) =>
    at.startsWith('!') ? [] : [cell as workbooks.CellObject],
  );
  assert.ok(cells.length > 20);
  for (const { f, v } of cells) assert.ok(f === undefined && !/^[=+\-@\t\r]/.test(String(v)), String(v));
  const read = await rowsIn(admin, 'GET', path('keyword=export'));
  const again = [...rows[0]!];
  again[4] = 'Employee';
  assert.deepEqual(read[1]!.slice(0, 10), again);
  const below = await rowsIn(admin, 'GET', path(`keyword=export&departmentId=${departments.below}`));
  assert.deepEqual(below.slice(1).map(([name]) => name), ['export_a']); // prettier-ignore
  const both = await rowsIn(admin, 'GET', path(`keyword=export&departmentId=${departments.above}&withBelow=1`));
  assert.equal(both.length, 3);
  const { errors } = await check(admin, read.slice(1).map((row) => row.slice(0, 10).with(0, `${row[0]}_copy`))); // prettier-ignore
  assert.deepEqual(errors, []);
  const clerk = await officer(company, admin, 'people.view', 'people.import');
  assert.equal((await clerk.send('GET', exportAccounts.path)).status, 403);
});

test('a check ends after a day, an import with its secrets after a week, and only the latest checks are kept', async () => {
  const waiting = [];
  for (let n = 0; n < 7; n += 1) waiting.push((await check(admin, people(2, `kept_${n}`))).checkId);
  await assert.rejects(admin.call(importRun, { checkId: waiting[0]! }), refused('IMPORT_NOT_FOUND'));
  const old = waiting[6]!;
  await sql`update people_import set created_at = now() - interval '25 hours' where id = ${old}`.execute(company.database);
  await assert.rejects(admin.call(importRun, { checkId: old }), refused('IMPORT_NOT_FOUND'));
  const checkId = waiting[5]!;
  const { taskId } = await admin.call(importRun, { checkId });
  await ended(admin, taskId);
  assert.equal((await taskOf(admin, taskId)).made, 2);
  await sql`update people_import set run_at = now() - interval '8 days' where id = ${checkId}`.execute(company.database);
  await assert.rejects(admin.call(importSecrets, { checkId }), refused('IMPORT_NOT_FOUND'));
  assert.ok((await admin.call(calls.adminUser.imports, {})).items.every((one) => one.checkId !== checkId && one.checkId !== old));
});
