/**
 * Random changes of permissions by six people, in a personal space, a group and a department, through the product's own calls, while
 * administrators edit what the file roles include. Some of them open and withdraw external links, and raise levels.
 * The test keeps its own record of what was granted, and computes from the specification's tables what everyone can do and whom the access
 * list names. `ALCOVE_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import {
  calls,
  everyItem,
  fileRoles,
  groupLevels,
  linkPermissions,
  permissionItems,
  privilegeRoles,
  roleOfLink,
  shareLevels,
} from '@alcove/contract';
import type { FileRole, GroupLevel, InstanceId, PermissionItem, Privilege, ShareLevel, ShareOutcome } from '@alcove/contract';
import { createDepartment, setManagers } from '../departments/index.ts';
import { withdrawLinks } from '../links/index.ts';
import { openLink, visitorOf } from '../links/links.test-support.ts';
import { adminPassword, openCompany, thorough } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { findItems } from './item-queries.ts';
import type { HeldRoles } from './oracle.test-support.ts';
import { oracleAllows, roleTable } from './oracle.test-support.ts';
import type { Grant, GrantSource } from './resolve.ts';
import { itemsAt } from './rules.ts';
import { grantsThatGive } from './who-may.ts';

/** `ALCOVE_CHANGES=20000` makes a long run of it, `ALCOVE_SEED` repeats one. */
const changes = Number(process.env['ALCOVE_CHANGES'] ?? (thorough ? 1000 : 500));
/** Changes between two full comparisons. */
const lookEvery = 20;

let company: Company;
let people: Person[];
let admin: Client;
/** What administrators have made of the roles. */
const table = { ...roleTable };
const itemsIn = (role: FileRole) => table[role].split(' ').filter(Boolean) as PermissionItem[];
const seed = Number(process.env['ALCOVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
let state = seed;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const oneOf = <Thing>(things: readonly Thing[]): Thing => things[Math.floor(random() * things.length)]!;

interface Space {
  kind: 'personal' | 'group' | 'department';
  spaceId: string;
  rootId: InstanceId;
  ownerId: string | null;
  /** The root, a folder, a folder in it, and a file in that one. */
  chain: InstanceId[];
}
type Subject = Grant['subject'];
interface Given {
  instanceId: InstanceId;
  subject: Subject;
  role: FileRole;
  source: GrantSource;
  grantorId: string;
}

/** The test's own record: what is granted, by instance, source and subject. */
const book = new Map<string, Given>();
const keyOf = (instanceId: string, sourceId: string, { kind, id }: Subject): string => `${instanceId} ${sourceId} ${kind} ${id}`;
const put = (given: Given): void => void book.set(keyOf(given.instanceId, given.source.id, given.subject), given);
const strike = (fits: (given: Given) => boolean): void => {
  for (const [key, given] of book) if (fits(given)) book.delete(key);
};
const same = (one: Subject, other: Subject): boolean => one.kind === other.kind && one.id === other.id;
const frozen = new Set<string>();
/** What is highly sensitive. */
const high = new Set<string>();
/** Per person: their department and those above it. */
const departmentsOf = new Map<string, string[]>();

let spaces: Space[];
let [division, team] = ['', ''];
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  people = await Promise.all(Array.from({ length: 6 }, () => company.person()));
  const [owner, leader, manager] = people as [Person, Person, Person];
  division = await createDepartment(company.database, { name: 'division', parentId: null });
  team = await createDepartment(company.database, { name: 'team', parentId: division });
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: 'G', preallocatedSize: 2 ** 24 });
  const { rows } = await sql<{ id: string; root_id: InstanceId }>`
    select s.id, s.root_id from department d join space s on s.id = d.space_id where d.id = ${division}`.execute(company.database);
  const own = await sql<{ id: string }>`select id from space where root_id = ${owner.rootId}`.execute(company.database);
  const department = rows[0]!;
  put({
    instanceId: department.root_id,
    subject: { kind: 'department', id: division },
    role: 'defaultRole',
    source: { kind: 'department', id: department.id },
    grantorId: '',
  });
  await names([manager], department.id, department.root_id);
  const plant = async (kind: Space['kind'], maker: Person, spaceId: string, rootId: InstanceId, ownerId: string | null): Promise<Space> => {
    const folder = (await maker.folder('a', rootId)).instanceId;
    const inner = (await maker.folder('b', folder)).instanceId;
    const file = (await maker.uploads('text', 'c.txt', inner)).instanceId;
    return { kind, spaceId, rootId, ownerId, chain: [rootId, folder, inner, file] };
  };
  spaces = [
    await plant('personal', owner, own.rows[0]!.id, owner.rootId, owner.userId),
    await plant('group', leader, groupId, groupId, leader.userId),
    await plant('department', manager, department.id, department.root_id, null),
  ];
});
after(() => company.close());

/** Sets the managers of the division to exactly these. */
async function names(managers: readonly Person[], spaceId: string, rootId: InstanceId): Promise<void> {
  await setManagers(
    company.database,
    { departmentId: division, userIds: managers.map(({ userId }) => userId) },
    { userId: people[0]!.userId, realName: '' },
  );
  strike(({ source, instanceId, role }) => source.id === spaceId && instanceId === rootId && role === 'manager');
  for (const { userId } of managers)
    put({
      instanceId: rootId,
      subject: { kind: 'person', id: userId },
      role: 'manager',
      source: { kind: 'department', id: spaceId },
      grantorId: '',
    });
}

const sourceOf = ({ kind, spaceId }: Space): GrantSource => ({ kind: kind === 'group' ? 'group' : 'department', id: spaceId });
const anyone = (): Subject =>
  random() < 0.75 ? { kind: 'person', id: oneOf(people).userId } : { kind: 'department', id: oneOf([division, team]) };
/** Mostly a person who may do it, so that many changes succeed; sometimes anybody. */
const actor = (space: Space): Person => (random() < 0.6 ? people[{ personal: 0, group: 1, department: 2 }[space.kind]]! : oneOf(people));

/** Each tries a change and, if it succeeds, records it. Returns whether it succeeded. */
const actions: Record<string, (space: Space, by: Person) => Promise<boolean>> = {
  async share(space, by) {
    const [instanceId, subject, role] = [oneOf(space.chain.slice(1)), anyone(), oneOf(Object.keys(shareLevels) as ShareLevel[])];
    const reply = await by.ask<ShareOutcome[]>(calls.innerSharing.create, { instanceId, members: [{ ...subject, role }] });
    const outcome = reply.errcode === 0 ? reply.data?.[0] : undefined;
    if (!outcome?.done || outcome.fileSharingId === null) return false;
    put({ instanceId, subject, role: shareLevels[role], source: { kind: 'share', id: outcome.fileSharingId }, grantorId: by.userId });
    return true;
  },
  async openLink(space, by) {
    // Opened without the calls, by anybody anywhere: it gives what they may pass on.
    if (random() < 0.75 || [...book.values()].filter(({ source }) => source.kind === 'link').length > 12) return false;
    const [instanceId, permission] = [oneOf(space.chain.slice(1)), oneOf(linkPermissions)];
    const id = await openLink(company.database, { creatorId: by.userId, instanceId, permissions: [permission] });
    const role = roleOfLink([permission]);
    put({ instanceId, subject: { kind: 'link', id }, role, source: { kind: 'link', id }, grantorId: by.userId });
    return true;
  },
  async withdrawLink() {
    const links = [...book.values()].filter(({ source }) => source.kind === 'link');
    if (random() < 0.8 || links.length === 0) return false;
    const { id } = oneOf(links).source;
    await company.database.transaction().execute((transaction) => withdrawLinks(transaction, [id]));
    strike(({ source }) => source.id === id);
    return true;
  },
  async sensitivity(space) {
    if (random() < 0.75) return false;
    const instanceId = oneOf(space.chain.slice(1));
    // Mostly lowered, so that links give something.
    const isHigh = !high.has(instanceId) && random() < 0.4;
    const manager = people[{ personal: 0, group: 1, department: 2 }[space.kind]]!;
    const sensitivity = isHigh ? 'high' : 'normal';
    if ((await manager.ask(calls.instance.setSensitivity, { instanceId, sensitivity })).errcode !== 0) return false;
    if (!isHigh) return high.delete(instanceId);
    high.add(instanceId);
    // What becomes highly sensitive ends the links to it and above it for good; links to something below it sleep.
    const upwards = space.chain.slice(0, space.chain.indexOf(instanceId) + 1);
    strike((given) => given.source.kind === 'link' && upwards.includes(given.instanceId));
    return true;
  },
  async takeBackShare(space, by) {
    const standing = [...book.values()].filter(({ source, instanceId }) => source.kind === 'share' && space.chain.includes(instanceId));
    if (standing.length === 0) return false;
    const { source, subject } = oneOf(standing);
    const whole = random() < 0.3;
    const reply = await by.ask<ShareOutcome[]>(calls.innerSharing.remove, {
      fileSharingIds: [source.id],
      ...(!whole && { members: [subject] }),
    });
    if (reply.errcode !== 0 || !reply.data?.[0]?.done) return false;
    strike((given) => given.source.id === source.id && (whole || same(given.subject, subject)));
    return true;
  },
  async leaveShare(space, by) {
    const instanceId = oneOf(space.chain.slice(1));
    const reply = await by.ask<ShareOutcome[]>(calls.innerSharing.leaveInnerSharing, { instanceId });
    if (reply.errcode !== 0) return false;
    strike(
      (given) => given.source.kind === 'share' && given.instanceId === instanceId && same(given.subject, { kind: 'person', id: by.userId }),
    );
    return true;
  },
  async request(space, by) {
    if (space.kind !== 'personal') return false;
    const instanceId = oneOf(space.chain.slice(1));
    const asked = await by.ask<{ requestId: string }>(calls.access.request, { instanceId, item: oneOf(['list', 'download', 'upload']) });
    const owner = people[0]!;
    if (asked.errcode !== 0 || by === owner) return false;
    const level = oneOf(['viewOnly', 'download', 'edit'] as const);
    const reply = await owner.ask(calls.access.answer, { requestId: asked.data!.requestId, level });
    if (reply.errcode !== 0) return false;
    const { rows } = await sql<{
      id: string;
    }>`select id from share where instance_id = ${instanceId} and initiator_id = ${owner.userId}`.execute(company.database);
    const source: GrantSource = { kind: 'share', id: rows[0]!.id };
    const subject: Subject = { kind: 'person', id: by.userId };
    const had = book.get(keyOf(instanceId, source.id, subject));
    const role = groupLevels[level];
    // Who already has all of it keeps what they have.
    if (!had || !itemsIn(role).every((item) => itemsIn(had.role).includes(item)))
      put({ instanceId, subject, role, source, grantorId: owner.userId });
    return true;
  },
  async addMember(space, by) {
    if (space.kind !== 'group') return false;
    const [subject, level] = [anyone(), oneOf(Object.keys(groupLevels) as GroupLevel[])];
    const reply = await by.ask(calls.group.addMembers, { groupId: space.rootId, members: [{ ...subject, level }] });
    if (reply.errcode !== 0 || subject.id === space.ownerId) return false;
    put({ instanceId: space.rootId, subject, role: groupLevels[level], source: sourceOf(space), grantorId: by.userId });
    return true;
  },
  async removeMember(space, by) {
    if (space.kind !== 'group') return false;
    const subject = anyone();
    if ((await by.ask(calls.group.removeMembers, { groupId: space.rootId, members: [subject] })).errcode !== 0) return false;
    strike((given) => given.source.id === space.spaceId && same(given.subject, subject));
    return true;
  },
  async leaveGroup(space, by) {
    if (space.kind !== 'group' || random() < 0.5) return false;
    if ((await by.ask(calls.group.leave, { groupId: space.rootId })).errcode !== 0) return false;
    strike((given) => given.source.id === space.spaceId && same(given.subject, { kind: 'person', id: by.userId }));
    return true;
  },
  async level(space, by) {
    if (space.kind === 'personal') return false;
    const [instanceId, subject] = [oneOf(space.chain), anyone()];
    const role = oneOf(Object.keys(privilegeRoles) as Privilege[]);
    if ((await by.ask(calls.privilege.updateUserRole, { instanceId, subject, role })).errcode !== 0) return false;
    put({ instanceId, subject, role: privilegeRoles[role], source: sourceOf(space), grantorId: by.userId });
    return true;
  },
  async removeLevel(space, by) {
    if (space.kind === 'personal') return false;
    const standing = [...book.values()].filter(({ source }) => source.id === space.spaceId);
    if (standing.length === 0) return false;
    const { instanceId, subject } = oneOf(standing);
    if ((await by.ask(calls.privilege.remove, { instanceId, subject })).errcode !== 0) return false;
    if (instanceId === space.rootId && subject.id === division)
      put({ instanceId, subject, role: 'defaultRole', source: sourceOf(space), grantorId: '' });
    else book.delete(keyOf(instanceId, space.spaceId, subject));
    return true;
  },
  async nameManagers(space) {
    if (space.kind !== 'department' || random() < 0.7) return false;
    // A frozen person is not named, but a frozen manager stays.
    const more = people.slice(3).filter(({ userId }) => random() < 0.3 && !frozen.has(userId));
    await names([people[2]!, ...more], space.spaceId, space.rootId);
    return true;
  },
  async changeDepartment() {
    const person = oneOf(people);
    const id = oneOf([division, team, null]);
    await company.database.updateTable('user_account').set({ department_id: id }).where('id', '=', person.userId).execute();
    departmentsOf.set(person.userId, id === null ? [] : id === team ? [team, division] : [division]);
    return true;
  },
  async editRole() {
    if (random() < 0.5) return false;
    const role = oneOf(fileRoles.filter((one) => one !== 'forbidden'));
    const before = itemsIn(role);
    const other = oneOf(permissionItems);
    const toggled = before.includes(other) ? before.filter((item) => item !== other) : [...before, other];
    // Half of the time a role is as at first again, so that people do not end up without anything.
    const items = random() < 0.5 ? (roleTable[role].split(' ') as PermissionItem[]) : toggled;
    const reply = await admin.ask(calls.adminFileRole.update, { role, items, before });
    if (reply.errcode !== 0) {
      assert.ok(role === 'manager' && !items.includes('personnelManagement'), JSON.stringify(reply));
      return false;
    }
    table[role] = permissionItems.filter((item) => items.includes(item)).join(' ');
    return true;
  },
  async freeze() {
    // A frozen person cannot act, so they are soon unfrozen and sign in again.
    const [first] = frozen;
    const person = first === undefined ? oneOf(people) : people.find(({ userId }) => userId === first)!;
    const thaws = frozen.delete(person.userId);
    if (!thaws) frozen.add(person.userId);
    await company.database
      .updateTable('user_account')
      .set({ frozen_at: thaws ? null : new Date() })
      .where('id', '=', person.userId)
      .execute();
    if (thaws) await person.signsIn();
    return true;
  },
};

const distanceTo = (userId: string, subject: Subject): number | null => {
  if (subject.kind === 'person') return subject.id === userId ? 0 : null;
  const steps = (departmentsOf.get(userId) ?? []).indexOf(subject.id);
  return steps < 0 ? null : steps + 1;
};
const holdingOf = (userId: string, space: Space, chain: readonly InstanceId[]): HeldRoles => ({
  owns: space.ownerId === userId,
  cap: everyItem,
  grants: [...book.values()].flatMap((given) => {
    const distance = chain.includes(given.instanceId) ? distanceTo(userId, given.subject) : null;
    return distance === null ? [] : [{ ...given, distance }];
  }),
});

/** What everyone may do with an item according to the tables. */
function expected(space: Space, depth: number): Map<string, PermissionItem[]> {
  const chain = space.chain.slice(0, depth + 1).toReversed();
  const holdings = new Map(people.map(({ userId }) => [userId, holdingOf(userId, space, chain)]));
  const givers = Object.fromEntries([...holdings].filter(([id]) => !frozen.has(id)));
  const creatorId = people[{ personal: 0, group: 1, department: 2 }[space.kind]]!.userId;
  return new Map(
    people.map(({ userId }) => [
      userId,
      permissionItems.filter((item) => oracleAllows({ table, chain, creatorId, userId, holding: holdings.get(userId)!, givers }, item)),
    ]),
  );
}

async function looks(after: string): Promise<number> {
  let cells = 0;
  const ids = spaces.flatMap(({ chain }) => chain);
  const seen = new Map(
    await Promise.all(people.map(async ({ userId }) => [userId, await findItems(company.database, { userId }, ids)] as const)),
  );
  for (const space of spaces)
    for (const [depth, id] of space.chain.entries()) {
      const should = expected(space, depth);
      for (const { userId } of people) {
        const items = itemsAt(seen.get(userId)!.get(id)!);
        assert.deepEqual(
          permissionItems.filter((item) => items.includes(item)),
          should.get(userId),
          `person ${people.findIndex((one) => one.userId === userId)} on ${space.kind} ${depth} after ${after}`,
        );
        cells += permissionItems.length;
      }
    }
  cells += await visitorsLook(ids, after);
  const space = oneOf(spaces);
  const depth = Math.floor(random() * space.chain.length);
  await listAgrees(space, depth, expected(space, depth), seen.get(people[0]!.userId)!, after);
  return cells;
}

/** What the visitors of every link may do everywhere: what the tables say of this link alone. */
async function visitorsLook(ids: readonly InstanceId[], after: string): Promise<number> {
  let cells = 0;
  for (const link of [...book.values()].filter(({ source }) => source.kind === 'link')) {
    const visitor = visitorOf(link.source.id);
    const seen = await findItems(company.database, visitor, ids);
    for (const space of spaces)
      for (const [depth, id] of space.chain.entries()) {
        const chain = space.chain.slice(0, depth + 1).toReversed();
        const givers = frozen.has(link.grantorId) ? {} : { [link.grantorId]: holdingOf(link.grantorId, space, chain) };
        const grants = chain.includes(link.instanceId) ? [{ ...link, distance: 0 }] : [];
        const holding = { owns: false, cap: everyItem, grants };
        const creatorId = people[{ personal: 0, group: 1, department: 2 }[space.kind]]!.userId;
        const about = { table, chain, creatorId, high: chain.some((one) => high.has(one)), userId: visitor.userId, holding, givers };
        const items = itemsAt(seen.get(id)!);
        const should = permissionItems.filter((item) => oracleAllows(about, item));
        assert.deepEqual(
          permissionItems.filter((item) => items.includes(item)),
          should,
          `a visitor of a link of person ${people.findIndex(({ userId }) => userId === link.grantorId)} on ${space.kind} ${depth} after ${after}`,
        );
        if (should.length > 0) visited += 1;
        cells += permissionItems.length;
      }
  }
  return cells;
}
/** Items that a visitor saw. */
let visited = 0;

/** Everybody on the list can do something, and everybody who can do something is on the list, directly or through their department. */
async function listAgrees(
  space: Space,
  depth: number,
  should: Map<string, PermissionItem[]>,
  places: Awaited<ReturnType<typeof findItems>>,
  after: string,
): Promise<void> {
  const giving = await grantsThatGive(company.database, places.get(space.chain[depth]!)!);
  const listed = giving.map(({ subject }) => subject);
  const where = `the list of ${space.kind} ${depth} after ${after}`;
  const chain = space.chain.slice(0, depth + 1);
  for (const { userId } of people) {
    const has = should.get(userId)!.length > 0 && !frozen.has(userId);
    const byName = listed.some((one) => one.kind === 'person' && one.id === userId);
    if (byName) assert.ok(has, `${where} names somebody who has nothing`);
    if (has && space.ownerId !== userId)
      assert.ok(
        listed.some((one) => distanceTo(userId, one) !== null),
        `${where} leaves somebody out`,
      );
    const namedThemselves = [...book.values()].some((given) => chain.includes(given.instanceId) && given.subject.id === userId);
    // If a member of a department uploaded the item to a drop box, the list names the department, although its other members do not see the
    // item.
    const ofAll = giving.filter(({ role }) => role !== 'uploader').map(({ subject }) => subject);
    const byDepartment = ofAll.some((one) => one.kind === 'department' && one.id === departmentsOf.get(userId)?.[0]);
    // Inside a group a department's grant gives something only to those of its people who are members.
    const outside =
      space.kind === 'group' && !holdingOf(userId, space, [space.rootId]).grants.some(({ source }) => source.kind === 'group');
    if (byDepartment && !outside && !namedThemselves && !frozen.has(userId))
      assert.ok(has, `${where} names a department whose people have nothing`);
  }
}

test('after every change of rights everyone can do what the tables say, and the list names whoever can', async (t) => {
  t.diagnostic(`ALCOVE_SEED=${seed}`);
  const done = new Map<string, number>();
  let [made, cells, tried] = [0, 0, 0];
  const all = Object.keys(actions);
  while (made < changes || all.some((kind) => !done.has(kind))) {
    tried += 1;
    assert.ok(tried < changes * 20, `all changes come about: ${[...done.keys()].join(', ')} did`);
    const kind = oneOf(all);
    const space = oneOf(spaces);
    const by = actor(space);
    if (frozen.has(by.userId) && kind !== 'freeze') continue;
    if (!(await actions[kind]!(space, by))) continue;
    done.set(kind, (done.get(kind) ?? 0) + 1);
    made += 1;
    if (made % lookEvery !== 0) continue;
    cells += await looks(`${made} changes, the last ${kind} by ${people.indexOf(by)} in ${space.kind} (ALCOVE_SEED=${seed})`);
  }
  t.diagnostic(
    `${made} changes of ${tried} tried, ${cells} cells, ${visited} items open to visitors: ${[...done].map(([kind, n]) => `${kind} ${n}`).join(', ')}`,
  );
  assert.ok(visited > 0, 'visitors saw something');
});
