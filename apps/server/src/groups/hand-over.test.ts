import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { Group } from '@alcove/contract';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { add, allottedOf, codes, groupsOf, kinds, made, MB, members, outcome, peopleOf, person } from './groups.test-support.ts';

const { group, notice } = calls;
let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
const people = (count: number, quotaBytes: number | null = null) => peopleOf(company, count, quotaBytes);

const ask = (leader: Person, { groupId }: Group, receiver: Person) => leader.call(group.handover, { groupId, userId: receiver.userId });
const leaderOf = async ({ groupId }: Group) =>
  (await company.database.selectFrom('space').select('owner_id').where('id', '=', groupId).executeTakeFirstOrThrow()).owner_id;

test('a handover waits for the receiver, moves leader and room together, and the old leader stays an administrator', async () => {
  const [leader, receiver, third] = await people(3, 10 * MB);
  const one = await made(leader!, 4 * MB);
  await add(leader!, one, [receiver!, third!], 'viewOnly');
  const since = new Map((await members(leader!, one)).map((row) => [row.id, row.joinTime]));
  const asked = await ask(leader!, one, receiver!);
  assert.deepEqual([asked?.state, (await ask(leader!, one, receiver!))?.handoverId], ['waiting', asked?.handoverId]);
  assert.equal((await receiver!.call(notice.unread, {})).todo, 1);
  assert.equal((await receiver!.call(group.queryHandover, { groupId: one.groupId }))?.receiver.userId, receiver!.userId);
  assert.equal(await third!.call(group.queryHandover, { groupId: one.groupId }), null);
  await assert.rejects(ask(leader!, one, third!), refused('HANDOVER_WAITING'));
  await assert.rejects(third!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_ENDED'));
  assert.equal(await leaderOf(one), leader!.userId, 'nothing moves before the answer');
  const answers = await Promise.all([1, 2, 3].map(() => receiver!.call(group.accept, { groupId: one.groupId, accept: true })));
  assert.deepEqual(
    answers.map(({ state }) => state),
    ['handedOver', 'handedOver', 'handedOver'],
  );
  assert.deepEqual([await allottedOf(leader!), await allottedOf(receiver!)], [0, 4 * MB]);
  const rows = await members(third!, one);
  assert.deepEqual(
    rows.map((row) => [row.id, row.identity]),
    [
      [receiver!.userId, 'owner'],
      [leader!.userId, 'administrator'],
      [third!.userId, 'member'],
    ],
  );
  for (const row of rows) assert.equal(row.joinTime, since.get(row.id), 'who joined when stays');
  assert.equal((await receiver!.call(notice.unread, {})).todo, 0);
  assert.equal((await kinds(leader!)).filter((kind) => kind === 'handoverAnswered').length, 1);
  assert.deepEqual([await groupsOf(leader!, 'personal'), await groupsOf(leader!, 'group')], [[], [one.groupName]]);
  await assert.rejects(leader!.call(group.dissolveGroup, { groupId: one.groupId }), refused('GROUP_LEADER_ONLY'));
});

test('a handover can be refused and withdrawn, and is asked anew afterwards', async () => {
  const [leader, receiver] = await people(2);
  const one = await made(leader!);
  await add(leader!, one, [receiver!]);
  await ask(leader!, one, receiver!);
  assert.equal((await receiver!.call(group.accept, { groupId: one.groupId, accept: false })).state, 'rejected');
  assert.equal((await receiver!.call(group.accept, { groupId: one.groupId, accept: false })).state, 'rejected');
  await assert.rejects(receiver!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_ENDED'));
  await ask(leader!, one, receiver!);
  for (const _ of [1, 2]) assert.equal(await leader!.call(group.handover, { groupId: one.groupId, withdraw: true }), null);
  await assert.rejects(receiver!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_ENDED'));
  assert.equal((await receiver!.call(notice.unread, {})).todo, 0);
  await ask(leader!, one, receiver!);
  await receiver!.call(group.accept, { groupId: one.groupId, accept: true });
  assert.equal(await leaderOf(one), receiver!.userId);
});

test('a handover is refused to oneself, to who is no member, frozen, expired or without room', async () => {
  const [leader, outsider, frozen, expired] = await people(4);
  const [poor] = await people(1, MB);
  const one = await made(leader!, 2 * MB);
  await add(leader!, one, [frozen!, expired!, poor!]);
  await sql`update user_account set frozen_at = now() where id = ${frozen!.userId}`.execute(company.database);
  await sql`update user_account set expires_at = now() where id = ${expired!.userId}`.execute(company.database);
  await assert.rejects(ask(leader!, one, leader!), refused('HANDOVER_SAME_PERSON'));
  await assert.rejects(ask(leader!, one, outsider!), refused('GROUP_NOT_MEMBER'));
  await assert.rejects(ask(leader!, one, frozen!), refused('HANDOVER_RECEIVER_INACTIVE'));
  await assert.rejects(ask(leader!, one, expired!), refused('HANDOVER_RECEIVER_INACTIVE'));
  await assert.rejects(ask(leader!, one, poor!), refused('HANDOVER_NO_SPACE'));
  await assert.rejects(ask(leader!, one, { userId: randomUUID() } as Person), refused('PERSON_NOT_FOUND'));
  assert.equal(await leader!.call(group.queryHandover, { groupId: one.groupId }), null);
});

test('a receiver whose room went meanwhile cannot accept, and nothing moved', async () => {
  const [leader] = await people(1);
  const [receiver] = await people(1, 2 * MB);
  const one = await made(leader!, 2 * MB);
  await add(leader!, one, [receiver!]);
  await ask(leader!, one, receiver!);
  await receiver!.uploads('x', 'x.txt');
  await assert.rejects(receiver!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_NO_SPACE'));
  assert.deepEqual([await leaderOf(one), await allottedOf(leader!), await allottedOf(receiver!)], [leader!.userId, 2 * MB, 0]);
  assert.equal((await receiver!.call(group.queryHandover, { groupId: one.groupId }))?.state, 'waiting');
});

test('a receiver who is removed is asked no more', async () => {
  const [leader, receiver] = await people(2);
  const one = await made(leader!);
  await add(leader!, one, [receiver!]);
  await ask(leader!, one, receiver!);
  await leader!.call(group.removeMembers, { groupId: one.groupId, members: [person(receiver!)] });
  assert.equal((await receiver!.call(notice.unread, {})).todo, 0);
  await add(leader!, one, [receiver!]);
  await assert.rejects(receiver!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_ENDED'));
});

test('an answer races with a withdrawal, a dissolution and a removal: one comes first, and there is one leader whose room it is', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [leader, receiver] = await people(2, 10 * MB);
    const one = await made(leader!, MB);
    const { groupId } = one;
    await add(leader!, one, [receiver!]);
    await ask(leader!, one, receiver!);
    const rival = [
      () => leader!.call(group.handover, { groupId, withdraw: true }),
      () => leader!.call(group.dissolveGroup, { groupId }),
      () => leader!.call(group.removeMembers, { groupId, members: [person(receiver!)] }),
    ][round % 3]!;
    const [accepted, other] = await Promise.all([outcome(receiver!.call(group.accept, { groupId, accept: true })), outcome(rival())]);
    assert.ok(accepted === 0 || codes('HANDOVER_ENDED', 'GROUP_NOT_FOUND').includes(accepted), `accept: ${accepted}`);
    assert.equal(accepted === 0, codes('GROUP_LEADER_ONLY', 'GROUP_LEADER_STAYS', 'NOT_ALLOWED').includes(other), `${accepted} ${other}`);
    assert.equal(await leaderOf(one), accepted === 0 ? receiver!.userId : leader!.userId);
    assert.deepEqual([await allottedOf(leader!), await allottedOf(receiver!)], accepted === 0 ? [0, MB] : [MB, 0]);
  }
});

test('groups that are handed both ways at once, and room taken meanwhile, end with every byte where it belongs', async () => {
  const [a, b] = await people(2, 8 * MB);
  const [one, two] = [await made(a!, 2 * MB), await made(b!, 3 * MB)];
  await add(a!, one, [b!]);
  await add(b!, two, [a!]);
  await Promise.all([ask(a!, one, b!), ask(b!, two, a!)]);
  await Promise.all([
    b!.call(group.accept, { groupId: one.groupId, accept: true }),
    a!.call(group.accept, { groupId: two.groupId, accept: true }),
    made(a!, MB),
  ]);
  assert.deepEqual([await allottedOf(a!), await allottedOf(b!)], [4 * MB, 2 * MB]);
});
