import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, defaultRoleItems, everyItem, levelHeld } from '@alcove/contract';
import type { FileRole, InstanceId, Notice } from '@alcove/contract';
import { createDepartment, setManagers } from '../departments/index.ts';
import { putGrants } from '../permission/index.ts';
import { setOnlyRole } from '../permission/tree.test-support.ts';
import { adminPassword, Listener, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { endRequests } from './end-requests.ts';
import { notifyAnswerers } from './notify-answerers.ts';

let company: Company;
let [owner, asker]: Person[] = [];
before(async () => {
  company = await openCompany();
  [owner, asker] = [await company.person(), await company.person()];
});
after(() => company.close());

type Asked = Extract<Notice, { kind: 'accessRequested' }>;
const ask = (who: Person, instanceId: string, more: { item?: 'download' | 'upload' | 'share' | 'list'; message?: string } = {}) =>
  who.call(calls.access.request, { instanceId, ...more });
/** The requests that a person may answer. Notifies the answerers first, which the server would also do a moment later. */
async function toAnswer(who: Person): Promise<Asked[]> {
  await notifyAnswerers(company.database);
  await sql`select from access_request for update`.execute(company.database); // waits until the server's own job has finished
  const { items } = await who.call(calls.notice.page, { filter: 'todo', pageSize: 100 });
  return items.filter((notice): notice is Asked => notice.kind === 'accessRequested');
}
const answered = async (who: Person) =>
  (await who.call(calls.notice.page, { pageSize: 100 })).items.find((notice) => notice.kind === 'accessAnswered');
async function level(who: Person, instanceId: string): Promise<string | null> {
  const reply = await who.ask<{ fileAuth: never[] }>(calls.instance.queryInstanceDetail, { instanceId });
  return reply.errcode === 0 ? levelHeld(defaultRoleItems, reply.data!.fileAuth) : null;
}
const freeze = (person: Person) =>
  company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', person.userId).execute();
const rootOf = async (departmentId: string): Promise<{ rootId: InstanceId; spaceId: string }> => {
  const row = await company.database
    .selectFrom('department as d')
    .innerJoin('space as s', 's.id', 'd.space_id')
    .select(['s.root_id', 's.id'])
    .where('d.id', '=', departmentId)
    .executeTakeFirstOrThrow();
  return { rootId: row.root_id, spaceId: row.id };
};
const grants = (instanceId: InstanceId, who: Person) =>
  company.database
    .selectFrom('file_grant')
    .select(['source_kind', 'role', 'expires_at'])
    .where('instance_id', '=', instanceId)
    .where('subject_id', '=', who.userId)
    .orderBy('id')
    .execute();

test('who is hidden something asks, its owner gives it, and it opens by itself', async () => {
  const folder = await owner!.folder('品牌升级 2026');
  await owner!.uploads('inside', '规范.txt', folder.instanceId);
  const [heard, ownerEvents] = await Promise.all([Listener.of(asker!), Listener.of(owner!)]);
  const request = await ask(asker!, folder.instanceId, { message: '  想看看规范 ' });
  await ownerEvents.until(({ heard: events }) => events.some(({ event }) => event === 'notice'));
  const [notice] = await toAnswer(owner!);
  assert.deepEqual(
    [notice?.data.by.userId, notice?.data.instanceName, notice?.data.message],
    [asker!.userId, '品牌升级 2026', '想看看规范'],
  );
  const shown = await owner!.call(calls.access.detail, { requestId: request.requestId });
  assert.deepEqual([shown.item, shown.levels, shown.classifierId], ['list', ['viewOnly', 'download', 'edit'], 'Folder']);

  const end = new Date(Date.now() + 3_600_000).toISOString();
  await owner!.call(calls.access.answer, { requestId: request.requestId, level: 'download', expireTime: end });
  await heard.until(({ folders }) => folders.includes(folder.instanceId));
  assert.deepEqual(await asker!.names(folder.instanceId), ['规范.txt']);
  assert.equal(await level(asker!, folder.instanceId), 'download');
  const answer = await answered(asker!);
  assert.ok(answer?.kind === 'accessAnswered' && answer.data.granted && answer.data.given?.level === 'download');
  assert.deepEqual([answer.data.by?.userId, answer.data.instanceName, answer.data.given.expireTime], [owner!.userId, '品牌升级 2026', end]);
  assert.deepEqual(await toAnswer(owner!), []);
  assert.deepEqual(await asker!.call(calls.access.mine, {}), []);
  await assert.rejects(ask(asker!, folder.instanceId, { item: 'download' }), refused('ACCESS_HELD'));

  await sql`update file_grant set expires_at = now() where instance_id = ${folder.instanceId}`.execute(company.database);
  assert.equal(await level(asker!, folder.instanceId), null, 'it ends by itself');
  heard.leave();
  ownerEvents.leave();
});

test('asking answers alike for what is hidden, in the bin, of another kind or not there, and so does all that follows', async () => {
  const [other, curious] = [await company.person(), await company.person()];
  const folder = await other.folder('秘密-7Q');
  const binned = await other.folder('旧秘密-7Q');
  await other.call(calls.instance.remove, { instanceIds: [binned.instanceId] });
  const ids = [folder.instanceId, binned.instanceId, other.rootId, other.userId, randomUUID()];
  const replies = [];
  for (const instanceId of ids) replies.push(await curious.ask<object>(calls.access.request, { instanceId, message: 'hello' }));
  const shape = (reply: { errcode: number; errmsg: string; data: object | null; status: number }) =>
    JSON.stringify([reply.status, reply.errcode, reply.errmsg, reply.data]).replaceAll(/"[0-9a-f-]{36}"|"[\d-]+T[\d:.]+Z"/g, '""');
  assert.equal(new Set(replies.map(shape)).size, 1);
  await notifyAnswerers(company.database);
  await endRequests(company.database);
  const own = await curious.call(calls.access.mine, {});
  assert.deepEqual(own.map(({ instanceId }) => instanceId).toSorted(), ids.toSorted(), 'none of them ended');
  for (const [index, instanceId] of ids.entries())
    assert.deepEqual(await ask(curious, instanceId), replies[index]!.data, 'a repeated one answers the same');
  assert.doesNotMatch(JSON.stringify([replies, own]), /7Q/);
  assert.deepEqual((await toAnswer(other)).map(({ data }) => data.instanceId).toSorted(), [folder.instanceId, other.rootId].toSorted());
});

test('asking does the same work whether or not there is something: who is asked is looked for afterwards', async () => {
  const [other, curious] = [await company.person(), await company.person()];
  const { instanceId } = await other.folder('hidden');
  await company.database.transaction().execute(async (transaction) => {
    await sql`lock table notice in access exclusive mode`.execute(transaction);
    // both calls return, although nobody can be notified now
    for (const id of [instanceId, randomUUID()]) await ask(curious, id);
  });
  assert.equal((await toAnswer(other)).length, 1);
});

test('one request of a person for a thing is open at a time, however often and at once they ask', async () => {
  const [other, keen] = [await company.person(), await company.person()];
  const { instanceId } = await other.folder('wanted');
  const made = await Promise.all(Array.from({ length: 5 }, () => ask(keen, instanceId)));
  assert.equal(new Set(made.map(({ requestId }) => requestId)).size, 1);
  assert.equal((await toAnswer(other)).length, 1);
});

test('twenty requests a day, withdrawn ones and missing things counted; the next day there are more', async () => {
  const keen = await company.person();
  for (let n = 0; n < 19; n += 1) await ask(keen, randomUUID());
  const last = await ask(keen, randomUUID());
  await keen.call(calls.access.withdraw, { requestId: last.requestId });
  await assert.rejects(ask(keen, randomUUID()), refused('ACCESS_TOO_MANY'));
  const many = await company.person();
  const replies = await Promise.all(Array.from({ length: 24 }, () => many.ask(calls.access.request, { instanceId: randomUUID() })));
  assert.equal(replies.filter(({ errcode }) => errcode === 0).length, 20);
  await sql`update access_request set created_at = now() - interval '25 hours' where asker_id = ${keen.userId}`.execute(company.database);
  await ask(keen, randomUUID());
  await assert.rejects(ask(keen, randomUUID(), { message: 'x'.repeat(201) }), refused('BAD_REQUEST'));
});

test('a withdrawn request is nobody’s to answer any more, and only who made it withdraws it', async () => {
  const [other, keen] = [await company.person(), await company.person()];
  const { instanceId } = await other.folder('wanted');
  const { requestId } = await ask(keen, instanceId);
  assert.equal((await toAnswer(other)).length, 1);
  await assert.rejects(other.call(calls.access.withdraw, { requestId }), refused('ACCESS_REQUEST_NOT_FOUND'));
  await keen.call(calls.access.withdraw, { requestId });
  await keen.call(calls.access.withdraw, { requestId });
  assert.deepEqual(await toAnswer(other), []);
  await assert.rejects(other.call(calls.access.answer, { requestId, level: 'edit' }), refused('ACCESS_REQUEST_ENDED'));
  assert.equal(await level(keen, instanceId), null);
  await assert.rejects(keen.call(calls.access.withdraw, { requestId: randomUUID() }), refused('ACCESS_REQUEST_NOT_FOUND'));
});

test('who declines gives nothing, and tells who and what only to whom may see the thing', async () => {
  const [other, keen] = [await company.person(), await company.person()];
  const folder = await other.folder('绝密-9K');
  const { requestId } = await ask(keen, folder.instanceId);
  await other.call(calls.access.answer, { requestId, level: null });
  await other.call(calls.access.answer, { requestId, level: null });
  const refusal = await answered(keen);
  assert.ok(refusal?.kind === 'accessAnswered');
  assert.deepEqual(refusal.data, { by: null, instanceId: folder.instanceId, instanceName: null, granted: false });
  assert.equal(await level(keen, folder.instanceId), null);
  await assert.rejects(other.call(calls.access.answer, { requestId, level: 'edit' }), refused('ACCESS_REQUEST_ENDED'));
  const again = await ask(keen, folder.instanceId);
  assert.notEqual(again.requestId, requestId);
  await other.call(calls.access.answer, { requestId: again.requestId, level: 'viewOnly' });
  const more = await ask(keen, folder.instanceId, { item: 'download' });
  await other.call(calls.access.answer, { requestId: more.requestId, level: null });
  const seen = await answered(keen);
  assert.ok(seen?.kind === 'accessAnswered' && seen.data.instanceName === '绝密-9K' && seen.data.by?.userId === other.userId);
});

/** A department with two managers and a folder, and someone from elsewhere. */
async function department() {
  const id = await createDepartment(company.database, { name: `部门_${randomUUID().slice(0, 8)}`, parentId: null });
  const place = await rootOf(id);
  const [one, two, member, stranger] = await Promise.all([1, 2, 3, 4].map(() => company.person()));
  await company.database.updateTable('user_account').set({ department_id: id }).where('id', '=', member!.userId).execute();
  const name = (...people: Person[]) =>
    setManagers(company.database, { departmentId: id, userIds: people.map(({ userId }) => userId) }, { ...caller, userId: owner!.userId });
  await name(one!, two!);
  const folder = await one!.folder('薪酬', place.rootId);
  return { id, ...place, one: one!, two: two!, member: member!, stranger: stranger!, folder, name };
}
const caller = { sessionId: '', sessionKind: 'browser', accountName: '', realName: '', adminItems: [], speedLimit: null } as const;

test('of two managers who answer at once one is heard, the other is told so, and nobody has it to do any more', async () => {
  const { one, two, stranger, folder } = await department();
  const { requestId } = await ask(stranger, folder.instanceId);
  assert.deepEqual([(await toAnswer(one)).length, (await toAnswer(two)).length], [1, 1]);
  const replies = await Promise.all([
    one.ask(calls.access.answer, { requestId, level: 'edit' }),
    two.ask(calls.access.answer, { requestId, level: 'viewOnly' }),
  ]);
  assert.deepEqual(replies.map(({ errcode }) => errcode).toSorted(), [0, 190004]);
  assert.equal(await level(stranger, folder.instanceId), replies[0]!.errcode === 0 ? 'edit' : 'viewOnly');
  assert.deepEqual([await toAnswer(one), await toAnswer(two)], [[], []]);
  assert.equal((await grants(folder.instanceId, stranger)).length, 1);
});

test('who lost the right meanwhile, or was frozen, or never had it, does not answer; whoever comes to it does', async () => {
  const { one, two, member, stranger, folder, name } = await department();
  await freeze(two);
  const { requestId } = await ask(stranger, folder.instanceId);
  await toAnswer(one);
  const { rows } = await sql<{ user_id: string }>`select user_id from notice where subject_id = ${requestId}`.execute(company.database);
  assert.deepEqual(
    rows.map((row) => row.user_id),
    [one.userId],
  );
  await name(member);
  for (const who of [one, stranger, asker!]) {
    await assert.rejects(who.call(calls.access.answer, { requestId, level: 'edit' }), refused('ACCESS_REQUEST_NOT_FOUND'));
    await assert.rejects(who.call(calls.access.detail, { requestId }), refused('ACCESS_REQUEST_NOT_FOUND'));
  }
  await member.call(calls.access.answer, { requestId, level: 'viewOnly' });
  assert.equal(await level(stranger, folder.instanceId), 'viewOnly');
  await assert.rejects(member.call(calls.access.answer, { requestId: randomUUID(), level: null }), refused('ACCESS_REQUEST_NOT_FOUND'));
});

test('a department without managers is asked all the same: its first manager learns of what waits', async () => {
  const { one, stranger, folder, name } = await department();
  await name();
  const { requestId } = await ask(stranger, folder.instanceId);
  assert.deepEqual(await toAnswer(one), []);
  await name(one);
  await sql`update access_request set look_at = now() where id = ${requestId}`.execute(company.database);
  assert.equal((await toAnswer(one))[0]?.data.requestId, requestId);
});

test('a manager who is shut out of a folder is not asked for it', async () => {
  const { one, two, stranger, folder, spaceId } = await department();
  await company.database
    .transaction()
    .execute((transaction) =>
      putGrants(transaction, { kind: 'department', id: spaceId }, one.userId, [
        { instanceId: folder.instanceId, subject: { kind: 'person', id: two.userId }, role: 'forbidden' },
      ]),
    );
  const { requestId } = await ask(stranger, folder.instanceId);
  assert.deepEqual([(await toAnswer(one)).length, (await toAnswer(two)).length], [1, 0]);
  await assert.rejects(two.call(calls.access.answer, { requestId, level: 'edit' }), refused('ACCESS_REQUEST_NOT_FOUND'));
});

test('what a department gives outlives who answered; what the owner of personal files gives ends with their account', async () => {
  const { one, stranger, folder, name } = await department();
  const { requestId } = await ask(stranger, folder.instanceId);
  await one.call(calls.access.answer, { requestId, level: 'externalSharing' });
  await name();
  assert.equal(await level(stranger, folder.instanceId), 'externalSharing');

  const [other, keen] = [await company.person(), await company.person()];
  const own = await other.folder('own');
  const second = await ask(keen, own.instanceId);
  await assert.rejects(
    other.call(calls.access.answer, { requestId: second.requestId, level: 'externalSharing' }),
    refused('ACCESS_LEVEL_TOO_HIGH'),
  );
  assert.equal((await other.ask(calls.access.answer, { requestId: second.requestId, level: 'manager' })).status, 400);
  await other.call(calls.access.answer, { requestId: second.requestId, level: 'edit' });
  assert.equal(await level(keen, own.instanceId), 'edit');
  await freeze(other);
  assert.equal(await level(keen, own.instanceId), null);
});

test('an answer never takes away: who is named there already, or may do more, gets it beside what they have', async () => {
  const { one, member, spaceId, rootId, folder } = await department();
  const give = (role: FileRole, instanceId: InstanceId) =>
    company.database
      .transaction()
      .execute((transaction) =>
        putGrants(transaction, { kind: 'department', id: spaceId }, one.userId, [
          { instanceId, subject: { kind: 'person', id: member.userId }, role },
        ]),
      );
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  // a viewer through the department requests download access with an expiration: they get a nearer grant of the space
  const first = await ask(member, folder.instanceId, { item: 'download' });
  await one.call(calls.access.answer, { requestId: first.requestId, level: 'download', expireTime: soon });
  assert.deepEqual(
    (await grants(folder.instanceId, member)).map(({ source_kind }) => source_kind),
    ['department'],
  );
  // named on the item itself: the second request adds a share, and when that expires, the first grant is still there
  const second = await ask(member, folder.instanceId, { item: 'upload' });
  await one.call(calls.access.answer, { requestId: second.requestId, level: 'edit', expireTime: soon });
  assert.deepEqual(
    (await grants(folder.instanceId, member)).map(({ source_kind, role }) => [source_kind, role]),
    [
      ['department', 'downloader'],
      ['share', 'editor'],
    ],
  );
  assert.equal(await level(member, folder.instanceId), 'edit');
  // an editor of the whole department who requests sharing and is granted less loses nothing
  await give('editor', rootId);
  const inner = await one.folder('inner', rootId);
  const third = await ask(member, inner.instanceId, { item: 'share' });
  await one.call(calls.access.answer, { requestId: third.requestId, level: 'viewOnly' });
  assert.equal(await level(member, inner.instanceId), 'edit');
  // on the root it becomes an entry among the department's people
  const fourth = await ask(asker!, rootId);
  await one.call(calls.access.answer, { requestId: fourth.requestId, level: 'viewOnly' });
  assert.deepEqual(
    (await grants(rootId, asker!)).map(({ source_kind }) => source_kind),
    ['department'],
  );
});

test('an end in the past is refused, and a share cannot pass on what was given so', async () => {
  const [other, keen, third] = [await company.person(), await company.person(), await company.person()];
  const folder = await other.folder('own');
  const { requestId } = await ask(keen, folder.instanceId);
  const past = new Date(Date.now() - 1000).toISOString();
  await assert.rejects(other.call(calls.access.answer, { requestId, level: 'edit', expireTime: past }), refused('ACCESS_END_PAST'));
  await company.database
    .transaction()
    .execute((transaction) =>
      putGrants(transaction, { kind: 'share', id: randomUUID() }, other.userId, [
        { instanceId: folder.instanceId, subject: { kind: 'person', id: third.userId }, role: 'manager' },
      ]),
    );
  assert.equal(await level(third, folder.instanceId), 'manager');
  assert.deepEqual(await toAnswer(third), []);
  await assert.rejects(third.call(calls.access.answer, { requestId, level: 'viewOnly' }), refused('ACCESS_REQUEST_NOT_FOUND'));
});

test('what goes to the bin is nobody’s to answer while it is there; what comes back is asked for again', async () => {
  const [other, keen] = [await company.person(), await company.person()];
  const outer = await other.folder('outer');
  const inner = await other.folder('inner', outer.instanceId);
  const { requestId } = await ask(keen, inner.instanceId);
  assert.equal((await toAnswer(other)).length, 1);
  await other.call(calls.instance.remove, { instanceIds: [outer.instanceId] });
  await assert.rejects(other.call(calls.access.answer, { requestId, level: 'edit' }), refused('ACCESS_REQUEST_NOT_FOUND'));
  await endRequests(company.database);
  assert.deepEqual(await toAnswer(other), []);
  assert.equal((await keen.call(calls.access.mine, {})).length, 1, 'the asker learns nothing of it');
  await other.call(calls.instance.undoRemove, { instanceIds: [outer.instanceId] });
  await sql`update access_request set look_at = now() where id = ${requestId}`.execute(company.database);
  assert.equal((await toAnswer(other)).length, 1);
});

test('a request that nobody answers ends after thirty days', async () => {
  const [other, keen] = [await company.person(), await company.person()];
  const { instanceId } = await other.folder('own');
  const { requestId } = await ask(keen, instanceId);
  await toAnswer(other);
  const age = (days: number) =>
    sql`update access_request set created_at = now() - make_interval(days => ${days}) where id = ${requestId}`.execute(company.database);
  await age(29);
  await endRequests(company.database);
  assert.equal((await toAnswer(other)).length, 1);
  await age(31);
  await endRequests(company.database);
  assert.deepEqual([await toAnswer(other), await keen.call(calls.access.mine, {})], [[], []]);
  await assert.rejects(other.call(calls.access.answer, { requestId, level: 'edit' }), refused('ACCESS_REQUEST_ENDED'));
  await assert.rejects(keen.call(calls.access.withdraw, { requestId }), refused('ACCESS_REQUEST_ENDED'));
});

test('an administrator of the company answers for nobody’s files', async () => {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: 'Admin-of-tests-1' });
  const [other, keen] = [await company.person(), await company.person()];
  const { instanceId } = await other.folder('own');
  const { requestId } = await ask(keen, instanceId);
  await assert.rejects(admin.call(calls.access.answer, { requestId, level: 'edit' }), refused('ACCESS_REQUEST_NOT_FOUND'));
});

test('whom the company’s roles keep from sharing outside asks those who assign roles, not the managers of the place', async () => {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const heard = async (who: Pick<Person, 'call'>) => {
    await notifyAnswerers(company.database);
    await sql`select from access_request for update`.execute(company.database);
    const { items } = await who.call(calls.notice.page, { pageSize: 100 });
    return items.flatMap((notice) => (notice.kind === 'shareRightRequested' ? [notice] : []));
  };
  const person = await company.person();
  const { instanceId } = await person.folder('报价');
  await setOnlyRole(
    company.database,
    person.userId,
    everyItem.filter((item) => item !== 'share'),
  );
  await assert.rejects(person.call(calls.link.createOrUpdate, { instanceIds: [instanceId] }), refused('LINK_NOT_ALLOWED'));
  await ask(person, instanceId, { item: 'share', message: '投标要用' });
  await ask(person, instanceId, { item: 'share', message: '再问一次' });
  const [notice, more] = await heard(admin);
  const by = { userId: person.userId, name: `Name of ${person.accountName}` };
  assert.deepEqual([notice?.data, notice?.todo, more], [{ by, message: '投标要用' }, false, undefined]);
  assert.deepEqual([await heard(person), await heard(owner!)], [[], []]);
});
