import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, failures, serviceConfigCodes } from '@alcove/contract';
import type { FailureCode, InputOf, ServiceConfigCode } from '@alcove/contract';
import { endRequests } from '../access-requests/end-requests.ts';
import { openAlcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { openEndedSpaces } from '../departments/end-department.ts';
import { freeNamesOfLeavers } from '../offboarding/sweep-queries.ts';
import { removeOldReviews } from '../outbound/review-queries.ts';
import { collectRenditions } from '../renditions/collect-queries.ts';
import { written } from '../sheets/sheets.test-support.ts';
import { adminPassword, checkFields, Client, Listener, openCompany, personPassword, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { page, update, history, revert } = calls.adminConfiguration;
let company: Company;
let admin: Client;
let adminId: string;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  ({ userId: adminId } = await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword }));
});
after(() => company.close());

const itemOf = async (code: string) => (await admin.call(page, {})).items.find((item) => item.code === code)!;
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 1000;
  while (!(await holds())) assert.ok(Date.now() < end, 'within a second');
};

test('every code is listed with its default; a change acts on everybody, and each is kept with who made it', async () => {
  const { items } = await admin.call(page, {});
  assert.deepEqual(items.map(({ code }) => code), Object.keys(serviceConfigCodes)); // prettier-ignore
  assert.ok(items.every(({ isDefault, value, default: otherwise }) => isDefault && JSON.stringify(value) === JSON.stringify(otherwise)));
  const person = await company.person();
  const first = await admin.call(update, { code: 'renameLength', value: 60, note: '长一些' });
  assert.deepEqual([first.value, first.isDefault, first.note, first.change?.userId], [60, false, '长一些', adminId]);
  await until(async () => (await person.call(calls.user.currentUser, {})).renameLength === 60);
  const second = await admin.call(update, { code: 'renameLength', value: 61, seen: first.change!.changeId });
  const { items: changes, total } = await admin.call(history, { code: 'renameLength' });
  assert.equal(total, 2);
  assert.deepEqual(
    changes.map(({ before, after, note, userId }) => [before?.value, after?.value, note, userId]),
    [
      [60, 61, '', adminId],
      [undefined, 60, '长一些', adminId],
    ],
  );
  assert.equal((await admin.call(revert, { code: 'renameLength', changeId: second.change!.changeId })).value, 60);
  const atDefault = await admin.call(revert, { code: 'renameLength', changeId: first.change!.changeId });
  assert.deepEqual([atDefault.value, atDefault.isDefault], [30, true]);
  assert.equal((await admin.call(history, { code: 'renameLength' })).total, 4, 'a revert is a change of its own');
  await until(async () => (await person.call(calls.user.currentUser, {})).renameLength === 30);
});

test('without a value the default holds again, as a change that can be taken back', async () => {
  const set = await admin.call(update, { code: 'linkUnvisitedDays', value: 90, note: '季度' });
  assert.equal(set.allowed, '0–3650');
  const reset = await admin.call(update, { code: 'linkUnvisitedDays', seen: set.change!.changeId });
  assert.deepEqual([reset.value, reset.isDefault, reset.note], [0, true, '']);
  const { items } = await admin.call(history, { code: 'linkUnvisitedDays' });
  assert.deepEqual([items[0]!.before, items[0]!.after], [{ value: 90 }, null]);
  const back = await admin.call(revert, { code: 'linkUnvisitedDays', changeId: items[0]!.changeId });
  assert.deepEqual([back.value, back.isDefault], [90, false]);
  await admin.call(update, { code: 'linkUnvisitedDays' });
});

test('how long things are kept acts on what is deleted or dissolved from then on', async () => {
  const person = await company.person();
  const daysUntil = (time: string | null): number => Math.round((Date.parse(time!) - Date.now()) / 86_400_000);
  const deleteOne = async (name: string): Promise<number> => {
    const { instanceId } = await person.uploads(Buffer.from('x'), name);
    await person.call(calls.instance.remove, { instanceIds: [instanceId] });
    const { items } = await person.call(calls.recycle.page, { keyword: name });
    return items[0]!.daysLeft;
  };
  const before = await deleteOne('早.txt');
  await admin.call(update, { code: 'recycleDays', value: 5 });
  await admin.call(update, { code: 'groupGraceDays', value: 2 });
  assert.deepEqual([before, await deleteOne('晚.txt')], [30, 5]);
  const { groupId } = await person.call(calls.group.createGroup, { groupName: '短', preallocatedSize: 1_000_000 });
  assert.equal(daysUntil((await person.call(calls.group.dissolveGroup, { groupId })).dissolveTime), 2);
  await until(async () => {
    const { recycleDays, groupGraceDays } = await person.call(calls.user.currentUser, {});
    return recycleDays === 5 && groupGraceDays === 2;
  });
  for (const code of ['recycleDays', 'groupGraceDays'] as const) await admin.call(update, { code });
});

test('names of leavers, requests, imports, ended departments, previews and reviews are kept as long as somebody set', async () => {
  const { database } = company;
  const [person, asker, leaver] = [await company.person(), await company.person(), await company.person()];
  const { instanceId } = await person.uploads(Buffer.from('previewed'), 'previewed.txt');
  const { departmentId: parentId } = await admin.call(calls.adminDepartment.create, { name: '上级部门', parentId: null });
  const { departmentId } = await admin.call(calls.adminDepartment.create, { name: '要撤销的部门', parentId });
  await admin.call(calls.adminDepartment.setManagers, { departmentId, userIds: [person.userId] });
  await admin.call(calls.adminDepartment.end, { departmentId });
  const sheet = new File(
    [
      new Uint8Array(
        await written(
          [
            ['Account name', 'Full name'],
            ['imported_once', 'A'],
          ],
          'xlsx',
        ),
      ),
    ],
    'people.xlsx',
  );
  const { checkId } = await admin.call(calls.adminUser.importCheck, { file: sheet });
  await asker.call(calls.access.request, { instanceId });
  const sizeOf = async (table: string): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database)).rows[0]!.n;
  await sql`
    insert into rendition (blob_id, kind, state, object_key, content_type, size) select blob_id, 'pdf', 'ready', 'none/' || id, 'application/pdf', 1 from instance where id = ${instanceId}`.execute(
    database,
  );
  await sql`
    insert into review (id, creator_id, instance_id, instance_name, is_file, link_name, note, terms, state, further, files, bytes, findings, rules_version, digest, decided_at)
    select uuidv7(), creator_id, id, name, true, '', '', '{}', 'ended', false, 1, 1, 0, 1, '', now() from instance where id = ${instanceId}`.execute(
    database,
  );
  /** Everything is three days old, and the review forty. */
  await sql`
    with one as (update user_account set left_at = now() - interval '3 days', frozen_at = now() where id = ${leaver.userId}),
      two as (update access_request set created_at = now() - interval '3 days'),
      three as (update people_import set run_at = now() - interval '3 days' where id = ${checkId}),
      four as (update ended_department set ended_at = now() - interval '3 days'),
      five as (update rendition set asked_at = now() - interval '3 days')
    update review set decided_at = now() - interval '40 days' where link_id is null`.execute(database);
  const left = async () => {
    await freeNamesOfLeavers(database);
    await endRequests(database);
    await openEndedSpaces(database);
    await collectRenditions({ database });
    await removeOldReviews(database);
    const named = await admin.ask(calls.adminUser.create, { accountName: leaver.accountName, realName: '新人' });
    const { rows } = await sql<{ open: boolean }>`select opened_at is not null as open from ended_department`.execute(database);
    return {
      nameTaken: named.errcode !== 0,
      requests: (await sql`select from access_request where state = 'open'`.execute(database)).rows.length,
      imports: (await admin.call(calls.adminUser.imports, {})).items.filter((one) => one.checkId === checkId).length,
      readOnly: rows.filter(({ open }) => !open).length,
      previews: await sizeOf('rendition'),
      reviews: await sizeOf('review'),
    };
  };
  const kept = await left();
  assert.deepEqual(kept, { nameTaken: true, requests: 1, imports: 1, readOnly: 1, previews: kept.previews, reviews: 1 });
  const values = {
    leaverNameDays: 2,
    accessRequestDays: 2,
    importDays: 2,
    endedDepartmentDays: 2,
    previewDays: 2,
    reviewDays: 39,
  } as const;
  const codes = Object.keys(values) as (keyof typeof values)[];
  for (const code of codes) await admin.call(update, { code, value: values[code] });
  assert.deepEqual(await left(), { nameTaken: false, requests: 0, imports: 0, readOnly: 0, previews: kept.previews - 1, reviews: 0 });
  for (const code of codes) await admin.call(update, { code });
});

test('a row that somebody spoiled by hand counts as missing: nothing leaves the bin early, and deleting goes on', async () => {
  const person = await company.person();
  for (const [n, value] of ['-5', '0', '366', '1e30', '2.5', '"9"', 'null', 'true', '[3]'].entries()) {
    await sql`insert into service_config (code, value) values ('recycleDays', ${value}::jsonb)
      on conflict (code) do update set value = excluded.value`.execute(company.database);
    const name = `坏行 ${n}.txt`;
    const { instanceId } = await person.uploads(Buffer.from('x'), name);
    await person.call(calls.instance.remove, { instanceIds: [instanceId] });
    const { items } = await person.call(calls.recycle.page, { keyword: name });
    assert.equal(items[0]?.daysLeft, 30, value);
  }
  await admin.call(update, { code: 'recycleDays' });
});

test('what a setting was before its type changed is listed, and is not reverted to', async () => {
  const { change } = await admin.call(update, { code: 'uploadHours', value: 30 });
  await sql`update service_config_change set before = '"a day"' where id = ${change!.changeId}`.execute(company.database);
  const { items } = await admin.call(history, { code: 'uploadHours' });
  assert.deepEqual([items[0]!.before, items[0]!.after], [{ value: 'a day' }, { value: 30 }]);
  const answer = await admin.ask(revert, { code: 'uploadHours', changeId: change!.changeId });
  assert.deepEqual([answer.errcode, answer.field], [failures.CONFIGURATION_VALUE_OLD.errcode, 'changeId']);
  assert.equal((await itemOf('uploadHours')).value, 30);
  await admin.call(update, { code: 'uploadHours' });
});

test('a wrong value names its field and what is allowed, and changes nothing', async () => {
  const wrong: [string, unknown, RegExp][] = [
    ['renameLength', 0, /1–128/],
    ['renameLength', 'long', /1–128/],
    ['emptyFiles', 'yes', /true, false/],
    ['instantTransferScope', 'planet', /"company", "reachable"/],
    ['defaultQuotaBytes', -1, /0–… GB, null/],
    ['defaultSpeedLimit', 0, /1–…, null/],
    ['helpDocuments', 'javascript:alert(1)', /./],
    ['visitorFileBytes', 2 ** 50, /0\.001–80 GB/],
    ['signInRegions', ['moon'], /asiaPacific/],
    ['secondBinBrakePercent', 101, /0–100/],
  ];
  for (const [code, value, allowed] of wrong) {
    const answer = await admin.ask(update, { code: code as 'renameLength', value: value as number });
    assert.equal(answer.errcode, 160060, code);
    assert.match(answer.errmsg, allowed);
  }
  await assert.rejects(admin.call(update, { code: 'constructor' as 'renameLength', value: 1 }), refused('BAD_REQUEST'));
  const { items } = await admin.call(page, {});
  assert.deepEqual(items.filter(({ isDefault }) => !isDefault), []); // prettier-ignore
});

test('two administrators do not overwrite what they have not seen; a change of another code is not found', async () => {
  const before = (await itemOf('filesPerSelection')).change?.changeId ?? null;
  const answers = await Promise.all([300, 400].map((value) => admin.ask(update, { code: 'filesPerSelection', value, seen: before })));
  assert.deepEqual(
    answers.map(({ errcode }) => errcode).toSorted((a, b) => a - b),
    [0, 160061],
  );
  const { change } = await itemOf('filesPerSelection');
  await assert.rejects(admin.call(revert, { code: 'emptyFiles', changeId: change!.changeId }), refused('CONFIGURATION_CHANGE_NOT_FOUND'));
});

test('the defaults for storage and speed act on new accounts, and on whoever has no limit of their own', async () => {
  await admin.call(update, { code: 'defaultQuotaBytes', value: 5_000_000 });
  const made = async (quota: { quotaBytes?: number | null }) => {
    const accountName = `made_${crypto.randomUUID().replaceAll('-', '_')}`;
    const { userId } = await admin.call(calls.adminUser.create, { accountName, realName: 'Made', ...quota });
    return (await admin.call(calls.adminUser.page, { keyword: accountName })).items.find((item) => item.userId === userId)!.quotaBytes;
  };
  await until(async () => (await made({})) === 5_000_000);
  assert.deepEqual([await made({ quotaBytes: null }), await made({ quotaBytes: 7 })], [null, 7]);
  await admin.call(update, { code: 'defaultQuotaBytes', value: null });
  await until(async () => (await made({})) === null);
  // A paced download takes its time at least; how much longer it takes is not judged.
  await admin.call(update, { code: 'defaultSpeedLimit', value: 300_000 });
  const person = await company.person();
  const { instanceId } = await person.uploads(Buffer.alloc(900_000), 'slow.bin');
  const seconds = async (): Promise<number> => {
    const from = performance.now();
    await person.downloads(instanceId);
    return (performance.now() - from) / 1000;
  };
  const paced = await seconds();
  assert.ok(paced > 1, `${paced} s`);
  await admin.call(calls.adminUser.update, { userId: person.userId, speedLimit: 1_000_000_000 });
  // One of them may be slow for another reason.
  const own = Math.min(await seconds(), await seconds(), await seconds());
  assert.ok(own < paced, `${own} s by a limit of their own, ${paced} s by the default`);
});

test('links keep to what the company allows: of what is sent, and of what a new one leaves out', async () => {
  const person = await company.person();
  const { instanceId } = await person.uploads(Buffer.from('x'), '外链.txt');
  const { createOrUpdate } = calls.link;
  const made = await person.call(createOrUpdate, { instanceIds: [instanceId], validity: 'employment' });
  const set = async (values: Record<string, unknown>) => {
    for (const [code, value] of Object.entries(values)) await admin.call(update, { code: code as 'linkMostDays', value: value as number });
  };
  await set({ linkMostDays: 10, linkMostVisits: 50, linkPasswordLength: 8, linkValidity: '3d', linkWatermark: false });
  await until(async () => (await person.call(calls.user.currentUser, {})).linkRules.linkMostDays === 10);
  const create = (fields: object) => person.ask(createOrUpdate, { instanceIds: [instanceId], visitLimit: 5, ...fields });
  const codeOf = async (fields: object) => {
    const { errcode, field } = await create(fields);
    return [errcode, field];
  };
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  assert.deepEqual(await codeOf({ validity: 'employment' }), [150060, 'expireTime']);
  assert.deepEqual(await codeOf({ validity: '1m' }), [150060, 'expireTime']);
  assert.deepEqual(await codeOf({ validity: 'custom', expireTime: inDays(12) }), [150060, 'expireTime']);
  assert.deepEqual(await codeOf({ visitLimit: undefined }), [150061, 'visitLimit']);
  assert.deepEqual(await codeOf({ visitLimit: 51 }), [150061, 'visitLimit']);
  assert.deepEqual(await codeOf({ password: 'short-7' }), [150062, 'password']);
  const link = await person.call(createOrUpdate, { instanceIds: [instanceId], visitLimit: 50, password: 'length-8' });
  assert.deepEqual([link.validity, link.watermark], ['3d', 'none'], 'what is left out is as the company has it');
  await person.call(createOrUpdate, { instanceIds: [instanceId], visitLimit: 5, validity: 'custom', expireTime: inDays(10) });
  // A link from before keeps what it has, until somebody changes just that.
  const { linkPath } = made;
  assert.equal((await person.call(createOrUpdate, { linkPath, note: '改备注' })).validity, 'employment');
  await assert.rejects(person.call(createOrUpdate, { linkPath, visitLimit: null }), refused('LINK_VISITS_OVER'));
  for (const code of ['linkMostDays', 'linkMostVisits', 'linkPasswordLength', 'linkValidity', 'linkWatermark'] as const)
    await admin.call(update, { code });
});

test('shorter sessions end those that are too old, in the middle of their work too; longer ones bring none back', async () => {
  const [person, idle] = [await company.person(), await company.person()];
  const age = (who: Person, column: 'created_at' | 'seen_at') =>
    sql`update session set ${sql.ref(column)} = now() - interval '3 hours' where user_id = ${who.userId}`.execute(company.database);
  await age(person, 'created_at');
  await age(idle, 'seen_at');
  await admin.call(update, { code: 'sessionHours', value: 2 });
  await until(async () => (await person.ask(calls.user.currentUser, {})).status === 401);
  await admin.call(update, { code: 'sessionHours' });
  await admin.call(update, { code: 'sessionIdleHours', value: 2 });
  await until(async () => (await idle.ask(calls.user.currentUser, {})).status === 401);
  await admin.call(update, { code: 'sessionIdleHours' });
});

test('versions, imports, the watermark and announcements follow their settings', async () => {
  const person = await company.person();
  const { instanceId } = await person.uploads(Buffer.from('x'), '版本.txt');
  const policy = async () => {
    const { kept, days } = await person.call(calls.version.list, { instanceId });
    return [kept, days];
  };
  assert.deepEqual(await policy(), [100, 180], 'as the server was started');
  await admin.call(update, { code: 'versionsKept', value: 3 });
  await admin.call(update, { code: 'versionDays', value: 0 });
  await until(async () => JSON.stringify(await policy()) === '[3,null]');
  await admin.call(update, { code: 'importRows', value: 1 });
  const sheet = async (people: number) => {
    const rows = Array.from({ length: people }, (_, n) => [`import_${n}`, 'A']);
    return new File([new Uint8Array(await written([['Account name', 'Full name'], ...rows], 'xlsx'))], 'people.xlsx');
  };
  const two = await sheet(2);
  await until(async () => (await admin.ask(calls.adminUser.importCheck, { file: two })).errcode !== 0);
  await assert.rejects(admin.call(calls.adminUser.importCheck, { file: two }), refused('EXCEL_TOO_LARGE'));
  assert.equal((await admin.call(calls.adminUser.importCheck, { file: await sheet(1) })).rows, 1);
  const wrong = await admin.ask(update, { code: 'watermarkText', value: '公司机密 {time}' });
  assert.equal(wrong.errcode, 160060, 'a mark must say who looks');
  const text = { 'zh-CN': '今晚升级', 'en-US': 'Upgrade tonight' };
  const hour = 3_600_000;
  const [from, to] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
  const refusals: [object, FailureCode, RegExp][] = [
    [{ text, from: to, to: from }, 'LOG_TIMES_WRONG', /before the start/],
    [{ text, from, to: from }, 'LOG_TIMES_WRONG', /before the start/],
    [{ text: { ...text, 'en-US': ' ' }, from, to }, 'CONFIGURATION_VALUE_EMPTY', /text\.en-US/],
    [{ text, from, to: null }, 'CONFIGURATION_VALUE_EMPTY', /: to$/],
    [{ text, from, to: 'tomorrow' }, 'CONFIGURATION_VALUE_WRONG', /./],
  ];
  for (const [value, code, named] of refusals) {
    const answer = await admin.ask(update, { code: 'announcement', value: value as never });
    assert.deepEqual([answer.errcode, answer.field], [failures[code].errcode, 'value']);
    assert.match(answer.errmsg, named);
  }
  const hears = await Listener.of(person);
  await admin.call(update, { code: 'announcement', value: { text, from, to } });
  await hears.until(({ heard }) => heard.some(({ event }) => event === 'announcementChanged'));
  hears.leave();
  await until(async () => (await person.call(calls.user.currentUser, {})).announcement?.text['en-US'] === 'Upgrade tonight');
  await admin.call(update, { code: 'announcement', value: { text, from: new Date(0).toISOString(), to: from } });
  await until(async () => (await person.call(calls.user.currentUser, {})).announcement === null);
  for (const code of ['versionsKept', 'versionDays', 'importRows', 'announcement'] as const) await admin.call(update, { code });
});

test('what a setting changes acts in another process within a second: tries and locks, sizes, regions, sessions', async () => {
  const settings = { DATABASE_URL: company.databaseUrl, ALCOVE_ADMIN_PASSWORD: adminPassword };
  await using second = await openAlcove({ ...readConfig(settings), store: company.storeConfig }, company.logger, {
    administratorMade: () => {},
  }).then((alcove) => ({ ...alcove, [Symbol.asyncDispose]: () => alcove.close() }));
  const origin = await second.app.listen({ host: '127.0.0.1', port: 0 });
  const there = () => new Client(origin);
  const person = await company.person();
  const { instanceId } = await person.folder('发布会');
  const makes = async () => (await person.call(calls.link.createOrUpdate, { instanceIds: [instanceId], password: 'right' })).linkPath;
  const gateOf = async (linkPath: string) => there().call(calls.link.queryConfig, { linkPath });
  // The other process has read its configuration, so it keeps it until it is told.
  const first = await makes();
  assert.deepEqual([(await gateOf(first)).passwordTries, (await gateOf(first)).lockMinutes], [5, 30]);
  const values: { [Code in ServiceConfigCode]?: InputOf<typeof update>['value'] } = {
    linkPasswordTries: 2,
    linkLockMinutes: 7,
    linkVisitHours: 3,
    linkVisitIdleMinutes: 5,
    visitorFileBytes: 2 ** 30,
    uploadHours: 48,
    signInTries: 1,
    signInWaitMinutes: 2,
    signInRegions: ['northAmerica', 'asiaPacific'],
    browserSessions: 1,
    clientSessions: 1,
  };
  const changed = Object.keys(values) as (keyof typeof values)[];
  for (const code of changed) await admin.call(update, { code, value: values[code] });
  await until(async () => (await there().call(calls.user.checkRedirect, {})).regions.length === 2);

  const visitor = there();
  const opens = (password: string) => visitor.ask(calls.link.checkPassword, { linkPath: first }, { 'x-link-password': password });
  assert.equal((await gateOf(first)).passwordTries, 2);
  const guest = there();
  guest.headers['x-link-password'] = 'right';
  const opened = await guest.call(calls.link.checkPassword, { linkPath: first });
  assert.ok(Math.abs(opened.expiresIn - 3 * 3600) < 5, `${opened.expiresIn} s`);
  guest.headers['x-share-token'] = opened.shareToken;
  assert.equal((await guest.call(calls.link.queryAttribute, { linkPath: first })).fileBytes, 2 ** 30);
  await sql`update link_visitor set seen_at = now() - interval '6 minutes'`.execute(company.database);
  assert.notEqual((await guest.ask(calls.link.queryAttribute, { linkPath: first })).errcode, 0, 'the visit was left alone for too long');
  assert.match((await opens('wrong')).errmsg, /1/);
  assert.match((await opens('wrong')).errmsg, /7/, 'the second wrong one locks for seven minutes');

  await person.ask(calls.upload.checkUploadAble, checkFields(Buffer.alloc(300_000), { name: 'new.bin', parentId: person.rootId }));
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from expires_at - now()) / 3600)::int as hours from upload where user_id = ${person.userId}`.execute(
    company.database,
  );
  assert.deepEqual(rows, [{ hours: 48 }]);

  const { accountName: username } = person;
  const signIn = (fields: object) => there().ask(calls.user.login, { username, password: personPassword, ...fields });
  const unknown = await signIn({ region: 'europe' });
  assert.deepEqual([unknown.errcode, unknown.field], [failures.SIGN_IN_REGION_UNKNOWN.errcode, 'region']);
  assert.equal((await signIn({ region: 'asiaPacific' })).errcode, 0);
  const logged = await sql<{ detail: object }>`
    select detail from audit_log where action = 'pub.login' and person_id = ${person.userId} and result = 0`.execute(company.database);
  assert.deepEqual(logged.rows, [{ detail: { region: 'asiaPacific' } }]);
  const [one, other] = [there(), there()];
  for (const browser of [one, other]) await browser.call(calls.user.signIn, { username, password: personPassword });
  await until(async () => (await one.ask(calls.user.currentUser, {})).status === 401);
  assert.equal((await other.ask(calls.user.currentUser, {})).status, 200);
  const desktop = async () => Object.assign(there(), { bearer: (await other.call(calls.user.clientLogin, {})).token });
  const [old, recent] = [await desktop(), await desktop()];
  await until(async () => (await old.ask(calls.user.currentUser, {})).status === 401);
  assert.equal((await recent.ask(calls.user.currentUser, {})).status, 200);
  const guesses = [];
  for (let n = 0; n < 3; n += 1) guesses.push((await signIn({ password: 'wrong' })).errcode);
  assert.deepEqual(guesses, [failures.WRONG_PASSWORD.errcode, failures.WRONG_PASSWORD.errcode, failures.SIGN_IN_SLOWED.errcode]);
  await sql`update sign_in_attempt set failures = 40, blocked_until = 'epoch'`.execute(company.database);
  await signIn({ password: 'wrong' });
  assert.match((await signIn({ password: 'wrong' })).errmsg, / 2 min\./, 'however many were wrong');
  for (const code of changed) await admin.call(update, { code });
});
