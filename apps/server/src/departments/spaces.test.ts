import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, defaultRoleItems, levelHeld } from '@alcove/contract';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { createDepartment } from './index.ts';
import { openEndedSpaces } from './end-department.ts';

let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

/** A new department, so that tests do not affect each other. */
const make = (parentId: string | null = null, name = `部门_${randomUUID().slice(0, 8)}`) =>
  createDepartment(company.database, { name, parentId });
const put = (person: Person, departmentId: string | null) =>
  company.database.updateTable('user_account').set({ department_id: departmentId }).where('id', '=', person.userId).execute();
const freeze = (person: Person) =>
  company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', person.userId).execute();
async function hired(departmentId: string | null): Promise<Person> {
  const person = await company.person();
  await put(person, departmentId);
  return person;
}
const names = (departmentId: string, ...people: Person[]) =>
  admin.call(calls.adminDepartment.setManagers, { departmentId, userIds: people.map(({ userId }) => userId) });
const spaces = (person: Person) => person.call(calls.department.querySpaces, {});
async function rootOf(departmentId: string): Promise<string> {
  const { root_id: rootId } = await company.database
    .selectFrom('department as d')
    .innerJoin('space as s', 's.id', 'd.space_id')
    .select('s.root_id')
    .where('d.id', '=', departmentId)
    .executeTakeFirstOrThrow();
  return rootId;
}
/** A person's level on a space's root. The list of spaces and the item's detail must agree on it. */
async function level(person: Person, rootId: string): Promise<string | null> {
  const reply = await person.ask<{ fileAuth: never[] }>(calls.instance.queryInstanceDetail, { instanceId: rootId });
  const shown = (await spaces(person)).find((space) => space.rootId === rootId);
  if (reply.errcode !== 0) {
    assert.equal(reply.errcode, 90000);
    assert.equal(shown, undefined, 'a hidden space is not listed');
    return null;
  }
  assert.deepEqual(shown?.fileAuth, reply.data!.fileAuth);
  return levelHeld(defaultRoleItems, reply.data!.fileAuth);
}

test('a department has a space from the beginning, which its people and those below may view and nobody else may see', async () => {
  const [top, other] = [await make(), await make()];
  const team = await make(top);
  const [above, below, stranger, free] = [await hired(top), await hired(team), await hired(other), await hired(null)];
  const [topRoot, teamRoot] = [await rootOf(top), await rootOf(team)];
  assert.deepEqual(await Promise.all([above, below, stranger, free].map((one) => level(one, topRoot))), [
    'viewOnly',
    'viewOnly',
    null,
    null,
  ]);
  assert.deepEqual(await Promise.all([above, below, stranger, free].map((one) => level(one, teamRoot))), [null, 'viewOnly', null, null]);
  assert.deepEqual(await spaces(free), []);
  assert.deepEqual(
    (await spaces(below)).map(({ departmentId, own, usedSize, totalSize, managers }) => ({
      departmentId,
      own,
      usedSize,
      totalSize,
      managers,
    })),
    [
      { departmentId: top, own: false, usedSize: 0, totalSize: null, managers: [] },
      { departmentId: team, own: true, usedSize: 0, totalSize: null, managers: [] },
    ],
  );
  await assert.rejects(below.folder('mine', teamRoot), refused('NOT_ALLOWED'));
  await assert.rejects(stranger.folder('mine', teamRoot), refused('FILE_NOT_FOUND'));
});

test('an administrator names managers, who may do everything; the same again changes nothing; who is not named any more loses it', async () => {
  const team = await make();
  const root = await rootOf(team);
  const [one, two, member] = [await hired(team), await hired(null), await hired(team)];
  const [first, again] = [await names(team, one, two), await names(team, two, one)];
  assert.deepEqual(first, again);
  assert.deepEqual(first.managers.map(({ userId }) => userId).sort(), [one.userId, two.userId].sort());
  const file = await two.uploads('plan', 'plan.txt', root);
  await assert.rejects(member.downloads(file.instanceId), refused('NOT_ALLOWED'));
  assert.equal((await spaces(member))[0]?.usedSize, 4);
  await names(team, one);
  assert.deepEqual([await level(one, root), await level(two, root)], ['manager', null]);
  await names(team);
  assert.equal(await level(one, root), 'viewOnly');
  await assert.rejects(names(team, await hired(null).then(async (gone) => (await freeze(gone), gone))), refused('PERSON_NOT_FOUND'));
  await assert.rejects(names(randomUUID(), one), refused('DEPARTMENT_NOT_FOUND'));
  await assert.rejects(one.call(calls.adminDepartment.setManagers, { departmentId: team, userIds: [one.userId] }), refused('NOT_ALLOWED'));
  const many = Array.from({ length: 51 }, () => randomUUID());
  await assert.rejects(admin.call(calls.adminDepartment.setManagers, { departmentId: team, userIds: many }), refused('TOO_MANY_PEOPLE'));
});

test('a manager of a department above works with the files below and names managers there; a manager below has nothing above', async () => {
  const top = await make();
  const middle = await make(top);
  const team = await make(middle);
  const [chief, lead, member] = [await hired(top), await hired(team), await hired(team)];
  await names(top, chief);
  await names(team, lead);
  const late = await make(middle);
  const [topRoot, middleRoot, teamRoot, lateRoot] = await Promise.all([top, middle, team, late].map(rootOf));
  for (const root of [middleRoot!, teamRoot!, lateRoot!]) {
    assert.equal(await level(chief, root), 'edit');
    await chief.folder('from above', root);
  }
  assert.deepEqual([await level(lead, topRoot!), await level(lead, middleRoot!)], ['viewOnly', 'viewOnly']);

  const name = (who: Person, departmentId: string, ...people: Person[]) =>
    who.call(calls.department.setManagers, { departmentId, userIds: people.map(({ userId }) => userId) });
  const told = async (who: Person) => (await who.call(calls.notice.page, {})).items.map(({ kind }) => kind);
  await name(chief, team, lead, member);
  assert.equal(await level(member, teamRoot!), 'manager');
  assert.ok((await told(member)).includes('managerNamed'));
  assert.ok(!(await told(lead)).includes('managerRemoved'));
  await name(member, team, member);
  assert.equal(await level(lead, teamRoot!), 'viewOnly');
  assert.deepEqual([(await told(lead))[0], (await told(member)).includes('managerRemoved')], ['managerRemoved', false]);
  await name(chief, team, member, chief);
  assert.equal(await level(chief, teamRoot!), 'manager');
  await name(chief, team, member);
  assert.equal(await level(chief, teamRoot!), 'edit', 'what comes from above is there again');
  await assert.rejects(name(member, top, member), refused('NOT_ALLOWED'));
  await assert.rejects(name(member, late, member), refused('NOT_ALLOWED'));
  await assert.rejects(name(lead, team, lead), refused('NOT_ALLOWED'));
  await assert.rejects(name(member, team), refused('DEPARTMENT_NEEDS_MANAGER'));
  await assert.rejects(name(member, randomUUID(), member), refused('DEPARTMENT_NOT_FOUND'));
  assert.deepEqual(
    (await spaces(chief)).map(({ departmentId, mayNameManagers }) => [departmentId, mayNameManagers]).toSorted(),
    [top, middle, team, late].map((id) => [id, true]).toSorted(),
  );
  assert.deepEqual((await spaces(member)).find((space) => space.departmentId === top)?.mayNameManagers, false);
});

test('when a person changes department their rights follow at once', async () => {
  const [one, other] = [await make(), await make()];
  const person = await hired(one);
  const roots = [await rootOf(one), await rootOf(other)];
  assert.deepEqual([await level(person, roots[0]!), await level(person, roots[1]!)], ['viewOnly', null]);
  await put(person, other);
  assert.deepEqual([await level(person, roots[0]!), await level(person, roots[1]!)], [null, 'viewOnly']);
  await put(person, null);
  assert.deepEqual(await spaces(person), []);
});

test('a department that moves takes its space along; who sees and who manages follows the new tree in the same moment', async () => {
  const [left, right] = [await make(), await make()];
  const team = await make(left);
  const inner = await make(team);
  const [leftChief, rightChief, member] = [await hired(null), await hired(null), await hired(inner)];
  await names(left, leftChief);
  await names(right, rightChief);
  const [leftRoot, rightRoot, teamRoot, innerRoot] = await Promise.all([left, right, team, inner].map(rootOf));
  const folder = await leftChief.folder('资料', innerRoot);
  const move = (departmentId: string, parentId: string | null) => admin.call(calls.adminDepartment.move, { departmentId, parentId });
  await move(team, right);
  await move(team, right);
  assert.deepEqual(await Promise.all([leftRoot!, rightRoot!, teamRoot!].map((root) => level(member, root))), [
    null,
    'viewOnly',
    'viewOnly',
  ]);
  for (const root of [teamRoot!, innerRoot!])
    assert.deepEqual([await level(leftChief, root), await level(rightChief, root)], [null, 'edit']);
  assert.deepEqual(await rightChief.names(innerRoot), ['资料']);
  await assert.rejects(leftChief.folder('late', folder.instanceId), refused('FILE_NOT_FOUND'));

  await move(team, null);
  assert.deepEqual([await level(rightChief, teamRoot!), await level(member, rightRoot!)], [null, null]);
  await assert.rejects(move(team, inner), refused('DEPARTMENT_INSIDE_ITSELF'));
  await assert.rejects(move(team, team), refused('DEPARTMENT_INSIDE_ITSELF'));
  await assert.rejects(move(team, randomUUID()), refused('DEPARTMENT_NOT_FOUND'));
  await assert.rejects(move(randomUUID(), left), refused('DEPARTMENT_NOT_FOUND'));
  const twin = await make(left, 'Same');
  await make(right, 'same');
  await assert.rejects(make(right, 'SAME'), { code: 'DEPARTMENT_NAME_TAKEN' });
  for (const name of ['', '研发 中心', 'R&D', 'a/b', '🚀'])
    await assert.rejects(make(right, name), { code: 'DEPARTMENT_NAME_WRONG' }, name);
  await assert.rejects(move(twin, right), refused('DEPARTMENT_NAME_TAKEN'));
  await assert.rejects(member.call(calls.adminDepartment.move, { departmentId: team, parentId: left }), refused('NOT_ALLOWED'));
});

test('two moves at once that would make a ring: one wins', async () => {
  const [one, other] = [await make(), await make()];
  const replies = await Promise.all([
    admin.ask(calls.adminDepartment.move, { departmentId: one, parentId: other }),
    admin.ask(calls.adminDepartment.move, { departmentId: other, parentId: one }),
  ]);
  assert.deepEqual(replies.map(({ errcode }) => errcode).toSorted(), [0, 170008]);
});

test('departments nest 64 deep at most, however they get there', async () => {
  let bottom = await make();
  for (let depth = 2; depth <= 63; depth += 1) bottom = await make(bottom);
  const two = await make();
  await make(two);
  await assert.rejects(admin.call(calls.adminDepartment.move, { departmentId: two, parentId: bottom }), refused('DEPARTMENT_TOO_DEEP'));
  await admin.call(calls.adminDepartment.move, { departmentId: await make(), parentId: bottom });
});

const end = (departmentId: string) => admin.call(calls.adminDepartment.end, { departmentId });

test('a department with people, frozen ones too, or with departments below is not ended, nor is one at the top', async () => {
  const top = await make();
  const team = await make(top);
  const inner = await make(team);
  await assert.rejects(end(team), refused('DEPARTMENT_NOT_EMPTY'));
  await end(inner);
  const person = await hired(team);
  await freeze(person);
  await assert.rejects(end(team), refused('DEPARTMENT_NOT_EMPTY'));
  await put(person, top);
  await end(team);
  await assert.rejects(end(top), refused('DEPARTMENT_AT_TOP'));
  await assert.rejects(end(randomUUID()), refused('DEPARTMENT_NOT_FOUND'));
  const member = await hired(top);
  await assert.rejects(member.call(calls.adminDepartment.end, { departmentId: top }), refused('NOT_ALLOWED'));
});

test('what an ended department leaves goes to the managers above: read-only for a month, then theirs; nothing is lost', async () => {
  const top = await make();
  const team = await make(top, '客服部');
  const root = await rootOf(team);
  const [chief, lead, member] = [await hired(top), await hired(team), await hired(team)];
  await names(top, chief);
  await names(team, lead);
  const file = await lead.uploads('precious', '交接.txt', root);
  for (const person of [lead, member]) await put(person, null);
  const [first, again] = [await end(team), await end(team)];
  assert.deepEqual(
    [first, again],
    [
      { rootId: root, heirId: top },
      { rootId: root, heirId: top },
    ],
  );

  assert.deepEqual(await Promise.all([chief, lead, member].map((one) => level(one, root))), ['download', null, null]);
  assert.equal((await chief.downloads(file.instanceId)).toString(), 'precious');
  await assert.rejects(chief.folder('new', root), refused('NOT_ALLOWED'));
  const [shown] = (await spaces(chief)).filter(({ rootId }) => rootId === root);
  assert.deepEqual(
    [shown!.departmentId, shown!.name, shown!.usedSize, shown!.managers.map(({ userId }) => userId)],
    [null, '客服部', 8, [chief.userId]],
  );
  const month = Date.parse(shown!.ended!.readOnlyUntil) - Date.parse(shown!.ended!.at);
  assert.equal(month, 30 * 24 * 3_600_000);

  const next = await hired(null);
  await names(top, next);
  assert.deepEqual([await level(chief, root), await level(next, root)], [null, 'download'], 'it follows who manages above');
  await names(top);
  assert.equal(await level(next, root), 'download', 'somebody keeps it');
  await sql`update ended_department set ended_at = now() - interval '29 days' where id = ${team}`.execute(company.database);
  await openEndedSpaces(company.database);
  assert.equal(await level(next, root), 'download');
  await sql`update ended_department set ended_at = now() - interval '31 days' where id = ${team}`.execute(company.database);
  await openEndedSpaces(company.database);
  assert.equal(await level(next, root), 'manager');
  await next.folder('整理', root);
  await names(top, chief);
  assert.deepEqual([await level(chief, root), await level(next, root)], ['manager', null]);
  assert.deepEqual((await chief.names(root)).toSorted(), ['交接.txt', '整理'].toSorted());
});

test('without managers above, its last managers keep it, and the next department above inherits when that ends too', async () => {
  const top = await make();
  const middle = await make(top);
  const team = await make(middle);
  const root = await rootOf(team);
  const [lead, chief] = [await hired(null), await hired(null)];
  await names(team, lead);
  await end(team);
  assert.equal(await level(lead, root), 'download');
  await end(middle);
  assert.equal(await level(lead, root), 'download');
  await names(top, chief);
  assert.deepEqual([await level(lead, root), await level(chief, root)], [null, 'download']);
});

test('of ending and joining at the same time only one happens', async () => {
  const top = await make();
  const [team, person] = [await make(top), await hired(null)];
  const [ended, joined] = await Promise.allSettled([end(team), put(person, team)]);
  assert.deepEqual([ended.status, joined.status].toSorted(), ['fulfilled', 'rejected']);
});

test('a limit is set by administrators and holds for uploads', async () => {
  const team = await make();
  const [root, lead] = [await rootOf(team), await hired(null)];
  await names(team, lead);
  await admin.call(calls.adminDepartment.setQuota, { departmentId: team, quotaBytes: 5 });
  await lead.uploads('12345', 'fits.txt', root);
  await assert.rejects(lead.uploads('6', 'no.txt', root));
  assert.equal((await spaces(lead))[0]?.totalSize, 5);
  await admin.call(calls.adminDepartment.setQuota, { departmentId: team, quotaBytes: null });
  await lead.uploads('6', 'yes.txt', root);
  await assert.rejects(
    admin.call(calls.adminDepartment.setQuota, { departmentId: randomUUID(), quotaBytes: 1 }),
    refused('DEPARTMENT_NOT_FOUND'),
  );
  await assert.rejects(lead.call(calls.adminDepartment.setQuota, { departmentId: team, quotaBytes: 1 }), refused('NOT_ALLOWED'));
  for (const quotaBytes of [-1, 0.5])
    await assert.rejects(admin.call(calls.adminDepartment.setQuota, { departmentId: team, quotaBytes }), refused('CAPACITY_WRONG'));
});

test('a department that the reader may not see is not named on the way to one that they may', async () => {
  const top = await make(null, `顶层_${randomUUID().slice(0, 8)}`);
  const middle = await make(top, '秘密中心');
  const team = await make(middle, '协作组');
  const guest = await hired(null);
  await names(team, guest);
  assert.deepEqual(
    (await spaces(guest)).map(({ name, path }) => [name, path]),
    [['协作组', []]],
  );
  await put(guest, top);
  assert.deepEqual((await spaces(guest)).at(-1)?.path, [(await spaces(guest))[0]!.name]);
});

test('whatever the tree goes through, managers have below exactly what the tree says', async () => {
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(Math.random() * list.length)]!;
  const ids = [await make()];
  for (let n = 0; n < 6; n += 1) ids.push(await make(pick(ids)));
  const people = await Promise.all([1, 2, 3].map(() => hired(null)));
  for (let round = 0; round < 25; round += 1) {
    const departmentId = pick(ids);
    if (Math.random() < 0.5) await names(departmentId, ...people.filter(() => Math.random() < 0.3));
    else await admin.ask(calls.adminDepartment.move, { departmentId, parentId: pick([null, ...ids]) });
    const rows = await company.database.selectFrom('department').select(['id', 'parent_id']).where('id', 'in', ids).execute();
    const parent = new Map(rows.map((row) => [row.id, row.parent_id]));
    const { rows: held } = await sql<{ id: string; subject_id: string; role: string }>`
      select d.id, g.subject_id, g.role from department d join space s on s.id = d.space_id
      join file_grant g on g.instance_id = s.root_id and g.source_id = s.id and g.subject_kind = 'person' where d.id = any(${ids}::uuid[])`.execute(
      company.database,
    );
    const roleOf = (id: string, userId: string) => held.find((row) => row.id === id && row.subject_id === userId)?.role;
    for (const id of ids)
      for (const { userId } of people) {
        let above = parent.get(id) ?? null;
        let fromAbove = false;
        for (; above !== null; above = parent.get(above) ?? null) fromAbove ||= roleOf(above, userId) === 'manager';
        const role = roleOf(id, userId);
        assert.ok(role === 'manager' || role === (fromAbove ? 'operator' : undefined), `round ${round}: ${role}, above ${fromAbove}`);
      }
  }
});
