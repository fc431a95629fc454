import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { calls } from '@alcove/contract';
import { setManagers } from '../departments/index.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { department, detailOf, errcodeOf, group, member, namesOf, rolesOf, shares } from './sharing.test-support.ts';

const { innerSharing, instance } = calls;
let company: Company;
let [leader, manager, giver, receiver, third]: Person[] = [];
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [leader, manager, giver, receiver, third] = await Promise.all(Array.from({ length: 5 }, () => company.person()));
});

const person = ({ userId }: Person) => ({ kind: 'person' as const, id: userId });
const reads = async (who: Person, instanceId: string, fileSharingId: string) =>
  (await errcodeOf(who.ask(instance.page, { parentId: instanceId, fileSharingId }))) === 0;

/** A group and a department with a member who may share a folder there. `answerable` are the people who manage the space. */
async function spaces() {
  const { rootId } = await group(company, leader!, [
    [manager!, 'manager'],
    [giver!, 'editor'],
    [third!, 'viewer'],
  ]);
  const id = await department(company, '市场部', [giver!, third!]);
  await setManagers(company.database, { departmentId: id, userIds: [manager!.userId] }, { userId: leader!.userId, realName: '' });
  const space = await company.database
    .selectFrom('department as d')
    .innerJoin('space as s', 's.id', 'd.space_id')
    .select('s.root_id')
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow();
  await company.database.updateTable('file_grant').set({ role: 'editor' }).where('subject_id', '=', id).execute();
  return [
    { kind: 'group', rootId, answerable: [leader!, manager!] },
    { kind: 'department', rootId: space.root_id, answerable: [manager!] },
  ];
}

test('a leader or manager ends what a member shared of the place, whole or for one person, and others of the place cannot', async () => {
  for (const { kind, rootId, answerable } of await spaces())
    for (const by of answerable) {
      const folder = (await giver!.folder(`${kind} ${by.accountName}`, rootId)).instanceId;
      for (const whole of [true, false]) {
        const id = await shares(giver!, folder, [member(receiver!, 'edit')]);
        assert.ok(await reads(receiver!, folder, id));
        const how = whole ? { fileSharingIds: [id] } : { fileSharingIds: [id], members: [person(receiver!)] };
        const [refusedTo] = await third!.call(innerSharing.remove, how);
        assert.equal(refusedTo?.done, false, 'who only reads there takes nothing back');
        const [outcome] = await by.call(innerSharing.remove, how);
        assert.equal(outcome?.done, true, `${kind} ${whole}`);
        assert.equal(await reads(receiver!, folder, id), false);
        assert.deepEqual(await namesOf(giver!, 'initiated'), []);
      }
      // If only the item is named, the call concerns every share of it.
      const id = await shares(giver!, folder, [member(receiver!, 'edit'), member(manager!, 'viewOnly')]);
      await by.call(innerSharing.remove, { instanceId: folder, members: [person(receiver!)] });
      assert.equal(await reads(receiver!, folder, id), false);
      await by.call(innerSharing.remove, { instanceId: folder });
    }
});

test('the owner of a space cannot be kept from a share by its frozen giver: after the thaw it is gone', async () => {
  const { rootId } = await group(company, leader!, [[giver!, 'editor']]);
  const folder = (await giver!.folder('F', rootId)).instanceId;
  const id = await shares(giver!, folder, [member(receiver!, 'edit')]);
  const freeze = (at: Date | null) =>
    company.database.updateTable('user_account').set({ frozen_at: at }).where('id', '=', giver!.userId).execute();
  await freeze(new Date());
  const [outcome] = await leader!.call(innerSharing.remove, { fileSharingIds: [id] });
  assert.equal(outcome?.done, true);
  await freeze(null);
  assert.equal(await reads(receiver!, folder, id), false);
});

test('taking back what nobody has answers no success, once or twice', async () => {
  const folder = (await giver!.folder('F')).instanceId;
  const id = await shares(giver!, folder, [member(receiver!, 'edit')]);
  await assert.rejects(
    giver!.call(innerSharing.remove, { instanceId: folder, members: [person(third!)] }),
    refused('SHARE_NOT_FOUND'),
    'third never had it',
  );
  assert.ok(await reads(receiver!, folder, id));
  await giver!.call(innerSharing.remove, { instanceId: folder, members: [person(receiver!)] });
  const [again] = await giver!.call(innerSharing.remove, { fileSharingIds: [id], members: [person(receiver!)] });
  assert.equal(again?.done, false);
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('a manager of a share cannot lift the end that its owner set, of the share or of themselves, nor outlive it through others', async () => {
  const folder = (await giver!.folder('F')).instanceId;
  const until = inMinutes(30);
  const id = await shares(giver!, folder, [member(receiver!, 'manager', until), member(leader!, 'viewOnly')]);
  const through = { fileSharingId: id };
  await assert.rejects(
    receiver!.call(innerSharing.create, { instanceId: folder, ...through, members: [], expireTime: inMinutes(900) }),
    refused('SHARE_INITIATOR_ONLY'),
  );
  const give = (...members: Parameters<typeof shares>[2]) => shares(receiver!, folder, members, through);
  await assert.rejects(give(member(receiver!, 'manager', null)), refused('SHARE_OWN_PART'));
  for (const end of [null, inMinutes(31)]) await assert.rejects(give(member(third!, 'viewOnly', end)), refused('SHARE_END_BEYOND_OWN'));
  // A person whose own access expires cannot extend what the owner granted without expiration: it would outlive their own access.
  await assert.rejects(give(member(leader!, 'manager')), refused('SHARE_END_BEYOND_OWN'));
  await give(member(third!, 'edit'));
  await give(member(third!, 'viewOnly', inMinutes(10)));
  const users = (await detailOf(giver!, folder)).users;
  assert.equal(users.find((one) => one.id === receiver!.userId)?.expireTime, until);
  assert.ok(new Date(users.find((one) => one.id === third!.userId)!.expireTime!) < new Date(until));
  // The same through a department of which they are a member.
  const departmentId = await department(company, '测试部', [receiver!]);
  await assert.rejects(give({ kind: 'department', id: departmentId, role: 'manager', expireTime: null }), refused('SHARE_END_BEYOND_OWN'));
  assert.equal((await rolesOf(giver!, folder))[leader!.userId], 'viewOnly');
});
