import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { calls, limits } from '@alcove/contract';
import { createPerson } from '../identity/index.ts';
import { firstAdministrator } from '../roles/index.ts';
import { personSearchText } from '../search-text.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { createDepartment } from './index.ts';

let company: Company;
let caller: Person;
const ids: Record<string, string> = {};
before(async () => {
  company = await openCompany();
  for (const [name, parent] of [
    ['远岫科技', null],
    ['产品中心', '远岫科技'],
    ['平台组', '产品中心'],
    ['单位管理部', '远岫科技'],
    ['100_质量', '远岫科技'],
  ] as const)
    ids[name] = await createDepartment(company.database, { name, parentId: parent === null ? null : ids[parent]! });
  caller = await company.person();
  await company.database.updateTable('user_account').set({ department_id: ids['平台组']! }).where('id', '=', caller.userId).execute();
  await hire('林若溪', 'linruoxi', '单位管理部');
  await hire('林若云', 'yunyun_lin', '平台组');
  await hire('单雄信', 'sxx001', '产品中心');
  await hire('曾小贤', 'zxx', '产品中心');
  await hire('解晓东', 'xxd', '产品中心');
  await hire('John Smith', 'smith', '平台组');
  await hire('小明🚀', 'rocket', '平台组');
  await hire('100%纯_度\\', 'plain_text', '平台组');
  await hire('100分', 'hundred', '平台组');
});
after(() => company.close());

async function hire(realName: string, accountName: string, department: string | null, email?: string): Promise<string> {
  const { userId } = await company.database.transaction().execute((transaction) =>
    createPerson(transaction, {
      realName,
      accountName,
      departmentId: department === null ? null : ids[department]!,
      passwordHash: null,
      quotaBytes: null,
      ...(email === undefined ? {} : { email }),
    }),
  );
  return userId;
}

const find = async (keyword: string, more: { parentId?: string; limit?: number } = {}): Promise<string[]> =>
  (await caller.call(calls.search.searchUsers, { keyword, ...more })).map((person) => person.userRealName);

test('people are found by name, account, pinyin, initials and mixtures, surnames read as such', async () => {
  for (const keyword of ['林若溪', '若溪', 'linruoxi', 'lin ruo xi', 'LRX', 'linrx', 'ruoxi'])
    assert.deepEqual(await find(keyword), ['林若溪'], keyword);
  assert.deepEqual(await find('shanxx'), ['单雄信']);
  assert.deepEqual(await find('zengx'), ['曾小贤']);
  assert.deepEqual(await find('xiexd'), ['解晓东']);
  assert.deepEqual(await find('mith'), ['John Smith']);
  assert.deepEqual(await find('danxx'), []);
});

test('people and departments are found by characters and pinyin mixed, and not by another character of the same sound', async () => {
  await hire('唐意', 'tangyi', '平台组');
  await hire('王磊', 'w_0001', '平台组');
  await hire('乐小天', 'l_0001', '平台组');
  for (const keyword of ['唐yi', '唐y', 'tang意', 't意', 'TANG 意']) assert.deepEqual(await find(keyword), ['唐意'], keyword);
  for (const keyword of ['wang磊', 'w磊', '王lei']) assert.deepEqual(await find(keyword), ['王磊'], keyword);
  for (const keyword of ['单xx', 'shan雄x', 's雄信', '雄xin']) assert.deepEqual(await find(keyword), ['单雄信'], keyword);
  for (const keyword of ['乐xt', '乐xiaot']) assert.deepEqual(await find(keyword), ['乐小天'], keyword);
  for (const keyword of ['糖yi', 'wang雷', '磊wang']) assert.deepEqual(await find(keyword), [], keyword);
  const departments = async (keyword: string) => (await caller.call(calls.search.searchDepartments, { keyword })).map(({ name }) => name);
  for (const keyword of ['平台z', 'pt组', 'ping台']) assert.deepEqual(await departments(keyword), ['平台组'], keyword);
  const [marked] = await caller.call(calls.search.searchUsers, { keyword: 'wang磊' });
  assert.deepEqual(marked?.nameMatch, [0, 2]);
});

test('what begins a name comes before what is inside it, and the own department before others', async () => {
  assert.deepEqual(await find('lin'), ['林若云', '林若溪']);
  assert.deepEqual(await find('xx'), ['解晓东', '单雄信', '曾小贤']);
});

test('wildcards and backslashes are plain text, and an emoji is a character like any other', async () => {
  assert.deepEqual(await find('100%'), ['100%纯_度\\']);
  assert.deepEqual(await find('%'), ['100%纯_度\\']);
  assert.deepEqual(await find('纯_'), ['100%纯_度\\']);
  assert.deepEqual(await find('\\'), ['100%纯_度\\']);
  assert.deepEqual(await find('🚀'), ['小明🚀']);
  assert.deepEqual(await find('1_0'), []);
  assert.deepEqual(await find('  '), []);
});

test('an answer shows name, account and department with the matched part, and neither phone nor e-mail', async () => {
  const userId = await hire('柳知远', 'liuzhiyuan', '平台组', 'secret.address@example.com');
  await company.database.updateTable('user_account').set({ phone: '13800001111' }).where('id', '=', userId).execute();
  const reply = await caller.ask(calls.search.searchUsers, { keyword: 'lzy' });
  assert.deepEqual(reply.data, [
    {
      userId,
      userName: 'liuzhiyuan',
      userRealName: '柳知远',
      departmentId: ids['平台组'],
      departmentPath: ['远岫科技', '产品中心', '平台组'],
      nameMatch: [0, 3],
    },
  ]);
  for (const keyword of ['secret.address', '13800001111']) assert.deepEqual(await find(keyword), [], keyword);
});

test('frozen and expired people are nowhere: not in a search, a list, a pasted name, nor in a count', async () => {
  const id = await createDepartment(company.database, { name: '离职部', parentId: null });
  ids['离职部'] = id;
  const frozen = await hire('冻冰冰', 'frozen_one', '离职部');
  await hire('期满满', 'expired_one', '离职部');
  await hire('在在职', 'still_here', '离职部');
  const { database } = company;
  await database.updateTable('user_account').set({ frozen_at: new Date() }).where('account_name', '=', 'frozen_one').execute();
  await database
    .updateTable('user_account')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('account_name', '=', 'expired_one')
    .execute();
  for (const keyword of ['冻冰冰', 'frozen', 'qmm']) assert.deepEqual(await find(keyword), [], keyword);
  const { people } = await caller.call(calls.department.queryChildren, { parentId: id });
  assert.deepEqual([people.total, people.items.map((person) => person.userName)], [1, ['still_here']]);
  const matched = await caller.call(calls.search.matchNames, { names: ['frozen_one', '期满满', '在在职'] });
  assert.deepEqual(
    matched.map(({ total }) => total),
    [0, 0, 1],
  );
  assert.equal((await caller.call(calls.search.searchDepartments, { keyword: '离职' }))[0]?.people, 1);
  assert.deepEqual(await caller.call(calls.department.checkChosen, { userIds: [], departmentIds: [id] }), { people: 1 });
  await assert.rejects(caller.call(calls.department.checkChosen, { userIds: [frozen], departmentIds: [] }), refused('PERSON_NOT_FOUND'));
});

test('ten thousand of a name answer in full order, and a search in one department stays in it', async () => {
  ids['万人部'] = await createDepartment(company.database, { name: '万人部', parentId: ids['远岫科技']! });
  const rows = await Promise.all(
    Array.from({ length: 10_000 }, async (_, index) => {
      const names = { realName: `魏万${index}`, accountName: `weiwan_${index}` };
      return { id: randomUUID(), account_name: names.accountName, real_name: names.realName, search_text: await personSearchText(names) };
    }),
  );
  for (let at = 0; at < rows.length; at += 1000)
    await company.database
      .insertInto('user_account')
      .values(rows.slice(at, at + 1000).map((row) => ({ ...row, department_id: ids['万人部']!, password_hash: null, speed_limit: null })))
      .execute();
  assert.equal((await find('魏万', { limit: 100 })).length, 100);
  assert.equal((await find('w')).length, 20);
  assert.deepEqual(await find('魏万9999'), ['魏万9999']);
  assert.deepEqual(await find('weiwan_777', { limit: 1 }), ['魏万777']);
  assert.deepEqual(await find('魏万', { parentId: ids['产品中心']! }), []);
  assert.deepEqual(await find('lin', { parentId: ids['产品中心']! }), ['林若云']);
  assert.deepEqual(await find('lin', { parentId: randomUUID() }), []);
  const last = await caller.call(calls.department.queryChildren, { parentId: ids['万人部']!, page: 100, pageSize: 100 });
  assert.deepEqual([last.people.total, last.people.items.length], [10_000, 100]);
});

test('what nobody in particular creates is recorded as made by an administrator, not by somebody who came before', async () => {
  const of = (accountName: string) => company.database.selectFrom('user_account').select('id').where('account_name', '=', accountName);
  await company.database
    .updateTable('user_account')
    .set({ created_at: new Date(0) })
    .where('account_name', '=', 'zxx')
    .execute();
  assert.equal(await firstAdministrator(company.database), (await of('admin').executeTakeFirstOrThrow()).id);
});

test('departments are found by name and pinyin, with the path above and everyone in and below', async () => {
  const [platform] = await caller.call(calls.search.searchDepartments, { keyword: 'ptz' });
  assert.deepEqual([platform?.name, platform?.path, platform?.departments], ['平台组', ['远岫科技', '产品中心'], 0]);
  const [centre] = await caller.call(calls.search.searchDepartments, { keyword: '产品' });
  assert.deepEqual([centre?.departments, centre?.people], [1, (platform?.people ?? 0) + 3]);
  const names = async (keyword: string, parentId?: string) =>
    (await caller.call(calls.search.searchDepartments, { keyword, ...(parentId === undefined ? {} : { parentId }) })).map(
      ({ name }) => name,
    );
  assert.deepEqual(await names('danwei'), ['单位管理部']);
  assert.deepEqual(await names('_质量'), ['100_质量']);
  assert.deepEqual(await names('平台', ids['单位管理部']), []);
  assert.deepEqual(await names('平台', ids['远岫科技']), ['平台组']);
});

test('the tree answers one level at a time, the top with those who are in no department', async () => {
  const loner = await hire('独行侠', 'loner', null);
  const top = await caller.call(calls.department.queryChildren, {});
  assert.ok(top.departments.some(({ name, departments }) => name === '远岫科技' && departments >= 4));
  assert.ok(top.people.items.some(({ userId, departmentPath }) => userId === loner && departmentPath.length === 0));
  const below = await caller.call(calls.department.queryChildren, { parentId: ids['产品中心']! });
  assert.deepEqual(
    below.departments.map(({ name }) => name),
    ['平台组'],
  );
  assert.deepEqual(
    below.people.items.map(({ userRealName }) => userRealName),
    ['单雄信', '解晓东', '曾小贤'],
  );
  await assert.rejects(caller.call(calls.department.queryChildren, { parentId: randomUUID() }), refused('DEPARTMENT_NOT_FOUND'));
});

test('a department far down is found with its whole path, and its people with it', async () => {
  let parentId: string | null = null;
  for (let depth = 1; depth <= 40; depth++) parentId = await createDepartment(company.database, { name: `第${depth}层`, parentId });
  ids['深'] = parentId!;
  await hire('深深深', 'deep_down', '深');
  const [person] = await caller.call(calls.search.searchUsers, { keyword: 'deep_down' });
  assert.deepEqual([person?.departmentPath.length, person?.departmentPath[0], person?.departmentPath.at(-1)], [40, '第1层', '第40层']);
  const [top] = await caller.call(calls.search.searchDepartments, { keyword: '第1层' });
  assert.deepEqual([top?.departments, top?.people], [39, 1]);
});

test('a paste of 500 lines tells for each whether one, several or nobody is meant; an address counts only whole', async () => {
  ids['同名部'] = await createDepartment(company.database, { name: '同名部', parentId: null });
  for (const [accountName, department] of [
    ['wangwei1', '同名部'],
    ['wangwei2', '平台组'],
  ] as const)
    await hire('王伟', accountName, department);
  const mailed = await hire('邮箱人', 'by_mail', '同名部', 'By.Mail@Example.com');
  const given = ['王伟', ' linruoxi ', 'by.mail@example.com', 'by.mail@example', '%', 'LINRUOXI', 'nobody'];
  const names = [...given, ...Array.from({ length: limits.namesPerPaste - given.length }, (_, index) => `无此人${index}`)];
  const lines = await caller.call(calls.search.matchNames, { names });
  assert.deepEqual(
    lines.map(({ name }) => name),
    names,
  );
  assert.deepEqual(
    lines.slice(0, 7).map(({ total }) => total),
    [2, 1, 1, 0, 0, 1, 0],
  );
  assert.deepEqual(
    lines[0]!.people.map(({ userName }) => userName),
    ['wangwei2', 'wangwei1'],
    "the caller's department first",
  );
  assert.equal(lines[2]!.people[0]!.userId, mailed);
  assert.ok(!JSON.stringify(lines[2]!.people).includes('@'));
  assert.ok(lines.slice(7).every(({ total }) => total === 0));
  await assert.rejects(caller.call(calls.search.matchNames, { names: [...names, 'one more'] }), refused('TOO_MANY_ITEMS'));
});

test('a paste of names that many people have is answered with the first of each, so that no answer is of megabytes', async () => {
  for (let n = 0; n < 20; n += 1) await hire('李多多', `duoduo_${n}`, '平台组');
  const [one] = await caller.call(calls.search.matchNames, { names: ['李多多'] });
  assert.deepEqual([one!.total, one!.people.length], [20, 20]);
  const many = await caller.call(calls.search.matchNames, { names: Array.from({ length: limits.namesPerPaste }, () => '李多多') });
  const each = limits.candidatesPerPaste / limits.namesPerPaste;
  assert.ok(many.every(({ total, people }) => total === 20 && people.length === each));
  assert.deepEqual(many[0]!.people, one!.people.slice(0, each));
});

test('a choice counts each person once, and is refused when it is too large', async () => {
  const check = (userIds: string[], departmentIds: string[]) => caller.call(calls.department.checkChosen, { userIds, departmentIds });
  const once = await check([caller.userId, caller.userId], [ids['平台组']!, ids['产品中心']!]);
  const [centre] = await caller.call(calls.search.searchDepartments, { keyword: '产品中心' });
  assert.equal(once.people, centre?.people);
  await assert.rejects(check([], [randomUUID()]), refused('DEPARTMENT_NOT_FOUND'));
  await assert.rejects(
    check(
      Array.from({ length: limits.peopleChosen + 1 }, () => randomUUID()),
      [],
    ),
    refused('TOO_MANY_PEOPLE'),
  );
  await assert.rejects(
    check(
      [],
      Array.from({ length: limits.departmentsChosen + 1 }, () => randomUUID()),
    ),
    refused('TOO_MANY_DEPARTMENTS'),
  );
  const broad = await createDepartment(company.database, { name: '大区', parentId: null });
  for (let index = 0; index < limits.subDepartments; index++)
    await createDepartment(company.database, { name: `网点${index}`, parentId: broad });
  await check([], [broad]);
  await createDepartment(company.database, { name: '再一个', parentId: broad });
  await assert.rejects(check([], [broad]), refused('DEPARTMENT_TOO_BROAD'));
  const children = await caller.call(calls.department.queryChildren, { parentId: broad });
  assert.deepEqual([children.departments.length, children.departmentTotal], [limits.subDepartments, limits.subDepartments + 1]);
});

test('who is not signed in finds nobody', async () => {
  for (const [call, input] of [
    [calls.search.searchUsers, { keyword: 'lin' }],
    [calls.search.searchDepartments, { keyword: 'lin' }],
    [calls.search.matchNames, { names: ['林若溪'] }],
    [calls.department.queryChildren, {}],
    [calls.department.checkChosen, { userIds: [], departmentIds: [] }],
  ] as const)
    assert.equal((await company.visitor().ask(call, input)).status, 401);
  assert.deepEqual(company.troubles, []);
});
