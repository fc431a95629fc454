import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { makeSpace, setGrants } from '../permission/tree.test-support.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let [leader, zhao, qian]: Person[] = [];
let departmentId: string;
before(async () => {
  company = await openCompany();
  [leader, zhao, qian] = [await company.person(), await company.person(), await company.person()];
  departmentId = await company.database
    .transaction()
    .execute((transaction) => createDepartment(transaction, { name: '研发中心', parentId: null }));
  await company.database.updateTable('user_account').set({ department_id: departmentId }).where('id', '=', zhao!.userId).execute();
});
after(() => company.close());

const detail = (asker: Person, instanceId: string, explain?: string) =>
  asker.call(calls.instance.queryInstanceDetail, { instanceId, ...(explain !== undefined && { explain }) });

async function group() {
  const { spaceId, rootId } = await makeSpace(company.database, { kind: 2, ownerId: leader!.userId, creatorId: leader!.userId });
  const folder = await leader!.folder('合同', rootId);
  const file = await leader!.folder('客户', folder.instanceId);
  return { source: { kind: 'group', id: spaceId } as const, rootId, folder, file };
}

test('why somebody sees an item: person, department, the grant on the folder above, and what it beat', async () => {
  const { source, rootId, folder, file } = await group();
  await setGrants(company.database, [
    { instanceId: rootId, subject: { kind: 'person', id: zhao!.userId }, role: 'manager', source, grantorId: leader!.userId },
    { instanceId: folder.instanceId, subject: { kind: 'department', id: departmentId }, role: 'viewer', source, grantorId: leader!.userId },
  ]);
  const { explanation } = await detail(leader!, file.instanceId, zhao!.userId);
  assert.deepEqual(explanation?.person.departmentPath, ['研发中心']);
  const [reason, ...more] = explanation!.reasons;
  assert.equal(more.length, 0);
  assert.equal(reason!.kind, 'group');
  assert.deepEqual(
    [reason!.grant!.role, reason!.grant!.on.name, reason!.grant!.subject.name, reason!.grant!.givenBy],
    ['viewer', '合同', '研发中心', `Name of ${leader!.accountName}`],
  );
  assert.deepEqual(
    reason!.beaten.map((grant) => [grant.role, grant.on.top]),
    [['manager', true]],
  );
  // The explanation matches what they can do.
  assert.deepEqual(explanation!.items, (await detail(zhao!, file.instanceId)).fileAuth);
});

test('a department that is no member of the group is listed where its grant decides for a member', async () => {
  const { source, rootId, folder, file } = await group();
  await setGrants(company.database, [
    { instanceId: rootId, subject: { kind: 'person', id: zhao!.userId }, role: 'editor', source, grantorId: leader!.userId },
    {
      instanceId: folder.instanceId,
      subject: { kind: 'department', id: departmentId },
      role: 'downloader',
      source,
      grantorId: leader!.userId,
    },
  ]);
  const { items } = await leader!.call(calls.explain.queryAccess, { instanceId: file.instanceId });
  assert.deepEqual(
    items.map(({ subject, grant }) => [subject.id, grant?.role]),
    [
      [leader!.userId, undefined],
      [departmentId, 'downloader'],
    ],
  );
  assert.ok((await detail(zhao!, file.instanceId)).fileAuth.includes('download'));
});

test('what the company role takes away is said, of their own space too', async () => {
  const person = await company.person({ role: 'employee' });
  const { instanceId } = await person.folder('mine');
  const { explanation, fileAuth } = await detail(person, instanceId, person.userId);
  assert.deepEqual([explanation!.withheld, explanation!.items, fileAuth.includes('share')], [['share'], fileAuth, false]);
  assert.deepEqual((await detail(leader!, (await leader!.folder('theirs')).instanceId, leader!.userId)).explanation!.withheld, []);
});

test('about others only who manages the people of an item may ask, and nobody where they see nothing', async () => {
  const { source, rootId, file } = await group();
  await setGrants(company.database, [
    { instanceId: rootId, subject: { kind: 'person', id: zhao!.userId }, role: 'sharer', source, grantorId: leader!.userId },
  ]);
  assert.equal((await detail(zhao!, file.instanceId, zhao!.userId)).explanation!.reasons[0]!.grant!.role, 'sharer');
  await assert.rejects(detail(zhao!, file.instanceId, leader!.userId), refused('NOT_ALLOWED'));
  await assert.rejects(zhao!.call(calls.explain.queryAccess, { instanceId: file.instanceId }), refused('NOT_ALLOWED'));
  await assert.rejects(detail(qian!, file.instanceId, qian!.userId), refused('FILE_NOT_FOUND'));
  await assert.rejects(qian!.call(calls.explain.queryAccess, { instanceId: file.instanceId }), refused('FILE_NOT_FOUND'));
  assert.deepEqual((await detail(leader!, file.instanceId, qian!.userId)).explanation!.reasons, []);
  await assert.rejects(detail(leader!, file.instanceId, file.instanceId), refused('PERSON_NOT_FOUND'));
});

test('a receiver learns why, and nothing of the folders above what was shared', async () => {
  const top = await leader!.folder('绝密项目-7Q');
  const inner = await leader!.folder('给大家看的', top.instanceId);
  await setGrants(company.database, [
    {
      instanceId: inner.instanceId,
      subject: { kind: 'person', id: qian!.userId },
      role: 'manager',
      source: { kind: 'share', id: top.instanceId },
      grantorId: leader!.userId,
    },
    {
      instanceId: top.instanceId,
      subject: { kind: 'person', id: zhao!.userId },
      role: 'viewer',
      source: { kind: 'share', id: inner.instanceId },
      grantorId: leader!.userId,
    },
  ]);
  const mine = await detail(qian!, inner.instanceId, qian!.userId);
  assert.deepEqual(
    mine.explanation!.reasons.map((reason) => [reason.kind, reason.name]),
    [['share', `Name of ${leader!.accountName}`]],
  );
  const all = await qian!.call(calls.explain.queryAccess, { instanceId: inner.instanceId });
  assert.doesNotMatch(JSON.stringify([mine, all]), /7Q/);
  assert.equal(all.total, 3, 'the owner, the receiver, and who has the folder above');
  assert.deepEqual(
    all.items.map((entry) => entry.grant?.on.name),
    [undefined, '给大家看的', null],
  );
});

test('the list is paged, the owner first', async () => {
  const { source, rootId, file } = await group();
  const people = await Promise.all(Array.from({ length: 12 }, () => company.person()));
  await setGrants(
    company.database,
    people.map((person) => ({
      instanceId: rootId,
      subject: { kind: 'person' as const, id: person.userId },
      role: 'viewer' as const,
      source,
      grantorId: leader!.userId,
    })),
  );
  const pages = await Promise.all(
    [1, 2].map((page) => leader!.call(calls.explain.queryAccess, { instanceId: file.instanceId, page, pageSize: 10 })),
  );
  assert.deepEqual(
    pages.map((page) => [page.total, page.items.length]),
    [
      [13, 10],
      [13, 3],
    ],
  );
  assert.equal(pages[0]!.items[0]!.kind, 'owner');
  assert.equal(new Set(pages.flatMap((page) => page.items.map((entry) => entry.subject.id))).size, 13);
});

test('the list names nobody who has nothing, and says how each who has something is ended', async () => {
  const { source, rootId, folder, file } = await group();
  const [shut, frozen, lost, lasting] = await Promise.all(Array.from({ length: 4 }, () => company.person()));
  const by = leader!.userId;
  const person = ({ userId }: Person) => ({ kind: 'person', id: userId }) as const;
  await setGrants(company.database, [
    { instanceId: rootId, subject: person(shut!), role: 'editor', source, grantorId: by },
    { instanceId: folder.instanceId, subject: person(shut!), role: 'forbidden', source, grantorId: by },
    { instanceId: rootId, subject: person(frozen!), role: 'editor', source, grantorId: by },
    { instanceId: rootId, subject: person(lost!), role: 'editor', source, grantorId: by },
    { instanceId: rootId, subject: person(lasting!), role: 'viewer', source, grantorId: by },
    // A grant inside the group to a person who is not a member.
    { instanceId: folder.instanceId, subject: person(qian!), role: 'editor', source, grantorId: by },
  ]);
  // A share by a person who may no longer share.
  await lost!.call(calls.innerSharing.create, { instanceId: file.instanceId, members: [{ ...person(zhao!), role: 'viewOnly' }] });
  await company.database.updateTable('file_grant').set({ role: 'viewer' }).where('subject_id', '=', lost!.userId).execute();
  await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', frozen!.userId).execute();
  const { items, total } = await leader!.call(calls.explain.queryAccess, { instanceId: file.instanceId });
  assert.deepEqual(items.map((one) => one.subject.id).toSorted(), [by, lost!.userId, lasting!.userId].toSorted());
  assert.equal(total, 3);
  assert.deepEqual(
    items.map(({ takeBack }) => takeBack?.from ?? null),
    [null, 'membership', 'membership'],
  );
});
