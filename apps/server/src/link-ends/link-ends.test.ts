/** What creators hear of their links, and what ends links that nobody visits. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { calls, serviceConfigOf } from '@alcove/contract';
import type { InstanceId, Link, Notice } from '@alcove/contract';
import { changes, idOf, links, stateOf } from '../link-sharing/link-sharing.test-support.ts';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { endUnvisited } from './end-unvisited.ts';
import { openTelling } from './tell-creators.ts';

const { link, instance } = calls;
let company: Company;
let [owner, other]: Person[] = [];
let ids: Record<'outer' | 'folder' | 'file', InstanceId>;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [owner, other] = [await company.person(), await company.person()];
  const outer = (await owner.folder('outer')).instanceId;
  const folder = (await owner.folder('folder', outer)).instanceId;
  ids = { outer, folder, file: (await owner.uploads('text', 'file.txt', folder)).instanceId };
});

/** One run of the job, as in a process of its own: all links are looked at. */
async function tells(): Promise<void> {
  const work = openTelling(company.database);
  while ((await work()) > 0);
}
const heard = async (person = owner!): Promise<Notice[]> =>
  (await person.call(calls.notice.page, { pageSize: 100 })).items.filter(({ kind }) => kind === 'linkEnding' || kind === 'linkEnded');
const ends = async (person = owner!): Promise<unknown[]> =>
  (await heard(person)).map(({ data }) => [(data as { reason?: string }).reason ?? 'ending', (data as { by?: { userId: string } }).by?.userId ?? null]); // prettier-ignore
const set = async (made: Link, values: Record<string, unknown>) =>
  company.database.updateTable('link').set(values).where('id', '=', await idOf(company, made)).execute(); // prettier-ignore
/** Lets this time pass for a link: everything that happened to it lies further back. */
const passes = async (made: Link, time: string): Promise<void> => {
  const past = (column: string) => sql`${sql.ref(column)} - ${time}::interval`;
  await set(made, { changed_at: past('changed_at'), visited_at: past('visited_at'), created_at: past('created_at'), expires_at: past('expires_at'), told_end: past('told_end') }); // prettier-ignore
};
/** The configuration with this term. */
const config = (linkUnvisitedDays: number) => () => Promise.resolve({ ...serviceConfigOf([]).config, linkUnvisitedDays });
const opens = (made: Link) => company.visitor().ask(link.checkPassword, { linkPath: made.linkPath });
const group = async (level: 'externalSharing' | 'manager') => {
  const { groupId } = await owner!.call(calls.group.createGroup, { groupName: `g ${randomUUID()}`, preallocatedSize: 2 ** 20 });
  await owner!.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: other!.userId, level }] });
  return { groupId, folder: (await owner!.folder('of the group', groupId)).instanceId };
};

test('on the last day of a link its creator hears once that it ends, and again if the end was moved', async () => {
  const made = await links(owner!, ids.folder, { name: '合同', validity: '1w', visitorType: 'persons', userIds: [other!.userId] });
  await tells();
  assert.deepEqual(await heard(), []);
  await passes(made, '6 days 12 hours');
  await passes(made, '12 hours');
  await Promise.all([tells(), tells(), tells()]);
  await tells();
  const [notice, more] = await heard();
  const { expires_at: end } = await company.database.selectFrom('link').select('expires_at').where('path', '=', made.linkPath).executeTakeFirstOrThrow(); // prettier-ignore
  assert.deepEqual([notice?.data, more], [{ linkName: '合同', instanceName: 'folder', endTime: end!.toISOString() }, undefined]);
  await changes(owner!, made, { validity: '3d' });
  await tells();
  assert.equal((await heard()).length, 1);
  await passes(made, '3 days');
  await tells();
  assert.equal((await heard()).length, 2);
  assert.deepEqual(await heard(other!), []);
  await passes(made, '2 days');
  await tells();
  assert.equal((await heard()).length, 2);
});

test('nothing is said of a link that was withdrawn, that was made for less than a day, or that is closed anyway', async () => {
  const [withdrawn, short, closed] = [
    await links(owner!, ids.folder, { validity: '3d' }),
    await links(owner!, ids.folder, { validity: 'custom', expireTime: new Date(Date.now() + 3_600_000).toISOString() }),
    await links(owner!, ids.folder, { validity: '3d', visitLimit: 1 }),
  ];
  for (const made of [withdrawn, closed]) await passes(made!, '3 days');
  await owner!.call(link.remove, { linkPaths: [withdrawn!.linkPath] });
  await opens(closed!);
  await tells();
  assert.deepEqual(await ends(), [['visits', null]]);
  assert.equal(await stateOf(owner!, short!), 'valid');
});

test('the last visit is told once, and once more when further visits are used up', async () => {
  const made = await links(owner!, ids.folder, { visitLimit: 2 });
  await opens(made);
  await tells();
  assert.deepEqual(await ends(), []);
  await opens(made);
  await Promise.all([tells(), tells()]);
  assert.deepEqual(await ends(), [['visits', null]]);
  await changes(owner!, made, { visitLimit: 3 });
  await tells();
  await opens(made);
  await tells();
  assert.deepEqual(await ends(), [['visits', null], ['visits', null]]); // prettier-ignore
});

test('whoever’s item is deleted by somebody else hears by whom; a restored one is open, and nothing is said', async () => {
  const { folder } = await group('manager');
  const inner = (await owner!.folder('inner', folder)).instanceId;
  const made = await links(owner!, inner);
  const theirs = await links(other!, inner);
  await other!.call(instance.remove, { instanceIds: [folder] });
  await Promise.all([tells(), tells()]);
  assert.deepEqual(await ends(), [['deleted', other!.userId]]);
  assert.deepEqual(await ends(other!), []);
  assert.equal(await stateOf(other!, theirs), 'failed deleted');
  const { items } = await other!.call(calls.recycle.page, { instanceType: '2' });
  await other!.call(calls.recycle.restore, { recycleIds: [items[0]!.recycleId] });
  await tells();
  assert.equal(await stateOf(owner!, made), 'valid');
  assert.equal((await heard()).length, 1);
  await other!.call(instance.remove, { instanceIds: [inner] });
  await tells();
  assert.equal((await heard()).length, 2);
});

test('high sensitivity and a lost right are told; a lost right does not come back as news', async () => {
  const { folder } = await group('externalSharing');
  const theirs = await links(other!, folder);
  const subject = { kind: 'person', id: other!.userId } as const;
  await owner!.call(calls.privilege.updateUserRole, { instanceId: folder, subject, role: 'edit' });
  await tells();
  assert.deepEqual(await ends(other!), [['rights', null]]);
  await owner!.call(calls.privilege.remove, { instanceId: folder, subject });
  await tells();
  await tells();
  assert.equal(await stateOf(other!, theirs), 'valid');
  await links(owner!, ids.folder);
  await owner!.call(instance.setSensitivity, { instanceId: ids.outer, sensitivity: 'high' });
  await tells();
  assert.deepEqual(await ends(), [['sensitive', null]]);
  assert.equal((await heard(other!)).length, 1);
});

test('whoever made a linked item, its content or a folder above highly sensitive is named; who moved it below such a folder is not', async () => {
  const { folder } = await group('manager');
  const inner = (await owner!.folder('inner', folder)).instanceId;
  const file = (await owner!.uploads('text', 'file.txt', inner)).instanceId;
  const high = (instanceId: InstanceId) => other!.call(instance.setSensitivity, { instanceId, sensitivity: 'high' });
  const normal = (instanceId: InstanceId) => other!.call(instance.setSensitivity, { instanceId, sensitivity: 'normal' });
  const said = async () => (await ends())[0];
  for (const raised of [inner, file, folder]) {
    const made = await links(owner!, inner);
    await high(raised);
    await tells();
    assert.deepEqual(await said(), ['sensitive', other!.userId]);
    await normal(raised);
    await owner!.call(link.remove, { linkPaths: [made.linkPath] });
  }
  const closed = (await owner!.folder('closed', folder)).instanceId;
  await high(closed);
  const open = (await owner!.folder('open', folder)).instanceId;
  await links(owner!, open);
  await owner!.call(instance.move, { instanceIds: [open], targetParentId: closed });
  await tells();
  assert.deepEqual([await said(), (await heard()).length], [['sensitive', null], 4]);
});

test('a move to another space ends the links, and each creator hears of it once, with the number of theirs', async () => {
  const { folder } = await group('manager');
  const inner = (await owner!.folder('inner', folder)).instanceId;
  for (const instanceId of [folder, inner, inner]) await links(other!, instanceId);
  await links(owner!, folder);
  await owner!.call(instance.move, { instanceIds: [folder], targetParentId: owner!.rootId });
  const [theirs] = await heard(other!);
  assert.ok(theirs?.kind === 'linkEnded');
  assert.deepEqual({ ...theirs.data, linkName: '', instanceName: '' }, {
    by: { userId: owner!.userId, name: `Name of ${owner!.accountName}` }, reason: 'moved', linkName: '', instanceName: '', links: 3,
  }); // prettier-ignore
  assert.deepEqual(await ends(), [['moved', null]]);
});

test('a link of which nobody makes use ends after the term of the company, if it has one', async () => {
  const [old, visited, changed, fresh] = [
    await links(owner!, ids.folder, { validity: '3m' }),
    await links(owner!, ids.folder, { validity: 'employment' }),
    await links(owner!, ids.folder, { validity: '3m' }),
    await links(owner!, ids.folder, { validity: '3m' }),
  ] as const;
  for (const made of [old, visited, changed]) await passes(made, '31 days');
  await opens(visited);
  await owner!.call(link.rename, { linkPath: changed.linkPath, name: 'renamed' });
  const states = () => Promise.all([old, visited, changed, fresh].map((made) => stateOf(owner!, made)));
  assert.equal(await endUnvisited(company.database, config(0)), 0);
  assert.deepEqual(await states(), ['valid', 'valid', 'valid', 'valid']);
  const ended = await Promise.all([1, 2, 3].map(() => endUnvisited(company.database, config(30))));
  assert.equal(Math.max(...ended), 1);
  assert.deepEqual(await states(), ['expired unvisited', 'valid', 'valid', 'valid']);
  await assert.rejects(company.visitor().call(link.checkPassword, { linkPath: old.linkPath }), refused('LINK_EXPIRED'));
  assert.deepEqual(await ends(), [['unvisited', null]]);
  await changes(owner!, old, { validity: '1m' });
  assert.equal((await opens(old)).errcode, 0);
  await passes(visited, '31 days');
  await endUnvisited(company.database, config(30));
  assert.equal(await stateOf(owner!, visited), 'expired unvisited');
});

test('a visit at the very moment when a link would end keeps it, or comes too late: never both', async () => {
  for (let round = 0; round < 20; round += 1) {
    const made = await links(owner!, ids.folder, { validity: '3m' });
    await passes(made, '31 days');
    const [{ errcode }] = await Promise.all([opens(made), endUnvisited(company.database, config(30))]);
    assert.equal(await stateOf(owner!, made), errcode === 0 ? 'valid' : 'expired unvisited');
  }
});

test('the link of somebody who is frozen sleeps, and lives again with them, without a word', async () => {
  const made = await links(owner!, ids.folder, { validity: '1w' });
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  await admin.call(calls.adminUser.freeze, { userIds: [owner!.userId] });
  await assert.rejects(company.visitor().call(link.checkPassword, { linkPath: made.linkPath }), refused('LINK_EXPIRED'));
  await tells();
  await admin.call(calls.adminUser.thaw, { userIds: [owner!.userId] });
  assert.equal((await opens(made)).errcode, 0);
  const said = await company.database.selectFrom('notice').select('kind').where('user_id', '=', owner!.userId).execute();
  assert.deepEqual(said.filter(({ kind }) => kind.startsWith('link')), []); // prettier-ignore
});
