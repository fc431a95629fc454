/** Folders that are moved or copied to a place where their name is taken by a folder: the contents are merged. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, failures, limits } from '@alcove/contract';
import type { InputOf, Instance, PlacedItem, PlacingTask, TaskProgress } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { newId } from '../ids.ts';
import { removeMergedAway } from '../recycle/index.ts';
import { openCompany, placingTasks } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let [owner, other]: Person[] = [];
before(async () => {
  company = await openCompany();
  [owner, other] = [await company.person(), await company.person()];
});
after(() => company.close());

type Input = InputOf<typeof calls.instance.move>;
/** A folder's content; a string is a file's text. */
interface Tree {
  [name: string]: string | Tree;
}
const codeOf = (item: PlacedItem | undefined): string => (item?.done === false ? item.code : 'done');
const childOf = async (person: Person, parentId: string, name: string): Promise<Instance> =>
  (await person.call(calls.instance.page, { parentId, pageSize: 100 })).items.find((item) => item.instanceName === name)!;

async function grow(person: Person, parentId: string, tree: Tree): Promise<void> {
  for (const [name, content] of Object.entries(tree))
    if (typeof content === 'string') await person.uploads(content, name, parentId);
    else await grow(person, (await person.folder(name, parentId)).instanceId, content);
}
async function read(person: Person, parentId: string): Promise<Tree> {
  const tree: Tree = {};
  for (const item of (await person.call(calls.instance.page, { parentId, pageSize: 100 })).items)
    tree[item.instanceName] =
      item.classifierId === 'Folder' ? await read(person, item.instanceId) : (await person.downloads(item.instanceId)).toString();
  return tree;
}
/** Creates a new folder with two in it: `from` holds what is moved or copied, `to` is the target. */
async function stand(person: Person, from: Tree, to: Tree, parentId?: string): Promise<{ top: string; from: string; to: string }> {
  const top = await person.folder(`top ${newId()}`, parentId);
  await grow(person, top.instanceId, { from, to });
  const idOf = async (name: string) => (await childOf(person, top.instanceId, name)).instanceId;
  return { top: top.instanceId, from: await idOf('from'), to: await idOf('to') };
}
async function place(
  kind: 'move' | 'copy',
  person: Person,
  parentId: string,
  name: string,
  targetParentId: string,
  more: Partial<Input> = {},
) {
  const { instanceId } = await childOf(person, parentId, name);
  const [placed] = await person.call(calls.instance[kind], { instanceIds: [instanceId], targetParentId, onConflict: 'merge', ...more });
  return { instanceId, placed: placed! };
}
const binOf = async (person: Person) => (await person.call(calls.recycle.page, { pageSize: 100 })).items;
const usedBy = async (person: Person): Promise<number> => (await person.call(calls.user.queryUserCapacity, {})).usedSize;
async function ended(person: Person, taskId: string): Promise<TaskProgress & PlacingTask> {
  for (let tries = 0; ; tries += 1) {
    assert.ok(tries < 600, 'the task does not end');
    const task = (await placingTasks(person)).find((one) => one.taskId === taskId);
    if (task?.endTime) return task;
    await sleep(50);
  }
}

test('what meets nobody goes whole, files become versions, another kind is numbered, and the emptied folders are nowhere any more', async () => {
  const from = { P: { new: { deep: { 'x.txt': 'x' } }, sub: { 'a.txt': 'new a', 'b.txt': 'b', inner: { 'c.txt': 'c' } }, kind: 'file' } };
  const { from: fromId, to } = await stand(owner!, from, { P: { sub: { 'A.TXT': 'old a', inner: { 'd.txt': 'd' } }, kind: { e: {} } } });
  const standing = await childOf(owner!, to, 'P');
  const sub = await childOf(owner!, standing.instanceId, 'sub');
  const deep = await childOf(owner!, (await childOf(owner!, fromId, 'P')).instanceId, 'new');
  const gone = await childOf(owner!, (await childOf(owner!, fromId, 'P')).instanceId, 'sub');
  const early = await owner!.uploads('early', 'early.txt', gone.instanceId);
  await owner!.call(calls.instance.remove, { instanceIds: [early.instanceId] });
  await owner!.call(calls.comment.create, { instanceId: gone.instanceId, text: 'about it' });
  await owner!.call(calls.favourite.create, { instanceIds: [gone.instanceId] });
  const { placed } = await place('move', owner!, fromId, 'P', to);
  assert.equal(placed.done && 'instance' in placed && placed.instance?.instanceId, standing.instanceId);
  assert.deepEqual(await read(owner!, to), {
    P: {
      kind: { e: {} },
      'kind (1)': 'file',
      new: { deep: { 'x.txt': 'x' } },
      sub: { 'A.TXT': 'new a', 'b.txt': 'b', inner: { 'c.txt': 'c', 'd.txt': 'd' } },
    },
  });
  assert.equal((await childOf(owner!, standing.instanceId, 'new')).instanceId, deep.instanceId, 'it is the same folder');
  assert.deepEqual(await owner!.names(fromId), []);
  const replaced = (await binOf(owner!)).filter(({ instanceName }) => ['P', 'sub', 'inner', 'a.txt', 'early.txt'].includes(instanceName));
  assert.deepEqual(
    replaced.map(({ instanceName, originalParentId }) => [instanceName, originalParentId]).sort(),
    [
      ['a.txt', sub.instanceId],
      ['early.txt', sub.instanceId],
    ],
    'a file keeps its own history in the bin, the folders are not there',
  );
  const comments = await owner!.call(calls.comment.list, { instanceId: sub.instanceId });
  assert.deepEqual(
    [comments.items.length, (await owner!.call(calls.favourite.page, {})).items[0]?.instance.instanceId],
    [1, sub.instanceId],
  );
  assert.equal(codeOf((await place('move', owner!, to, 'P', to)).placed), 'done', 'it is there already');
});

test('files that meet are kept both, or skipped; a folder in which something stayed stays', async () => {
  const trees = [{ P: { 'a.txt': '1', 'a (1).txt': '2', s: { 'b.txt': '3' } } }, { P: { 'a.txt': 'old', s: { 'b.txt': 'old' } } }] as const;
  const both = await stand(owner!, ...trees);
  await place('move', owner!, both.from, 'P', both.to, { onFileConflict: 'rename' });
  const merged = { 'a (1).txt': '2', 'a (2).txt': '1', 'a.txt': 'old', s: { 'b (1).txt': '3', 'b.txt': 'old' } };
  assert.deepEqual([await read(owner!, both.to), await owner!.names(both.from)], [{ P: merged }, []]);
  const skipping = await stand(owner!, ...trees);
  await place('move', owner!, skipping.from, 'P', skipping.to, { onFileConflict: 'skip' });
  assert.deepEqual(await read(owner!, skipping.to), { P: { 'a (1).txt': '2', 'a.txt': 'old', s: { 'b.txt': 'old' } } });
  assert.deepEqual(await read(owner!, skipping.from), { P: { 'a.txt': '1', s: { 'b.txt': '3' } } });
});

test('a copy is merged and charged, its source is as before; without room nothing changes', async () => {
  const { from, to } = await stand(owner!, { P: { 'a.txt': '12345', s: { 'b.txt': '67' } } }, { P: { 'a.txt': 'old', s: {} } });
  const before = await usedBy(owner!);
  await place('copy', owner!, from, 'P', to);
  assert.deepEqual(await read(owner!, to), { P: { 'a.txt': '12345', s: { 'b.txt': '67' } } });
  assert.deepEqual(await read(owner!, from), { P: { 'a.txt': '12345', s: { 'b.txt': '67' } } });
  assert.equal(await usedBy(owner!), before + 7);
  await place('copy', owner!, from, 'P', to, { onFileConflict: 'rename' });
  assert.deepEqual(await read(owner!, to), { P: { 'a (1).txt': '12345', 'a.txt': '12345', s: { 'b (1).txt': '67', 'b.txt': '67' } } });

  const poor = await company.person({ quotaBytes: 20 });
  const tight = await stand(poor, { P: { 'a.txt': '123456789', n: {} } }, { P: { 'a.txt': 'old' } });
  for (const kind of ['move', 'copy'] as const)
    assert.equal(codeOf((await place(kind, poor, tight.from, 'P', tight.to)).placed), 'SPACE_NOT_ENOUGH');
  assert.deepEqual(await read(poor, tight.top), { from: { P: { 'a.txt': '123456789', n: {} } }, to: { P: { 'a.txt': 'old' } } });
});

test('a folder is not merged into itself or below itself, and comes out of the folder that it is merged into', async () => {
  const { from } = await stand(owner!, { docs: { x: { docs: { x: { 'f.txt': 'f', docs: { 'g.txt': 'g' } } } } } }, {});
  const outer = await childOf(owner!, from, 'docs');
  const x = await childOf(owner!, outer.instanceId, 'x');
  const inner = await childOf(owner!, x.instanceId, 'docs');
  assert.equal(codeOf((await place('move', owner!, from, 'docs', inner.instanceId)).placed), 'INSIDE_ITSELF');
  assert.equal(codeOf((await place('copy', owner!, from, 'docs', from)).placed), 'NAME_TAKEN');
  await place('move', owner!, x.instanceId, 'docs', from);
  // The inner folder meets the folder that is being merged away. It gets a numbered name beside it.
  assert.deepEqual(await read(owner!, from), { docs: { x: { 'docs (1)': { 'g.txt': 'g' }, 'f.txt': 'f' } } });
});

test('who may not take or replace something leaves it; what is hidden is not told of; nobody sees more by the folder that went', async () => {
  const { groupId } = await owner!.call(calls.group.createGroup, { groupName: `G ${newId()}`, preallocatedSize: 1_000_000 });
  const member = await company.person();
  await owner!.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: member.userId, level: 'edit' }] });
  const { from, to } = await stand(
    owner!,
    { P: { 'a.txt': 'a', shared: { 'in.txt': 'in' }, kept: { 'k.txt': 'k' }, hidden: { 'h.txt': 'h' }, locked: { 'l.txt': 'l' } } },
    { P: { shared: {}, locked: { 'l.txt': 'old' } } },
    groupId,
  );
  const source = (await childOf(owner!, from, 'P')).instanceId;
  const target = (await childOf(owner!, to, 'P')).instanceId;
  const grant = async (parentId: string, name: string, role: 'forbidden' | 'viewer') =>
    sql`insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
      values (${newId()}, ${(await childOf(owner!, parentId, name)).instanceId}, 'person', ${member.userId}, ${role}, 'group', ${groupId}, ${owner!.userId})`.execute(
      company.database,
    );
  await grant(source, 'kept', 'viewer');
  await grant(source, 'hidden', 'forbidden');
  await grant(target, 'locked', 'viewer');
  const shared = await childOf(owner!, source, 'shared');
  await owner!.call(calls.innerSharing.create, {
    instanceId: shared.instanceId,
    members: [{ kind: 'person', id: other!.userId, role: 'viewOnly' }],
  });
  const { placed } = await place('move', member, from, 'P', to);
  assert.deepEqual(placed.done === false && [placed.code, placed.errmsg.match(/\d+/)?.[0]], ['MERGE_INCOMPLETE', '2']);
  assert.deepEqual(await read(owner!, to), { P: { 'a.txt': 'a', shared: { 'in.txt': 'in' }, locked: { 'l.txt': 'old' } } });
  assert.deepEqual(await read(owner!, from), { P: { kept: { 'k.txt': 'k' }, hidden: { 'h.txt': 'h' }, locked: { 'l.txt': 'l' } } });
  assert.deepEqual((await other!.call(calls.innerSharing.page, { side: 'received' })).items, [], 'the share ended with its folder');
  // A move to another space takes everything or nothing: hidden items would come under permissions that nobody gave.
  const own = await member.folder('P');
  assert.equal(codeOf((await place('move', member, from, 'P', member.rootId)).placed), 'HOLDS_HIDDEN');
  assert.deepEqual(await member.names(own.instanceId), []);
  assert.equal(codeOf((await place('copy', member, from, 'P', member.rootId)).placed), 'done');
  assert.deepEqual(await read(member, own.instanceId), { locked: { 'l.txt': 'l' } });
});

test('inside a share one merges by its right alone: not as a reader, not with what lies outside of it', async () => {
  const editor = await company.person();
  const { top, from } = await stand(owner!, { P: { 'a.txt': 'new' } }, {});
  await grow(owner!, top, { P: { 'a.txt': 'old' } });
  const outside = await owner!.folder(`outside ${newId()}`);
  await grow(owner!, outside.instanceId, { P: { 'o.txt': 'o' } });
  const share = (role: 'viewOnly' | 'edit') =>
    owner!.call(calls.innerSharing.create, { instanceId: top, members: [{ kind: 'person', id: editor.userId, role }] });
  await share('viewOnly');
  const { fileSharingId } = (await editor.call(calls.innerSharing.page, { side: 'received' })).items[0]!;
  const merge = async (parentId: string, targetParentId: string) => {
    const { instanceId } = await childOf(owner!, parentId, 'P');
    return editor.ask<PlacedItem[]>(calls.instance.move, {
      instanceIds: [instanceId],
      targetParentId,
      onConflict: 'merge',
      fileSharingId,
      targetSharingId: fileSharingId,
    });
  };
  assert.equal((await merge(from, top)).errcode, failures.NOT_ALLOWED.errcode);
  await share('edit');
  assert.deepEqual((await merge(outside.instanceId, top)).data?.map(codeOf), ['FILE_NOT_FOUND']);
  assert.equal((await merge(from, outside.instanceId)).errcode, failures.FILE_NOT_FOUND.errcode);
  assert.deepEqual((await merge(from, top)).data?.map(codeOf), ['done']);
  assert.deepEqual(await read(owner!, top), { P: { 'a.txt': 'new' }, from: {}, to: {} });
});

test('to another space: versions, room and sensitivity go along, what was deleted stays in the old bin', async () => {
  const { groupId } = await owner!.call(calls.group.createGroup, { groupName: `G ${newId()}`, preallocatedSize: 1_000_000 });
  const { from } = await stand(owner!, { P: { n: { 'two.txt': '1' }, 'met.txt': 'met', s: { 'gone.txt': 'gone' } } }, {});
  const source = await childOf(owner!, from, 'P');
  const n = await childOf(owner!, source.instanceId, 'n');
  await owner!.uploads('22', 'two.txt', n.instanceId, 'version');
  const s = await childOf(owner!, source.instanceId, 's');
  await owner!.call(calls.instance.remove, { instanceIds: [(await childOf(owner!, s.instanceId, 'gone.txt')).instanceId] });
  await owner!.call(calls.instance.setSensitivity, { instanceId: source.instanceId, sensitivity: 'internal' });
  await grow(owner!, groupId, { P: { 'met.txt': 'old', s: {} } });
  const before = await usedBy(owner!);
  assert.equal(codeOf((await place('move', owner!, from, 'P', groupId)).placed), 'done');
  assert.deepEqual(await read(owner!, groupId), { P: { n: { 'two.txt': '22' }, 'met.txt': 'met', s: {} } });
  assert.equal(await usedBy(owner!), before - 3, 'both versions went; what was replaced is in the bin');
  const came = await childOf(owner!, groupId, 'P');
  const [sensitive, met] = [await childOf(owner!, came.instanceId, 'n'), await childOf(owner!, came.instanceId, 'met.txt')];
  assert.deepEqual([came.sensitivity, sensitive.sensitivity, met.sensitivity], ['normal', 'internal', 'internal']);
  const bin = (await binOf(owner!)).filter((entry) => entry.originalParentId === from);
  assert.deepEqual(bin.map(({ instanceName }) => instanceName).sort(), ['gone.txt', 'met.txt']);
});

test('what is uploaded into a folder while it is merged away is in the other one, or was refused', async () => {
  for (let n = 0; n < 4; n += 1) {
    const { from, to } = await stand(owner!, { P: { 'a.txt': 'a' } }, { P: { 'a.txt': 'old' } });
    const source = await childOf(owner!, from, 'P');
    const saving = Array.from({ length: 4 }, (_, k) =>
      sleep(k * 3).then(() =>
        owner!.uploads(`${n} ${k}`, `r${k}.txt`, source.instanceId).then(
          () => `r${k}.txt`,
          () => null,
        ),
      ),
    );
    await sleep(n * 4);
    assert.equal(codeOf((await place('move', owner!, from, 'P', to)).placed), 'done');
    const saved = (await Promise.all(saving)).filter((name) => name !== null);
    const { P } = (await read(owner!, to)) as { P: Tree };
    assert.deepEqual(Object.keys(P).sort(), ['a.txt', ...saved].sort());
  }
});

test('a large merge inside a space is a task that can be cancelled: whole, or nothing', async () => {
  const files = limits.rowsPerCall + 500;
  const { from, to } = await stand(owner!, { P: { 's.txt': 's', sub: {} } }, { P: { 's.txt': 'old', 'file 7': 'old', sub: {} } });
  const source = await childOf(owner!, from, 'P');
  await sql`
    with seed as (select * from instance where parent_id = ${source.instanceId} and is_file), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select gen_random_uuid(), space_id, parent_id, true, 'file ' || n, 'file ' || n, category, blob_id, size, creator_id, editor_id from seed, generate_series(2, ${files}::int) n
      returning id, blob_id, size, creator_id
    ), charged as (update space set used_bytes = used_bytes + (select sum(size) from made) where id = (select space_id from seed))
    insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`.execute(
    company.database,
  );
  const tree = await company.database.selectFrom('space').select('id').where('root_id', '=', owner!.rootId).executeTakeFirstOrThrow();
  const sizeOf = async (instanceId: string) => (await owner!.call(calls.instance.queryFolderSize, { instanceId })).files;
  const target = await childOf(owner!, to, 'P');
  await company.database.transaction().execute(async (transaction) => {
    // As long as another transaction holds the tree's lock, the task waits and can be canceled.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${tree.id}`}, 0))`.execute(transaction);
    const { placed } = await place('move', owner!, from, 'P', to);
    assert.ok(placed.done && 'taskId' in placed);
    await owner!.call(calls.task.cancel, { taskId: placed.taskId });
    assert.equal((await ended(owner!, placed.taskId)).state, 'cancelled');
  });
  assert.deepEqual([await sizeOf(source.instanceId), await sizeOf(target.instanceId)], [files, 2]);
  const { placed } = await place('move', owner!, from, 'P', to);
  assert.ok(placed.done && 'taskId' in placed);
  const end = await ended(owner!, placed.taskId);
  assert.deepEqual([end.state, end.failed, end.done, end.total], ['done', [], files + 2, files + 2]);
  assert.deepEqual([await owner!.names(from), await sizeOf(target.instanceId)], [[], files]);
});

test('after all of it everything hangs together, and the rows of the folders that went can go', async () => {
  assert.deepEqual(await checkData(company.database), []);
  assert.equal(await removeMergedAway(company.database), 0, 'not yet');
  await sql`update recycle set left_at = left_at - interval '4 days' where bin = 3`.execute(company.database);
  await sql`delete from upload`.execute(company.database);
  await sql`update space set reserved_bytes = 0`.execute(company.database);
  assert.ok((await removeMergedAway(company.database)) > 5);
  while ((await removeMergedAway(company.database)) > 0);
  assert.deepEqual(await checkData(company.database), []);
  assert.deepEqual(company.troubles, []);
});
