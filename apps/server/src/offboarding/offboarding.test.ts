import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, everyItem, limits } from '@alcove/contract';
import type { AdminItem, InstanceId, Language } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { read } from '../sheets/sheets.test-support.ts';
import { adminPassword, openCompany, personPassword, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { ended, everything, freeze, reported, successorsOf } from './offboarding.test-support.ts';
import { removeKeptSpaces } from './remove-kept.ts';
import { aliveOf, freeNamesOfLeavers } from './sweep-queries.ts';

const { adminUser } = calls;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const have = () => everything(company, company.database, admin);
const accountOf = async (userId: string) =>
  (await sql<{ account_name: string; left_at: Date | null }>`select account_name, left_at from user_account where id = ${userId}`.execute(company.database)).rows[0]!; // prettier-ignore

/** Another person with these administration items. */
async function officer(...adminItems: AdminItem[]): Promise<Person> {
  const person = await company.person();
  const role = { name: `officer ${person.userId.slice(-8)}`, type: 'ordinary' as const, adminItems, fileItems: [...everyItem] };
  const { roleId } = await admin.call(calls.adminRole.create, role);
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [roleId] });
  return person;
}

/** While it runs, the personal space cannot be moved. */
async function whileTreeIsLocked<Answer>(userId: string, work: () => Promise<Answer>): Promise<Answer> {
  return company.database.connection().execute(async (connection) => {
    const key = sql`(select hashtextextended('tree ' || id, 0) from space where owner_id = ${userId} and kind = 1)`;
    await sql`select pg_advisory_lock(${key})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}

/** Where the leaver may still be named: what they once made or did. */
const history = new Set([
  'instance.creator_id', 'instance.editor_id', 'version.creator_id', 'activity.user_id', 'comment.author_id', 'tag.creator_id',
  'recycle.deleted_by', 'offboarding.user_id', 'last_seen.user_id', 'group_handover.sender_id', 'group_handover.receiver_id',
  'access_request.asker_id', 'task.owner_id', 'space.owner_id', 'upload.user_id',
]); // prettier-ignore

/** Every column that names a person, from the database's own catalog, so that a new table cannot be forgotten. */
async function namedIn(userId: string): Promise<string[]> {
  const { rows } = await sql<{ tab: string; col: string }>`
    select c.conrelid::regclass::text as tab, a.attname as col from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'user_account'::regclass union all select 'file_grant', 'subject_id'`.execute(company.database);
  const found: string[] = [];
  for (const { tab, col } of rows) {
    const { rows: named } = await sql`select from ${sql.ref(tab)} where ${sql.ref(col)} = ${userId} limit 1`.execute(company.database);
    if (named.length > 0) found.push(`${tab}.${col}`);
  }
  return found;
}

test('I23: a person who has everything leaves: nothing alive is without a living owner, and nobody else loses anything', async () => {
  const one = await have();
  const { leaver, heir, lead, reader, folderId, fileId, shareId, departmentId, groupIds, elsewhereId } = one;
  const { accountName } = leaver;
  const asked = { userId: leaver.userId, successors: successorsOf(one) };
  const preview = await admin.call(adminUser.offboardPreview, { userId: leaver.userId, successors: { groups: [] } });
  const countsOf = (name: string) => preview.parts.find(({ part }) => part === name)!.counts;
  assert.equal(countsOf('space').files, 3);
  assert.deepEqual([countsOf('groups').groups, countsOf('departments').departments, countsOf('shares').shares], [2, 1, 1]);
  assert.deepEqual([countsOf('requests').asked, countsOf('work').tasks, countsOf('work').uploads, countsOf('work').imports], [1, 1, 1, 1]);
  assert.equal(countsOf('work').links, 2);
  assert.deepEqual(
    preview.problems.map(({ code, field, blocks }) => `${field} ${code} ${blocks}`),
    ['space', 'groups', 'groups', 'departments', 'shares'].map((field) => `${field} OFFBOARD_SUCCESSOR_MISSING true`),
  );
  await freeze(admin, leaver.userId);
  assert.deepEqual(await reader.downloads(fileId).catch(() => 'dormant'), 'dormant', 'a frozen person gives nothing');
  await admin.call(adminUser.offboard, asked);
  const report = await ended(admin, leaver.userId);
  assert.deepEqual([report.error, report.state], [null, 'done']);
  assert.equal(report.steps.find(({ part }) => part === 'work')?.counts.links, 2, 'the report says how many links ended');
  assert.deepEqual(await aliveOf(company.database, leaver.userId), []);
  assert.deepEqual((await namedIn(leaver.userId)).filter((column) => !history.has(column)), []); // prettier-ignore
  assert.deepEqual(await checkData(company.database), []);
  const links = await sql`select from file_grant where source_kind = 'link' and instance_id = any(${[folderId, elsewhereId]}::uuid[])`.execute(company.database); // prettier-ignore
  assert.equal(links.rows.length, 0, 'no link passes to a successor');

  // The successor has it all, and the recipients keep what they had.
  const name = report.person.name;
  assert.ok((await heir.names()).includes(`Files of ${name}`) || (await heir.names()).includes(`${name}的文件`));
  assert.equal(String(await heir.downloads(fileId)), 'plans');
  assert.deepEqual((await heir.names(folderId)).toSorted(), ['1.txt', '2.txt', 'plans.txt']);
  assert.equal((await heir.call(calls.recycle.page, { instanceType: '1' })).items.length, 1, 'the bin came along');
  const throughShare = await reader.call(calls.instance.page, { parentId: folderId, fileSharingId: shareId });
  assert.equal(throughShare.total, 3);
  const { items: given } = await heir.call(calls.innerSharing.page, { side: 'initiated' });
  assert.deepEqual(given.map(({ instance }) => instance.instanceId).toSorted(), [folderId, elsewhereId].toSorted());
  for (const groupId of groupIds) assert.equal((await heir.call(calls.group.queryGroup, { groupId })).leader.userId, heir.userId);
  const { managers } = await admin.call(calls.adminDepartment.detail, { departmentId });
  assert.deepEqual(managers.map(({ userId }) => userId), [heir.userId]); // prettier-ignore
  assert.equal(await lead.call(calls.group.queryHandover, { groupId: (await lead.call(calls.group.page, { tab: 'personal' })).items[0]!.groupId }), null); // prettier-ignore
  assert.ok((await heir.call(calls.notice.page, {})).items.some(({ kind }) => kind === 'takenOver'));

  // The leaver is nowhere, and stays away.
  await assert.rejects(
    company.visitor().call(calls.user.signIn, { username: accountName, password: personPassword }),
    refused('WRONG_PASSWORD'),
  );
  const [thawed] = await admin.call(adminUser.thaw, { userIds: [leaver.userId] });
  assert.equal(thawed!.done ? '' : thawed!.code, 'ACCOUNT_LEFT');
  for (const [call, fields] of [
    [adminUser.update, { phone: '1234567' }],
    [adminUser.resetPassword, {}],
    [adminUser.endSessions, {}],
    [adminUser.offboard, { successors: asked.successors }],
  ] as const)
    await assert.rejects(admin.call(call, { userId: leaver.userId, ...fields } as never), refused('ACCOUNT_LEFT'), call.name);
  const [employee] = (await admin.call(calls.adminRole.page, {})).items.filter(({ builtIn }) => builtIn === 'employee');
  await assert.rejects(admin.call(calls.adminRole.assign, { userIds: [leaver.userId], roleIds: [employee!.roleId] }), refused('PERSON_NOT_FOUND')); // prettier-ignore
  assert.equal((await admin.call(adminUser.page, { keyword: accountName })).total, 0);
  const [listed] = (await admin.call(adminUser.page, { keyword: accountName, status: 'left' })).items;
  assert.deepEqual([listed!.userId, listed!.status], [leaver.userId, 'left']);
  await assert.rejects(heir.call(calls.group.addMembers, { groupId: groupIds[0]!, members: [{ kind: 'person', id: leaver.userId, level: 'edit' }] })); // prettier-ignore

  // The report outlasts its task, in both languages.
  await sql`delete from task where id = ${report.taskId}`.execute(company.database);
  assert.equal((await reported(admin, leaver.userId)).steps.length, report.steps.length);
  for (const [language, word] of [
    ['zh-CN', '个人空间'],
    ['en-US', 'Personal space'],
  ] as const) {
    // prettier-ignore
    const cells = (await sheetOf(leaver.userId, language)).flat();
    assert.ok(cells.includes(word) && cells.includes(accountNameOf(heir)) === false, language);
    assert.equal(cells.filter((cell) => cell === word).length, 1);
  }
});
const accountNameOf = ({ accountName }: Person): string => accountName;

async function sheetOf(userId: string, language: Language): Promise<string[][]> {
  const answer = await admin.send('GET', `${adminUser.offboardSheet.path}?userId=${userId}`, { headers: { 'accept-language': language } });
  assert.match(answer.headers.get('content-type') ?? '', /spreadsheetml/);
  return (await read(Buffer.from(await answer.arrayBuffer()))).map((row) => [...row]);
}

test('refused: an active person, oneself, somebody with more rights, and successors who are wrong, missing or without room', async () => {
  const one = await have();
  const { leaver, heir, lead } = one;
  const { userId } = leaver;
  const successors = successorsOf(one);
  const offboards = (by: Client, fields: object = {}) => by.call(adminUser.offboard, { userId, successors: { ...successors, ...fields } });
  await assert.rejects(offboards(admin), refused('OFFBOARD_FREEZE_FIRST'));
  await freeze(admin, userId);
  await assert.rejects(offboards(lead), refused('NOT_ALLOWED'));
  const hr = await officer('people.view', 'people.freeze', 'people.offboard');
  await assert.rejects(hr.call(adminUser.offboard, { userId: hr.userId, successors }), refused('ACCOUNT_OWN'));
  const chief = (await admin.call(calls.user.currentUser, {})).userId;
  await assert.rejects(hr.call(adminUser.offboard, { userId: chief, successors }), refused('ROLE_BEYOND_OWN'));
  await assert.rejects(hr.call(adminUser.offboardPreview, { userId: chief, successors }), refused('ROLE_BEYOND_OWN'));
  const [frozen] = await admin.call(adminUser.freeze, { userIds: [chief] });
  assert.equal(frozen!.done, false, 'the last administrator cannot be frozen, so not offboarded either');
  await assert.rejects(offboards(admin, { space: undefined }), refused('OFFBOARD_SUCCESSOR_MISSING'));
  await assert.rejects(offboards(admin, { groups: successors.groups.slice(1) }), refused('OFFBOARD_SUCCESSOR_MISSING'));
  await assert.rejects(offboards(admin, { shares: userId }), refused('OFFBOARD_SUCCESSOR_WRONG'));
  const away = await company.person();
  await freeze(admin, away.userId);
  await assert.rejects(offboards(admin, { departments: away.userId }), refused('OFFBOARD_SUCCESSOR_WRONG'));
  await assert.rejects(offboards(admin, { departments: crypto.randomUUID() }), refused('OFFBOARD_SUCCESSOR_WRONG'));
  await admin.call(adminUser.update, { userId: heir.userId, quotaBytes: 2 ** 20 + 10 });
  const { problems } = await admin.call(adminUser.offboardPreview, { userId, successors });
  const lacking = problems.filter(({ code }) => code === 'OFFBOARD_NO_ROOM');
  const used = (await admin.call(adminUser.page, { keyword: leaver.accountName })).items[0]!.usedBytes - 2 * 2 ** 20;
  assert.deepEqual(lacking.map(({ field, missingBytes }) => [field, missingBytes]), [['groups', used - 10], ['groups', 2 ** 20]]); // prettier-ignore
  await assert.rejects(offboards(admin), refused('OFFBOARD_NO_ROOM'));
  assert.equal((await accountOf(userId)).left_at, null);
  assert.equal(await admin.call(adminUser.offboardReport, { userId }), null);
});

test('folders as deep as they may be do not fit into one more, which is said before anything is done', async () => {
  const [leaver, heir] = [await company.person(), await company.person()];
  let folder: InstanceId = leaver.rootId;
  for (let level = 1; level <= limits.folderDepth; level += 1) folder = (await leaver.folder(`${level}`, folder)).instanceId;
  await freeze(admin, leaver.userId);
  const asked = { userId: leaver.userId, successors: { space: heir.userId, groups: [] } };
  const { problems } = await admin.call(adminUser.offboardPreview, asked);
  assert.deepEqual(
    problems.map(({ code, field, blocks }) => [code, field, blocks]),
    [['TOO_DEEP', 'space', true]],
  );
  assert.match(problems[0]!.message, /64/);
  await assert.rejects(admin.call(adminUser.offboard, asked), refused('TOO_DEEP'));
  const kept = await admin.call(adminUser.offboardPreview, { ...asked, successors: { space: null, groups: [] } });
  assert.deepEqual(kept.problems, []);
});

test('folders that deep in the bin come along too, so they are said before anything is done', async () => {
  const heir = await company.person();
  // The last folder goes on its own, then what it was in: each has its own place in the bin.
  const binned = async (levels: number) => {
    const leaver = await company.person();
    const folders: InstanceId[] = [leaver.rootId];
    for (let level = 1; level <= levels; level += 1) folders.push((await leaver.folder(`${level}`, folders.at(-1)!)).instanceId);
    const asked = { userId: leaver.userId, successors: { space: heir.userId, groups: [] } };
    const seen: string[] = [];
    for (const level of [levels, 2]) {
      await leaver.call(calls.instance.remove, { instanceIds: [folders[level]!] });
      seen.push((await admin.call(adminUser.offboardPreview, asked)).problems.map(({ code }) => code).join());
    }
    await freeze(admin, leaver.userId);
    return { asked, seen };
  };
  const { asked, seen } = await binned(limits.folderDepth);
  assert.deepEqual(seen, ['TOO_DEEP', 'TOO_DEEP']);
  await assert.rejects(admin.call(adminUser.offboard, asked), refused('TOO_DEEP'));
  assert.equal(await admin.call(adminUser.offboardReport, { userId: asked.userId }), null, 'nothing has begun');
  const fits = await binned(limits.folderDepth - 1);
  assert.deepEqual(fits.seen, ['', '']);
  await admin.call(adminUser.offboard, fits.asked);
  const report = await ended(admin, fits.asked.userId);
  assert.deepEqual([report.error, report.state], [null, 'done']);
  assert.deepEqual(await checkData(company.database), []);
});

test('sent twice it is one offboarding; another administrator is refused; it can be canceled only before the space has moved', async () => {
  const one = await have();
  const { userId } = one.leaver;
  const asked = { userId, successors: successorsOf(one) };
  const hr = await officer('people.view', 'people.freeze', 'people.offboard');
  await freeze(admin, userId);
  await whileTreeIsLocked(userId, async () => {
    const tasks = await Promise.all([1, 2, 3].map(() => admin.call(adminUser.offboard, asked)));
    assert.equal(new Set(tasks.map(({ taskId }) => taskId)).size, 1);
    await assert.rejects(hr.call(adminUser.offboard, asked), refused('OFFBOARD_RUNNING'));
    await assert.rejects(admin.call(adminUser.offboard, { userId, successors: { ...asked.successors, space: null } }), refused('OFFBOARD_RUNNING')); // prettier-ignore
    const [thawed] = await admin.call(adminUser.thaw, { userIds: [userId] });
    assert.equal(thawed!.done ? '' : thawed!.code, 'ACCOUNT_LEAVING');
    while ((await reported(admin, userId)).steps.length === 0) await sleep(20);
    assert.equal((await reported(admin, userId)).cancelable, true);
    await admin.call(calls.task.cancel, { taskId: tasks[0]!.taskId });
  });
  const stopped = await ended(admin, userId);
  assert.deepEqual([stopped.state, stopped.error, stopped.steps.map(({ part }) => part)], ['stopped', null, ['work']]);
  assert.ok((await one.leaver.names().catch(() => [])).length === 0);
  const [thawed] = await admin.call(adminUser.thaw, { userIds: [userId] });
  assert.equal(thawed!.done, true, 'as if nothing had happened');
  await freeze(admin, userId);

  // It goes on with the second administrator, and a lock holds it after the space has moved.
  const holds = company.database.transaction().execute(async (transaction) => {
    await sql`lock table favourite in exclusive mode`.execute(transaction);
    const { taskId } = await hr.call(adminUser.offboard, asked);
    while ((await reported(admin, userId)).steps.filter(({ part }) => part === 'requests').length === 0) await sleep(20);
    assert.equal((await reported(admin, userId)).cancelable, false);
    await assert.rejects(hr.call(calls.task.cancel, { taskId }), refused('TASK_PAST_CANCELING'));
  });
  await holds;
  assert.equal((await ended(admin, userId)).state, 'done');
  assert.deepEqual(await aliveOf(company.database, userId), []);
});

test('a successor who is frozen meanwhile stops it by name; it goes on with another one, and no step is done twice', async () => {
  const one = await have();
  const { leaver, lead, reader } = one;
  const { userId } = leaver;
  const second = await company.person();
  const successors = { ...successorsOf(one), groups: one.groupIds.map((groupId) => ({ groupId, userId: second.userId })) };
  await freeze(admin, userId);
  await whileTreeIsLocked(userId, async () => {
    await admin.call(adminUser.offboard, { userId, successors });
    await freeze(admin, second.userId);
  });
  const stopped = await ended(admin, userId);
  assert.equal(stopped.state, 'stopped');
  assert.match(stopped.error ?? '', /successor|接手人/);
  assert.deepEqual(stopped.steps.map(({ part }) => part), ['work', 'space']); // prettier-ignore
  const [thawed] = await admin.call(adminUser.thaw, { userIds: [userId] });
  assert.equal(thawed!.done ? '' : thawed!.code, 'ACCOUNT_LEAVING', 'the space has gone, so there is no way back');
  const again = { ...successors, groups: one.groupIds.map((groupId) => ({ groupId, userId: lead.userId })) };
  await admin.call(adminUser.offboard, { userId, successors: again });
  const report = await ended(admin, userId);
  assert.equal(report.state, 'done');
  assert.equal(report.steps.filter(({ part }) => part === 'space').length, 1);
  for (const groupId of one.groupIds) assert.equal((await reader.call(calls.group.queryGroup, { groupId })).leader.userId, lead.userId);
  assert.deepEqual(await aliveOf(company.database, userId), []);
  assert.deepEqual(await checkData(company.database), []);
});

test('a group that is removed and a department that ends meanwhile are passed over', async () => {
  const one = await have();
  const { leaver, groupIds, departmentId } = one;
  const { userId } = leaver;
  await leaver.call(calls.group.dissolveGroup, { groupId: groupIds[0]! });
  await freeze(admin, userId);
  await whileTreeIsLocked(userId, async () => {
    await admin.call(adminUser.offboard, { userId, successors: successorsOf(one) });
    await sql`update group_space set dissolves_at = now() - interval '1 second', removing_at = now() where space_id = ${groupIds[0]!}`.execute(company.database); // prettier-ignore
    await admin.call(calls.adminDepartment.setManagers, { departmentId, userIds: [] });
  });
  const report = await ended(admin, userId);
  assert.deepEqual([report.error, report.state], [null, 'done']);
  assert.deepEqual(report.steps.filter(({ part }) => part === 'groups').map(({ outcome }) => outcome).toSorted(), ['done', 'gone']); // prettier-ignore
  assert.equal(report.steps.find(({ part }) => part === 'departments')!.counts.departments, 0);
});

test('a colleague who uploads into a shared folder while its space moves: the upload fails or arrives, and the books are right', async () => {
  const one = await have();
  const { leaver, reader, folderId, shareId } = one;
  await freeze(admin, leaver.userId);
  const { taskId } = await admin.call(adminUser.offboard, { userId: leaver.userId, successors: successorsOf(one) });
  assert.ok(taskId);
  const uploads = Array.from({ length: 6 }, (_, n) => reader.uploads(`late ${n}`, `late ${n}.txt`, folderId).catch(() => null));
  await Promise.all(uploads);
  assert.equal((await ended(admin, leaver.userId)).state, 'done');
  assert.deepEqual(await checkData(company.database), []);
  assert.ok((await reader.call(calls.instance.page, { parentId: folderId, fileSharingId: shareId })).total >= 3);
});

test('a space that is kept is readable to nobody; within the term a successor can still get it, after it everything is removed', async () => {
  for (const then of ['handed over', 'removed'] as const) {
    const one = await have();
    const { leaver, heir, reader, folderId, fileId, shareId } = one;
    const { userId } = leaver;
    await freeze(admin, userId);
    await admin.call(adminUser.offboard, { userId, successors: { ...successorsOf(one), space: null } });
    const report = await ended(admin, userId);
    assert.deepEqual([report.error, report.state], [null, 'done']);
    assert.equal(report.steps.find(({ part }) => part === 'space')!.outcome, 'kept');
    assert.ok(Math.abs(Date.parse(report.keptUntil!) - Date.now() - 30 * 86_400_000) < 60_000);
    assert.deepEqual(await aliveOf(company.database, userId), []);
    await assert.rejects(reader.call(calls.instance.page, { parentId: folderId, fileSharingId: shareId }));
    await assert.rejects(heir.downloads(fileId));
    assert.equal(await removeKeptSpaces(company.database), 0, 'the term has not ended');
    if (then === 'handed over') {
      await admin.call(adminUser.offboard, { userId, successors: { space: heir.userId } });
      const again = await ended(admin, userId);
      assert.deepEqual([again.state, again.keptUntil, again.error], ['done', null, null]);
      assert.equal(String(await heir.downloads(fileId)), 'plans');
    } else {
      await sql`update offboarding set kept_until = now() where user_id = ${userId}`.execute(company.database);
      while ((await removeKeptSpaces(company.database, 2)) > 0) assert.deepEqual(await checkData(company.database), []);
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from instance i join space s on s.id = i.space_id where s.owner_id = ${userId} and s.kind = 1`.execute(
        company.database,
      );
      assert.equal(rows[0]!.n, 1, 'only the top folder');
      await assert.rejects(admin.call(adminUser.offboard, { userId, successors: { space: heir.userId } }), refused('ACCOUNT_LEFT'));
    }
    assert.deepEqual(await checkData(company.database), []);
  }
});

test('the account name of a leaver is refused for ninety days, in upper case too, and then given again', async () => {
  const leaver = await company.person();
  const { accountName, userId } = leaver;
  await freeze(admin, userId);
  await admin.call(adminUser.offboard, { userId, successors: {} });
  assert.equal((await ended(admin, userId)).state, 'done');
  const create = () => admin.call(adminUser.create, { accountName: accountName.toUpperCase(), realName: '新人' });
  const leftDaysAgo = (days: number) =>
    sql`update user_account set left_at = now() - ${days} * interval '1 day' where id = ${userId}`.execute(company.database);
  await assert.rejects(create(), refused('ACCOUNT_NAME_TAKEN'));
  await leftDaysAgo(89);
  await freeNamesOfLeavers(company.database);
  await assert.rejects(create(), refused('ACCOUNT_NAME_TAKEN'));
  await leftDaysAgo(91);
  await freeNamesOfLeavers(company.database);
  const { userId: newcomer } = await create();
  assert.notEqual(newcomer, userId);
  const [listed] = (await admin.call(adminUser.page, { keyword: accountName, status: 'left' })).items;
  assert.deepEqual([listed!.userId, listed!.accountName], [userId, accountName], 'still known by their name');
  assert.equal((await reported(admin, userId)).person.accountName, accountName);
});

test('whoever loses the right while it runs stops, and nothing half done stays', async () => {
  const one = await have();
  const { userId } = one.leaver;
  const hr = await officer('people.view', 'people.freeze', 'people.offboard');
  await freeze(admin, userId);
  await whileTreeIsLocked(userId, async () => {
    await hr.call(adminUser.offboard, { userId, successors: successorsOf(one) });
    while ((await reported(admin, userId)).steps.length === 0) await sleep(20);
    await freeze(admin, hr.userId);
  });
  const stopped = await ended(admin, userId);
  assert.deepEqual([stopped.state, stopped.steps.map(({ part }) => part)], ['stopped', ['work']]);
  assert.deepEqual(await checkData(company.database), []);
  await admin.call(adminUser.offboard, { userId, successors: successorsOf(one) });
  assert.equal((await ended(admin, userId)).state, 'done');
});
