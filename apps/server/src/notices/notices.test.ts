import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { GroupId, InstanceId, NoticeContent, NoticeFilter } from '@alcove/contract';
import { newId } from '../ids.ts';
import { Listener, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { notify, settle } from './index.ts';
import { removeOldNotices } from './notice-queries.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const by = { userId: randomUUID(), name: '沈嘉禾' };
const shared = (instanceName: string): NoticeContent => ({ kind: 'shared', data: { by, instanceId: newId<InstanceId>(), instanceName } });
const tell = (people: Person[], notice: NoticeContent, decides?: string) =>
  company.database.transaction().execute((transaction) =>
    notify(
      transaction,
      people.map(({ userId }) => userId),
      notice,
      decides,
    ),
  );
const list = (person: Person, filter: NoticeFilter = 'all') => person.call(calls.notice.page, { filter, pageSize: 100 });
const counts = (person: Person) => person.call(calls.notice.unread, {});
/** Creates a person who has read the welcome notification. */
async function settled(): Promise<Person> {
  const person = await company.person({ byPassword: true });
  await person.call(calls.notice.markRead, { all: true });
  return person;
}

test('a new person is welcomed once, however often and at how many places they sign in', async () => {
  const person = await company.person({ byPassword: true });
  await Promise.all([
    person.signsIn(),
    company.visitor().call(calls.user.login, { username: person.accountName, password: 'Person-of-tests-1' }),
  ]);
  const { items } = await list(person);
  assert.deepEqual(items.map(({ kind, read }) => [kind, read]).sort(), [['newDevice', false], ['welcome', false]]); // prettier-ignore
  assert.deepEqual(await counts(person), { unread: 2, todo: 1 });
});

test('of many first sign-ins at once one welcomes', async () => {
  const person = await company.person({ byPassword: true });
  await sql`delete from notice where user_id = ${person.userId}`.execute(company.database);
  await sql`update user_account set welcomed_at = null where id = ${person.userId}`.execute(company.database);
  await Promise.all(Array.from({ length: 4 }, () => person.signsIn()));
  await person.signsIn(); // each of the four may have ended the session of another, because they come from one browser
  assert.equal((await list(person)).total, 1);
});

test('a notice is there and told to each of its people when its transaction is, and to nobody when it is taken back', async () => {
  const [one, two, other] = [await settled(), await settled(), await settled()];
  const listeners = await Promise.all([one, two, other].map((person) => Listener.of(person)));
  await assert.rejects(
    company.database.transaction().execute(async (transaction) => {
      await notify(transaction, [one.userId], shared('never'));
      throw new Error('taken back');
    }),
    /taken back/,
  );
  await tell([one, two], shared('视觉规范'));
  for (const listener of listeners.slice(0, 2))
    await listener.until(({ heard }) => isDeepStrictEqual(heard.at(-1), { event: 'notice', unread: 1 }));
  // The event of reading the welcome may still have been on its way.
  assert.ok(listeners[2]!.heard.every((event) => event.event === 'notice' && event.unread === 0));
  const [notice] = (await list(one, 'unread')).items;
  assert.ok(notice?.kind === 'shared' && notice.data.instanceName === '视觉规范' && notice.data.by.name === by.name);
  assert.equal((await list(other, 'unread')).total, 0);
  for (const listener of listeners) listener.leave();
});

test('reading is told to the other browsers, is safe to repeat, and reaches nobody else', async () => {
  const [person, other] = [await settled(), await settled()];
  const listener = await Listener.of(person);
  // Of having read the welcome, the listener may hear as well: only the last of what it has heard says where things stand.
  const hears = (unread: number) => listener.until(({ heard }) => isDeepStrictEqual(heard.at(-1), { event: 'notice', unread }));
  for (const name of ['a', 'b', 'c']) await tell([person, other], shared(name));
  await hears(3);
  const [newest] = (await list(person)).items;
  const foreign = (await list(other)).items.map(({ noticeId }) => noticeId);
  assert.deepEqual(await person.call(calls.notice.markRead, { noticeIds: [newest!.noticeId, randomUUID(), ...foreign] }), {
    unread: 2,
    todo: 0,
  });
  await hears(2);
  await person.call(calls.notice.markRead, { noticeIds: [newest!.noticeId] });
  assert.deepEqual(await person.call(calls.notice.markRead, { all: true }), { unread: 0, todo: 0 });
  await hears(0);
  assert.equal((await counts(other)).unread, 3);
  await assert.rejects(person.call(calls.notice.markRead, {}), refused('BAD_REQUEST'));
  await assert.rejects(person.call(calls.notice.markRead, { all: true, noticeIds: foreign }), refused('BAD_REQUEST'));
  listener.leave();
});

test('what asks for a decision is to do until it is made, for everyone who was asked', async () => {
  const [one, two] = [await settled(), await settled()];
  const groupId = newId<GroupId>();
  await tell([one, two], { kind: 'handoverRequested', data: { by, groupId, groupName: '发布会专项组' } }, groupId);
  await one.call(calls.notice.markRead, { all: true });
  assert.deepEqual(await counts(one), { unread: 0, todo: 1 });
  assert.equal((await list(one, 'todo')).items[0]?.todo, true);
  await company.database.transaction().execute((transaction) => settle(transaction, groupId));
  for (const person of [one, two]) {
    assert.deepEqual(await counts(person), { unread: 0, todo: 0 });
    assert.equal((await list(person, 'todo')).total, 0);
    assert.equal((await list(person)).items[0]?.todo, false);
  }
});

test('what arrives while someone reads on moves no page: nothing is shown twice or left out', async () => {
  const person = await settled();
  for (let n = 0; n < 25; n += 1) await tell([person], shared(`${n}`));
  const seen: string[] = [];
  let before: string | undefined;
  for (let round = 0; round < 3; round += 1) {
    const { items } = await person.call(calls.notice.page, { pageSize: 10, ...(before !== undefined && { before }) });
    seen.push(...items.map((notice) => (notice.kind === 'shared' ? notice.data.instanceName : notice.kind)));
    before = items.at(-1)!.noticeId;
    await tell([person], shared(`late ${round}`));
  }
  assert.deepEqual(seen, [...Array.from({ length: 25 }, (_, n) => String(24 - n)), 'welcome']);
});

test('read notices go 90 days later; what is unread or still to be decided stays', async () => {
  const person = await settled();
  await tell([person], shared('unread'));
  const asked = { by, requestId: randomUUID(), instanceId: newId<InstanceId>(), instanceName: 'asked', message: '' };
  await tell([person], { kind: 'accessRequested', data: asked }, asked.requestId);
  await sql`update notice set read_at = now() - interval '89 days' where user_id = ${person.userId} and kind = 'welcome'`.execute(
    company.database,
  );
  await sql`update notice set read_at = now() - interval '91 days' where user_id = ${person.userId} and kind = 'accessRequested'`.execute(
    company.database,
  );
  await removeOldNotices(company.database);
  assert.equal((await list(person)).total, 3);
  await sql`update notice set read_at = now() - interval '91 days' where user_id = ${person.userId} and kind = 'welcome'`.execute(
    company.database,
  );
  await removeOldNotices(company.database);
  assert.deepEqual(
    (await list(person)).items.map(({ kind }) => kind),
    ['accessRequested', 'shared'],
  );
});
