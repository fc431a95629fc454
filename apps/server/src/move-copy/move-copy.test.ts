import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { FolderTree, InputOf, Instance, PlacedItem, PlacingTask, TaskProgress } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { newId } from '../ids.ts';
import { openCompany, placingTasks, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let [owner, other]: Person[] = [];
before(async () => {
  company = await openCompany();
  [owner, other] = [await company.person(), await company.person()];
});
after(() => company.close());

type Input = InputOf<typeof calls.instance.move>;
const codeOf = (item: PlacedItem | undefined): string => (item?.done === false ? item.code : 'done');
const idOf = (item: PlacedItem | undefined): string => (item?.done && 'instance' in item && item.instance ? item.instance.instanceId : '');
async function move(person: Person, item: Instance, targetParentId: string, more: Partial<Input> = {}): Promise<PlacedItem> {
  return (await person.call(calls.instance.move, { instanceIds: [item.instanceId], targetParentId, ...more }))[0]!;
}
async function copy(person: Person, item: Instance, targetParentId: string, more: Partial<Input> = {}): Promise<PlacedItem> {
  return (await person.call(calls.instance.copy, { instanceIds: [item.instanceId], targetParentId, ...more }))[0]!;
}
const usedBy = async (person: Person): Promise<number> => (await person.call(calls.user.queryUserCapacity, {})).usedSize;
const chain = (depth: number): FolderTree => (depth === 1 ? { instanceName: 'd' } : { instanceName: 'd', children: [chain(depth - 1)] });
const share = (item: Instance, to: Person, role: 'viewOnly' | 'download' | 'edit') =>
  owner!.call(calls.innerSharing.create, { instanceId: item.instanceId, members: [{ kind: 'person', id: to.userId, role }] });
async function group(leader: Person, member: Person, level: 'viewOnly' | 'download' | 'edit' | 'manager'): Promise<string> {
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: `G ${newId()}`, preallocatedSize: 1_000_000_000 });
  await leader.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: member.userId, level }] });
  return groupId;
}

test('a move keeps what it is, sent twice it happens once, and a name that is taken is refused, numbered or made a version', async () => {
  const [from, to] = [await owner!.folder('from'), await owner!.folder('to')];
  const file = await owner!.uploads('one', 'a.txt', from.instanceId);
  const moved = await move(owner!, file, to.instanceId);
  assert.equal(moved.done && 'instance' in moved && moved.instance?.parentId, to.instanceId);
  assert.equal(codeOf(await move(owner!, file, to.instanceId)), 'done');
  assert.deepEqual([await owner!.names(from.instanceId), await owner!.names(to.instanceId)], [[], ['a.txt']]);

  const again = await owner!.uploads('two', 'A.TXT', from.instanceId);
  assert.equal(codeOf(await move(owner!, again, to.instanceId)), 'NAME_TAKEN');
  assert.equal(idOf(await move(owner!, again, to.instanceId, { onConflict: 'version' })), file.instanceId);
  assert.equal((await owner!.downloads(file.instanceId)).toString(), 'two');
  const third = await owner!.uploads('three', 'a.txt', from.instanceId);
  await move(owner!, third, to.instanceId, { onConflict: 'rename' });
  assert.deepEqual(await owner!.names(to.instanceId), ['a (1).txt', 'a.txt']);
  const [folder, twin] = [await owner!.folder('same', from.instanceId), await owner!.folder('same', to.instanceId)];
  assert.equal(codeOf(await move(owner!, folder, to.instanceId, { onConflict: 'version' })), 'NAME_TAKEN');
  assert.ok(twin);
});

test('a folder does not go into itself, nor two into each other when both are sent at once; 64 levels hold for moves too', async () => {
  const top = await owner!.folder('rings');
  for (let n = 0; n < 6; n += 1) {
    const [a, b] = [await owner!.folder(`a${n}`, top.instanceId), await owner!.folder(`b${n}`, top.instanceId)];
    const outcomes = await Promise.all([move(owner!, a, b.instanceId), move(owner!, b, a.instanceId)]);
    assert.deepEqual(outcomes.map(codeOf).sort(), ['INSIDE_ITSELF', 'done']);
  }
  assert.equal(codeOf(await move(owner!, top, top.instanceId)), 'INSIDE_ITSELF');
  const deep = await owner!.call(calls.instance.batchCreateFolder, {
    parentId: owner!.rootId,
    instanceName: 'deep',
    children: [chain(40)],
  });
  const [long] = (
    await owner!.call(calls.instance.batchCreateFolder, { parentId: owner!.rootId, instanceName: 'long', children: [chain(22)] })
  ).children;
  let bottom = deep;
  while (bottom.children[0]) bottom = bottom.children[0];
  const item = { instanceId: long!.instanceId } as Instance;
  // 41 levels and 22 more are 63. One more fits, two more do not.
  assert.equal(codeOf(await move(owner!, item, bottom.instanceId)), 'done');
  const one = await owner!.folder('one');
  assert.equal(codeOf(await move(owner!, { instanceId: deep.instanceId } as Instance, one.instanceId)), 'done');
  const two = await owner!.folder('two');
  assert.equal(codeOf(await move(owner!, one, two.instanceId)), 'TOO_DEEP');
  // Heights are exact in both directions: without the 22 levels the tree fits again.
  assert.equal(codeOf(await move(owner!, item, owner!.rootId, { onConflict: 'rename' })), 'done');
  assert.equal(codeOf(await move(owner!, one, two.instanceId)), 'done');
});

test('an empty folder cannot be copied; a copy is its maker’s own, over the same content, and charged', async () => {
  const folder = await owner!.folder('空');
  assert.equal(codeOf(await copy(owner!, folder, owner!.rootId, { onConflict: 'rename' })), 'EMPTY_FOLDER');
  const inner = await owner!.folder('inner', folder.instanceId);
  const file = await owner!.uploads('content of a copy', 'c.txt', inner.instanceId);
  await owner!.uploads('content of a copy, later', 'c.txt', inner.instanceId, 'version');
  await share(folder, other!, 'download');
  const fileSharingId = (await other!.call(calls.innerSharing.page, { side: 'received' })).items[0]!.fileSharingId;
  const before = await usedBy(other!);
  const made = await copy(other!, folder, other!.rootId, { fileSharingId });
  assert.equal(codeOf(made), 'done');
  const [innerCopy] = (await other!.call(calls.instance.page, { parentId: idOf(made) })).items;
  const [fileCopy] = (await other!.call(calls.instance.page, { parentId: innerCopy!.instanceId })).items;
  assert.notEqual(fileCopy!.instanceId, file.instanceId);
  assert.equal(fileCopy!.version, 1);
  assert.equal((await other!.downloads(fileCopy!.instanceId)).toString(), 'content of a copy, later');
  assert.equal(await usedBy(other!), before + 'content of a copy, later'.length);
  assert.equal(codeOf(await copy(owner!, folder, inner.instanceId)), 'INSIDE_ITSELF');
  const { rows } = await sql<{ blobs: number }>`
    select count(distinct blob_id)::int as blobs from instance where id in (${file.instanceId}, ${fileCopy!.instanceId})`.execute(
    company.database,
  );
  assert.equal(rows[0]!.blobs, 1);

  const poor = await company.person({ quotaBytes: 10 });
  await share(folder, poor, 'download');
  assert.equal(codeOf(await copy(poor, folder, poor.rootId)), 'SPACE_NOT_ENOUGH');
  assert.deepEqual(await poor.names(), []);
});

test('only what may be copied is copied, and what is shared stays in its space', async () => {
  const folder = await owner!.folder('shared with an editor');
  const inside = await owner!.uploads('x', 'x.txt', folder.instanceId);
  await share(folder, other!, 'edit');
  const mine = await other!.folder('mine');
  assert.equal(codeOf(await move(other!, folder, mine.instanceId)), 'NOT_ALLOWED');
  assert.equal(codeOf(await move(other!, inside, mine.instanceId)), 'STAYS_IN_SPACE');
  const viewer = await company.person();
  await share(folder, viewer, 'viewOnly');
  assert.equal(codeOf(await copy(viewer, folder, viewer.rootId)), 'NOT_ALLOWED');
  await assert.rejects(move(viewer, await viewer.folder('v'), folder.instanceId), refused('NOT_ALLOWED'));

  const member = await company.person();
  const groupId = await group(owner!, member, 'edit');
  const top = await owner!.folder('top', groupId);
  const secret = await owner!.folder('secret', top.instanceId);
  await owner!.uploads('s', 's.txt', secret.instanceId);
  await owner!.uploads('o', 'open.txt', top.instanceId);
  // No group level forbids a single folder, so the grant is written directly to the table.
  await sql`insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
    values (${newId()}, ${secret.instanceId}, 'person', ${member.userId}, 'forbidden', 'group', ${groupId}, ${owner!.userId})`.execute(
    company.database,
  );
  assert.equal(codeOf(await move(member, top, member.rootId)), 'HOLDS_HIDDEN');
  const made = await copy(member, top, member.rootId);
  assert.deepEqual(await member.names(idOf(made)), ['open.txt']);
});

test('a move to another space takes versions and room along and leaves rights, shares, and what was deleted', async () => {
  const member = await company.person();
  const groupId = await group(owner!, member, 'viewOnly');
  const folder = await owner!.folder('to the group');
  const file = await owner!.uploads('first', 'f.txt', folder.instanceId);
  await owner!.uploads('second version', 'f.txt', folder.instanceId, 'version');
  const gone = await owner!.uploads('deleted before', 'gone.txt', folder.instanceId);
  await owner!.call(calls.instance.remove, { instanceIds: [gone.instanceId] });
  await share(folder, other!, 'download');
  const before = await usedBy(owner!);

  assert.equal(codeOf(await move(owner!, folder, groupId)), 'done');
  assert.equal((await member.call(calls.instance.queryInstanceDetail, { instanceId: file.instanceId })).versions, 2);
  await assert.rejects(other!.call(calls.instance.queryInstanceDetail, { instanceId: file.instanceId }), refused('FILE_NOT_FOUND'));
  assert.equal(await usedBy(owner!), before - 'first'.length - 'second version'.length);
  const bin = (await owner!.call(calls.recycle.page, { keyword: 'gone.txt' })).items;
  assert.deepEqual([bin.length, bin[0]?.instanceType, bin[0]?.originalPath], [1, '1', '/']);
  assert.deepEqual((await member.call(calls.recycle.page, {})).items, []);
});

test('what is being saved into a folder that goes to another space is not saved beside it', async () => {
  const groupId = await group(owner!, other!, 'edit');
  for (let n = 0; n < 5; n += 1) {
    const folder = await owner!.folder(`leaving ${n}`);
    await owner!.uploads(`content ${n}`, 'there.txt', folder.instanceId);
    const saving = Promise.all(
      Array.from({ length: 3 }, (_, k) => owner!.uploads(`racing ${n} ${k}`, `r${k}.txt`, folder.instanceId).catch(() => null)),
    );
    await sleep(n * 4);
    assert.equal(codeOf(await move(owner!, folder, groupId)), 'done');
    await saving;
  }
  assert.deepEqual(
    (await checkData(company.database)).filter(({ what }) => !what.includes('reserved')),
    [],
  );
});

async function seedTree(person: Person, name: string, files: number): Promise<Instance> {
  const folder = await person.folder(name);
  const inner = await person.folder('inner', folder.instanceId);
  const seed = await person.uploads(`seed of ${name}`, 'seed.txt', inner.instanceId);
  await sql`
    with seed as (select * from instance where id = ${seed.instanceId}), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select gen_random_uuid(), space_id, parent_id, true, 'file ' || n, 'file ' || n, category, blob_id, size, creator_id, editor_id from seed, generate_series(2, ${files}::int) n
      returning id, blob_id, size, creator_id, space_id
    ), charged as (update space set used_bytes = used_bytes + (select sum(size) from made) where id = (select space_id from seed))
    insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`.execute(
    company.database,
  );
  return folder;
}
async function ended(person: Person, taskId: string): Promise<TaskProgress & PlacingTask> {
  for (let tries = 0; ; tries += 1) {
    assert.ok(tries < 600, 'the task does not end');
    const task = (await placingTasks(person)).find((one) => one.taskId === taskId);
    assert.ok(task);
    if (task.endTime) return task;
    await sleep(50);
  }
}

test('a large copy and a large move are tasks: whole when they end, nothing when they are cancelled', async () => {
  const files = limits.rowsPerCall + 500;
  const folder = await seedTree(owner!, 'large', files);
  const made = await copy(owner!, folder, owner!.rootId, { onConflict: 'rename' });
  assert.ok(made.done && 'taskId' in made);
  const copied = await ended(owner!, made.taskId);
  assert.deepEqual([copied.state, copied.done, copied.total, copied.failed], ['done', files + 2, files + 2, []]);
  const twin = (await owner!.call(calls.instance.page, { keyword: 'large (1)' })).items[0]!;
  const size = await owner!.call(calls.instance.queryFolderSize, { instanceId: twin.instanceId });
  assert.equal(size.files, files);

  const groupId = await group(owner!, other!, 'edit');
  const moved = await move(owner!, folder, groupId);
  assert.ok(moved.done && 'taskId' in moved);
  assert.equal((await ended(owner!, moved.taskId)).state, 'done');
  assert.deepEqual(await other!.names(groupId), ['large']);

  const second = await copy(owner!, twin, groupId);
  assert.ok(second.done && 'taskId' in second);
  await assert.rejects(other!.call(calls.task.cancel, { taskId: second.taskId }), refused('TASK_NOT_FOUND'));
  const asked = await owner!.ask(calls.task.cancel, { taskId: second.taskId });
  const end = await ended(owner!, second.taskId);
  // It was canceled in time, or had ended before; it is never half done.
  assert.equal(end.state === 'cancelled', asked.errcode === 0 && !(await owner!.names(groupId)).includes('large (1)'));
});

test('while a large move holds a space, who moves or restores there is told so and keeps what they have; a task waits', async () => {
  const [folder, target] = [await owner!.folder('held'), await owner!.folder('held target')];
  const groupId = await group(owner!, other!, 'edit');
  const large = await seedTree(owner!, 'waits', limits.rowsPerCall + 1);
  const space = await company.database.selectFrom('space').select('id').where('root_id', '=', owner!.rootId).executeTakeFirstOrThrow();
  const [outcomes, taskId] = await company.database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${space.id}`}, 0))`.execute(transaction);
    const made = await move(owner!, large, groupId);
    assert.ok(made.done && 'taskId' in made);
    const input = { instanceIds: [folder.instanceId, (await owner!.folder('held too')).instanceId], targetParentId: target.instanceId };
    return [await owner!.call(calls.instance.move, input), made.taskId] as const;
  });
  assert.deepEqual(outcomes.map(codeOf), ['CHANGING_HERE', 'CHANGING_HERE']);
  assert.equal(codeOf(await move(owner!, folder, target.instanceId)), 'done');
  assert.equal((await ended(owner!, taskId)).state, 'done');
  assert.ok((await other!.names(groupId)).includes('waits'));
});

test('a task whose target went away fails for its items and gives its room back', async () => {
  const folder = await seedTree(owner!, 'no place', limits.rowsPerCall + 1);
  const target = await owner!.folder('target that goes');
  const [made] = await Promise.all([
    copy(owner!, folder, target.instanceId).catch((error: unknown) => assert.ok(refused('FILE_NOT_FOUND')(error))),
    owner!.call(calls.instance.remove, { instanceIds: [target.instanceId] }),
  ]);
  if (!made) return; // the target was deleted first
  if (!made.done || !('taskId' in made)) return assert.equal(codeOf(made), 'FILE_NOT_FOUND');
  const end = await ended(owner!, made.taskId);
  assert.ok(end.state === 'done' && (end.failed.length === 1 || end.failed.length === 0));
});

test('after all of it everything hangs together', async () => {
  assert.deepEqual(await checkData(company.database), []);
  assert.deepEqual(company.troubles, []);
});
