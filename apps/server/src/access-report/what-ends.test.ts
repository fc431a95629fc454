/**
 * Everything that gives a permission can be ended, and leaves nothing behind (I8, I17). Tests every way to give one, in every kind of
 * space, with every way to end it; the ordinary run takes some that differ in the code, others with each commit (`traitsNowOf`). Each
 * permission is used before its end; within a second after it, nothing works any more.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import { createDepartment, setManagers } from '../departments/index.ts';
import { endDepartment } from '../departments/end-department.ts';
import { removeDissolved } from '../groups/index.ts';
import { explainFor, findItems, grantsThatGive } from '../permission/index.ts';
import { coverOf, leftOut, Listener, openCompany, thorough } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { byDepartment, everyCell, impossible, isShare, traitsNowOf } from './what-ends.test-support.ts';
import type { Cell } from './what-ends.test-support.ts';

const { department: departments, explain, group, innerSharing, instance, privilege } = calls;
/** One second, and some time for the requests on a busy machine. */
const withinMs = 1500;
const atOnce = 6;

let company: Company;
/** The owner of everything; a second manager; a member who shares; the manager of the top department. */
let [first, second, worker, heir]: Person[] = [];
let topId: string;
let elsewhere: string;
let named = 0;
before(async () => {
  company = await openCompany({ liveStreams: 300 });
  [first, second, worker, heir] = [await company.person(), await company.person(), await company.person(), await company.person()];
  topId = await createDepartment(company.database, { name: '公司', parentId: null });
  await names(topId, heir!);
  elsewhere = (await first!.call(group.createGroup, { groupName: 'elsewhere', preallocatedSize: 2 ** 30 })).groupId;
});
after(() => company.close());

type Subject = { kind: 'person' | 'department'; id: string };
const personOf = ({ userId }: Person): Subject => ({ kind: 'person', id: userId });
const nobody = {
  userId: '',
  realName: '',
  sessionId: '',
  sessionKind: 'browser',
  accountName: '',
  adminItems: [],
  speedLimit: null,
} as const;
const names = (departmentId: string, ...people: Person[]) =>
  setManagers(company.database, { departmentId, userIds: people.map(({ userId }) => userId) }, { userId: first!.userId, realName: '' });
const into = (who: Person, departmentId: string | null) =>
  company.database.updateTable('user_account').set({ department_id: departmentId }).where('id', '=', who.userId).execute();
const freeze = (who: Person) =>
  company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', who.userId).execute();

/** One combination with its own space, folder, file and recipient. */
interface Scene extends Cell {
  receiver: Person;
  /** The person or department in the grant. */
  subject: Subject;
  /** The person who gives it. */
  giver: Person;
  /** Another person who may revoke it. */
  answers: Person;
  rootId: string;
  /** The space's department; '' in other spaces. */
  departmentId: string;
  /** The parent department. */
  aboveId: string;
  outer: string;
  folder: string;
  file: InstanceId;
}

async function openScene(cell: Cell): Promise<Scene> {
  const n = (named += 1);
  const name = `${n} ${cell.way}`;
  const receiver = await company.person();
  const giver =
    cell.end === 'giver frozen'
      ? await company.person()
      : cell.space === 'personal'
        ? first!
        : isShare(cell) && !cell.way.startsWith('request')
          ? worker!
          : first!;
  let rootId = giver.rootId;
  let [departmentId, aboveId] = ['', ''];
  if (cell.space === 'group') {
    rootId = (await first!.call(group.createGroup, { groupName: name, preallocatedSize: 2 ** 20 })).groupId;
    await first!.call(group.addMembers, {
      groupId: rootId,
      members: [
        { ...personOf(second!), level: 'manager' },
        ...[worker!, ...(giver === first ? [] : [giver])].map((one) => ({
          ...personOf(one),
          level: giver === one && cell.way.startsWith('request') ? ('manager' as const) : ('edit' as const),
        })),
      ],
    });
  }
  if (cell.space === 'department') {
    aboveId = await createDepartment(company.database, { name: `above_${n}`, parentId: topId });
    departmentId = await createDepartment(company.database, { name: `d_${n}`, parentId: aboveId });
    await names(departmentId, first!, second!, ...(giver !== first && giver !== worker ? [giver] : []));
    rootId = (
      await sql<{
        root_id: InstanceId;
      }>`select s.root_id from department d join space s on s.id = d.space_id where d.id = ${departmentId}`.execute(company.database)
    ).rows[0]!.root_id;
    await first!.call(privilege.updateUserRole, { instanceId: rootId, subject: personOf(worker!), role: 'edit' });
  }
  const maker = cell.space === 'personal' ? giver : first!;
  const outer = (await maker.folder(`P ${n}`, rootId)).instanceId;
  const folder = (await maker.folder(`F ${n}`, outer)).instanceId;
  const file = (await maker.uploads('text of it', `x${n}y.txt`, folder)).instanceId;
  let subject = personOf(receiver);
  if (byDepartment(cell.way)) {
    const id = await createDepartment(company.database, { name: `r_${n}`, parentId: topId });
    await into(receiver, id);
    subject = { kind: 'department', id };
  }
  if (cell.way === 'default level' || cell.way === "the department's own space") {
    subject = { kind: 'department', id: departmentId };
  }
  const answers = giver === second ? first! : second!;
  return { ...cell, receiver, subject, giver, answers, rootId, departmentId, aboveId, outer, folder, file };
}

async function gives({ way, space, giver, receiver, subject, rootId, outer, folder, departmentId, aboveId }: Scene): Promise<void> {
  const level = (instanceId: string, role: 'download' | 'forbidden') =>
    first!.call(privilege.updateUserRole, { instanceId, subject, role });
  const member = (role: 'viewOnly' | 'download' | 'manager') =>
    first!.call(group.addMembers, { groupId: rootId, members: [{ ...subject, level: role }] });
  const share = (role: 'download' | 'manager') => giver.call(innerSharing.create, { instanceId: folder, members: [{ ...subject, role }] });
  switch (way) {
    case 'share with a person':
    case 'share with a department':
      return void (await share('download'));
    case 'membership of a person':
    case 'membership of a department':
      return void (await member('download'));
    case 'level of a person on a folder':
    case 'level of a department on a folder':
      if (space === 'group') {
        await member('viewOnly');
        await level(outer, 'forbidden');
      }
      return void (await level(folder, 'download'));
    case 'request for a folder':
    case 'request for the whole': {
      const { requestId } = await receiver.call(calls.access.request, { instanceId: way === 'request for a folder' ? folder : rootId });
      return void (await giver.call(calls.access.answer, { requestId, level: 'download' }));
    }
    case 'manager':
      if (space === 'personal') return void (await share('manager'));
      if (space === 'group') return void (await member('manager'));
      return void (await names(departmentId, first!, second!, receiver));
    case 'manager of a department above':
      return void (await names(aboveId, receiver));
    case 'default level':
      await into(receiver, departmentId);
      return void (await level(rootId, 'download'));
    case "the department's own space":
      return void (await into(receiver, departmentId));
    default:
      return way satisfies never;
  }
}

/** Revokes it as its giver does, with the call for that way. */
async function takesBack(scene: Scene, by: Person): Promise<void> {
  const { way, space, subject, rootId, folder, departmentId, aboveId } = scene;
  if (isShare(scene)) {
    const [outcome] = await by.call(innerSharing.remove, { instanceId: folder, members: [subject] });
    assert.equal(outcome?.done, true);
  } else if (way === 'manager of a department above') await names(aboveId, heir!);
  else if (way === 'manager' && space === 'department')
    await by.call(departments.setManagers, { departmentId, userIds: [first!.userId, second!.userId] });
  else if (way === 'default level' || way === "the department's own space")
    await by.call(privilege.updateUserRole, { instanceId: rootId, subject, role: 'forbidden' });
  else if (space === 'group' && !way.startsWith('level')) await by.call(group.removeMembers, { groupId: rootId, members: [subject] });
  else await by.call(privilege.remove, { instanceId: way === 'request for the whole' ? rootId : folder, subject });
}

/** Revokes it in the way that the access list offers. */
async function takesBackFromList(scene: Scene): Promise<void> {
  const { answers, file, subject } = scene;
  const { items } = await answers.call(explain.queryAccess, { instanceId: file, pageSize: 100 });
  const entry = items.find((one) => one.subject.id === subject.id);
  assert.ok(entry?.grant, 'the list names whoever has something');
  const { takeBack, grant } = entry;
  if (takeBack === null) return takesBack(scene, answers);
  if (takeBack.from === 'membership') await answers.call(group.removeMembers, { groupId: grant.on.instanceId, members: [subject] });
  if (takeBack.from === 'privilege') await answers.call(privilege.remove, { instanceId: grant.on.instanceId, subject });
  if (takeBack.from === 'share') {
    const [outcome] = await answers.call(innerSharing.remove, { fileSharingIds: [takeBack.fileSharingId], members: [subject] });
    assert.equal(outcome?.done, true);
  }
}

async function leaves(scene: Scene): Promise<void> {
  const { receiver, subject, folder, rootId } = scene;
  if (subject.kind === 'department') await into(receiver, null);
  else if (isShare(scene)) await receiver.call(innerSharing.leaveInnerSharing, { instanceId: folder });
  else await receiver.call(group.leave, { groupId: rootId });
}

async function comesToAnEnd(scene: Scene): Promise<void> {
  const { end, space, giver, receiver, subject, folder, rootId, departmentId } = scene;
  switch (end) {
    case 'taken back by its giver':
      return takesBack(scene, giver);
    case 'taken back from the list by who answers for the place':
      return takesBackFromList(scene);
    case 'left by its receiver':
      return leaves(scene);
    case 'expired':
      await sql`update file_grant set expires_at = now() where subject_id = ${subject.id}`.execute(company.database);
      return;
    case 'receiver frozen':
      return void (await freeze(receiver));
    case 'giver frozen':
      return void (await freeze(giver));
    case 'item moved to another space': {
      const mover = space === 'personal' ? giver : first!;
      const [moved] = await mover.call(instance.move, {
        instanceIds: [folder],
        targetParentId: space === 'personal' ? elsewhere : first!.rootId,
      });
      assert.equal(moved?.done, true);
      return;
    }
    case 'space dissolved':
      if (space === 'department') return void (await endDepartment(company.database, { departmentId }, nobodyAs(first!)));
      await first!.call(group.dissolveGroup, { groupId: rootId });
      await sql`update group_space set dissolves_at = now() where space_id = ${rootId}`.execute(company.database);
      return void (await removeDissolved(company.database));
    default:
      return end satisfies never;
  }
}
const nobodyAs = ({ userId }: Person) => ({ ...nobody, userId });

/** Five calls that read, each with whether it showed anything. */
const uses = ({ receiver, folder, file }: Scene): Record<string, () => Promise<boolean>> => ({
  detail: async () => (await receiver.ask(instance.queryInstanceDetail, { instanceId: file })).errcode === 0,
  list: async () => (await receiver.ask(instance.page, { parentId: folder })).errcode === 0,
  preview: async () => (await receiver.ask(calls.download.preview, { instanceId: file })).errcode === 0,
  comments: async () => (await receiver.ask(calls.comment.list, { instanceId: file })).errcode === 0,
  search: async () => {
    const reply = await receiver.ask<{ items: unknown[] }>(calls.search.searchInstancePage, { keyword: `x${nameOf(file)}` });
    return reply.errcode === 0 && (reply.data?.items.length ?? 0) > 0;
  },
});
const fileNumbers = new Map<string, number>();
const nameOf = (file: string): string => `${fileNumbers.get(file)}y`;

async function works(scene: Scene, url: string): Promise<string[]> {
  const open = { ...uses(scene), 'link from before': async () => (await fetch(url)).ok };
  const found = await Promise.all(Object.entries(open).map(async ([name, use]) => ((await use()) ? [name] : [])));
  return found.flat();
}

/** The event streams of people who lost everything; another person continues to work in the folder. */
const quiet: { cell: Cell; stream: Listener; maker: Person; folder: string }[] = [];

/** Which of these streams still report later changes. Events are collected for half a second, so all streams are checked together. */
async function heardAfterwards(): Promise<string[]> {
  const own = await Listener.of(first!);
  const made: string[] = [];
  for (const { maker, folder } of quiet) {
    const unheard = (await maker.folder('not heard', folder)).instanceId;
    await maker.folder('in it', unheard);
    made.push(unheard);
  }
  const last = (await first!.folder('last')).instanceId;
  await first!.folder('in it', last);
  await own.until(({ folders }) => folders.includes(last));
  await sleep(200);
  const heard = quiet.flatMap(({ cell, stream }, index) => (stream.folders.includes(made[index]!) ? [cell] : []));
  for (const { stream } of [...quiet, { stream: own }]) stream.leave();
  return heard.map(({ way, space, end }) => `${way}, ${space}, ${end}: the stream goes on telling`);
}

async function play(cell: Cell): Promise<void> {
  const scene = await openScene(cell);
  const { receiver, folder, file } = scene;
  const { name } = await company.database.selectFrom('instance').select('name').where('id', '=', file).executeTakeFirstOrThrow();
  fileNumbers.set(file, Number.parseInt(name.slice(1)));
  assert.deepEqual(await works({ ...scene }, `${company.origin}/none`), [], 'nothing before it was given');
  await gives(scene);
  const { url } = await receiver.looksAt(file);
  const stream = await Listener.of(receiver);
  const working = await works(scene, url);
  assert.equal(working.length, 6, `all work while it lasts: ${working}`);
  const maker = cell.space === 'personal' ? scene.giver : first!;
  await maker.folder('heard', folder);
  await stream.until(({ folders }) => folders.includes(folder));

  await comesToAnEnd(scene);
  const over = performance.now() + withinMs;
  for (;;) {
    const left = await works(scene, url);
    if (left.length === 0) break;
    assert.ok(performance.now() < over, `after ${withinMs} ms still: ${left.join(', ')}`);
    await sleep(150);
  }
  await isGone(scene);
  if (cell.end !== 'space dissolved' && !(cell.end === 'giver frozen' && maker === scene.giver))
    quiet.push({ cell, stream, maker, folder });
  else stream.leave();
}

async function isGone({ receiver, subject, file, end }: Scene): Promise<void> {
  const place = (await findItems(company.database, { userId: first!.userId }, [file])).get(file);
  if (!place) return;
  const giving = await grantsThatGive(company.database, place);
  const whole = end === 'left by its receiver' && subject.kind === 'department';
  // If one person leaves the department or is frozen, the department keeps its grants.
  const among = whole || (end === 'receiver frozen' && subject.kind === 'department') ? [receiver.userId] : [receiver.userId, subject.id];
  assert.deepEqual(
    giving.filter((grant) => among.includes(grant.subject.id)),
    [],
    'the list names them no more',
  );
  const explained = await explainFor(company.database, receiver.userId, file);
  if (end !== 'receiver frozen' && place.live) assert.deepEqual(explained?.items, [], 'the explanation agrees');
}

test('whatever gives a right can be ended, by whom and whatever it ends with: within a second nothing of it works', async (t) => {
  const reasons = new Map<string, number>();
  const possible = everyCell.filter((cell) => {
    const reason = impossible(cell);
    if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    return reason === null;
  });
  const cells = thorough ? possible : coverOf(possible, traitsNowOf(possible));
  const failed: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let cell = cells[next++]; cell; cell = cells[next++])
      try {
        await play(cell);
      } catch (error) {
        failed.push(`${cell.way}, ${cell.space}, ${cell.end}: ${error instanceof Error ? error.message : String(error)}`);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  failed.push(...(await heardAfterwards()));
  t.diagnostic(`cells played: ${leftOut(cells.length, possible.length)}; impossible:`);
  for (const [reason, count] of reasons) t.diagnostic(`${count} × ${reason}`);
  assert.deepEqual(failed, []);
});
