import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { Instance, RecycledItem, RecycleOutcome } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { newId } from '../ids.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { purgeExpired } from './leave-bin.ts';

let company: Company;
let [owner, other]: Person[] = [];
before(async () => {
  company = await openCompany();
  [owner, other] = [await company.person(), await company.person()];
});
after(() => company.close());

const remove = (person: Person, ...items: Instance[]) =>
  person.call(calls.instance.remove, { instanceIds: items.map((item) => item.instanceId) });
const bin = async (person: Person, keyword?: string): Promise<RecycledItem[]> =>
  (await person.call(calls.recycle.page, { pageSize: 100, ...(keyword && { keyword }) })).items;
const restore = (person: Person, items: RecycledItem[], targetParentId?: string): Promise<RecycleOutcome[]> =>
  person.call(calls.recycle.restore, { recycleIds: items.map((item) => item.recycleId), ...(targetParentId && { targetParentId }) });
const codes = (outcomes: RecycleOutcome[]): string[] => outcomes.map((outcome) => (outcome.done ? 'done' : outcome.code));
const usedBy = async (person: Person): Promise<number> => (await person.call(calls.user.queryUserCapacity, {})).usedSize;
async function usesInTheEnd(person: Person, bytes: number): Promise<void> {
  for (let tries = 0; tries < 100 && (await usedBy(person)) !== bytes; tries += 1) await sleep(50);
  assert.equal(await usedBy(person), bytes);
}

test('a folder deleted after some of its files: each is an entry of its own, and each comes back to where it was', async () => {
  const folder = await owner!.folder('项目');
  const [early, late] = [
    await owner!.uploads('early', 'early.txt', folder.instanceId),
    await owner!.uploads('late', 'late.txt', folder.instanceId),
  ];
  await remove(owner!, early);
  await remove(owner!, folder);
  const [folderEntry, fileEntry] = await bin(owner!);
  assert.deepEqual([folderEntry!.instanceName, folderEntry!.originalPath, folderEntry!.daysLeft], ['项目', '/', 30]);
  assert.deepEqual([fileEntry!.instanceName, fileEntry!.originalPath], ['early.txt', null]);
  assert.deepEqual(codes(await restore(owner!, [fileEntry!])), ['PLACE_GONE']);
  assert.deepEqual(codes(await restore(owner!, [fileEntry!, folderEntry!])), ['done', 'done']);
  assert.deepEqual(await owner!.names(folder.instanceId), ['early.txt', 'late.txt']);
  assert.ok(late);
  assert.deepEqual(codes(await restore(owner!, [fileEntry!])), ['FILE_NOT_FOUND']);
});

test('a name that was given away is numbered; elsewhere only within the space', async () => {
  const file = await owner!.uploads('1', 'taken.txt');
  await remove(owner!, file);
  await owner!.uploads('2', 'taken.txt');
  const target = await owner!.folder('target');
  const { groupId } = await owner!.call(calls.group.createGroup, { groupName: `G ${newId()}`, preallocatedSize: 1_000_000 });
  assert.deepEqual(codes(await restore(owner!, await bin(owner!, 'taken'), groupId)), ['OTHER_SPACE']);
  const [back] = await restore(owner!, await bin(owner!, 'taken'));
  assert.equal(back!.done && back!.instance?.instanceName, 'taken (1).txt');
  await remove(owner!, file);
  const [there] = await restore(owner!, await bin(owner!, 'taken'), target.instanceId);
  assert.equal(there!.done && there!.instance?.parentId, target.instanceId);
});

test('restored over what stands there: a file as its newest version, a folder into the folder of its name', async () => {
  const person = await company.person();
  const file = await person.uploads('first', 'a.txt');
  const folder = await person.folder('P');
  const inner = await person.folder('s', folder.instanceId);
  await person.uploads('x', 'x.txt', inner.instanceId);
  await person.uploads('back', 'met.txt', folder.instanceId);
  const gone = await person.uploads('gone before', 'gone.txt', inner.instanceId);
  await remove(person, gone);
  await remove(person, file, folder);
  const standing = await person.uploads('second', 'A.txt');
  const target = await person.folder('P');
  const kept = await person.folder('s', target.instanceId);
  await person.uploads('old', 'met.txt', target.instanceId);
  const entry = async (name: string) => (await bin(person, name)).filter(({ instanceName }) => instanceName === name);
  const over = async (name: string, onConflict: 'version' | 'merge', onFileConflict?: 'skip') =>
    person.call(calls.recycle.restore, {
      recycleIds: (await entry(name)).map(({ recycleId }) => recycleId),
      onConflict,
      ...(onFileConflict && { onFileConflict }),
    });

  assert.deepEqual(codes(await over('P', 'version')), ['NAME_TAKEN']);
  const [version] = await over('a.txt', 'version');
  assert.equal(version?.done && version.instance?.instanceId, standing.instanceId);
  assert.equal((await person.downloads(standing.instanceId)).toString(), 'first');
  assert.deepEqual(codes(await over('P', 'merge', 'skip')), ['done']);
  assert.deepEqual([await person.names(target.instanceId), await person.names(kept.instanceId)], [['s', 'met.txt'], ['x.txt']]);
  assert.equal((await entry('P')).length, 1, 'what was skipped is still in it');
  assert.deepEqual(codes(await over('P', 'merge')), ['done']);
  assert.deepEqual(
    (await bin(person)).map(({ instanceName, originalPath }) => [instanceName, originalPath]),
    [['gone.txt', '/P/s']],
  );
  await usesInTheEnd(person, 'second'.length + 'first'.length + 'x'.length + 'old'.length + 'back'.length + 'gone before'.length);
  assert.deepEqual(codes(await restore(person, await bin(person))), ['done']);
  assert.deepEqual(await person.names(kept.instanceId), ['gone.txt', 'x.txt']);
});

test('a folder in the bin has the size of what went with it, and of what is left when some of it came back', async () => {
  const person = await company.person();
  const folder = await person.folder('F');
  const inner = await person.folder('i', folder.instanceId);
  await person.uploads('1', 'one.txt', inner.instanceId);
  await person.uploads('22', 'met.txt', folder.instanceId);
  await remove(person, await person.uploads('before', 'own entry.txt', inner.instanceId));
  await remove(person, folder);
  const sized = async (files: number): Promise<unknown[]> => {
    for (let tries = 0; tries < 100 && (await bin(person)).find(({ instanceName }) => instanceName === 'F')?.files !== files; tries += 1)
      await sleep(50);
    const page = await person.call(calls.recycle.page, { sortField: 'fileSize', sortOrder: 'desc' });
    return page.items.map(({ instanceName, fileSize, files: held }) => [instanceName, fileSize, held]);
  };
  assert.deepEqual(await sized(2), [
    ['own entry.txt', 6, 1],
    ['F', 3, 2],
  ]);
  const target = await person.folder('F');
  await person.uploads('old', 'met.txt', target.instanceId);
  const [entry] = await bin(person, 'F');
  await person.call(calls.recycle.restore, { recycleIds: [entry!.recycleId], onConflict: 'merge', onFileConflict: 'skip' });
  assert.deepEqual((await sized(1)).at(-1), ['F', 2, 1]);
});

test('in the bin it counts, removed for good it does not; nothing of it comes back, and what others see is hidden', async () => {
  const person = await company.person();
  const folder = await person.folder('f');
  const [one, two] = [await person.uploads('12345', '1', folder.instanceId), await person.uploads('1234567', '2', folder.instanceId)];
  await remove(person, one);
  await remove(person, folder);
  assert.equal(await usedBy(person), 12);
  const entries = await bin(person);
  const ids = { recycleIds: entries.map((entry) => entry.recycleId) };
  assert.deepEqual(codes(await other!.call(calls.recycle.restore, ids)), ['FILE_NOT_FOUND', 'FILE_NOT_FOUND']);
  assert.deepEqual(codes(await other!.call(calls.recycle.remove, ids)), ['FILE_NOT_FOUND', 'FILE_NOT_FOUND']);
  const folderEntry = entries.find((entry) => entry.classifierId === 'Folder')!;
  assert.deepEqual(codes(await person.call(calls.recycle.remove, { recycleIds: [folderEntry.recycleId] })), ['done']);
  await usesInTheEnd(person, 5);
  assert.deepEqual(codes(await restore(person, [folderEntry])), ['FILE_NOT_FOUND']);
  assert.deepEqual(
    (await person.call(calls.instance.undoRemove, { instanceIds: [folder.instanceId] })).map((item) => item.done),
    [false],
  );
  assert.deepEqual(codes(await restore(person, await bin(person), person.rootId)), ['done']);
  assert.ok(two);
  await remove(person, one);
  assert.deepEqual(await person.call(calls.recycle.clear, {}), { removed: 1 });
  await usesInTheEnd(person, 0);
});

test('after 30 days it goes by itself', async () => {
  const person = await company.person();
  await remove(person, await person.uploads('old', 'old.txt'), await person.uploads('new', 'new.txt'));
  await sql`update recycle set expires_at = now() - interval '1 minute' where instance_id in (select id from instance where name = 'old.txt')`.execute(
    company.database,
  );
  assert.equal(await purgeExpired(company.database), 1);
  assert.deepEqual(
    (await bin(person)).map((item) => item.instanceName),
    ['new.txt'],
  );
});

test('in a group a member sees what they deleted, a manager everything, and who may not delete there any more nothing', async () => {
  const [editor, second, manager] = [await company.person(), await company.person(), await company.person()];
  const { groupId } = await owner!.call(calls.group.createGroup, { groupName: `G ${newId()}`, preallocatedSize: 1_000_000 });
  const member = (person: Person, level: 'edit' | 'manager') => ({ kind: 'person' as const, id: person.userId, level });
  await owner!.call(calls.group.addMembers, {
    groupId,
    members: [member(editor, 'edit'), member(second, 'edit'), member(manager, 'manager')],
  });
  const file = await editor.uploads('by the editor', 'mine.txt', groupId);
  await remove(editor, file);
  const seen = async (person: Person) => (await bin(person, 'mine.txt')).length;
  assert.deepEqual([await seen(editor), await seen(second), await seen(manager), await seen(owner!)], [1, 0, 1, 1]);
  const [entry] = await bin(editor, 'mine.txt');
  assert.deepEqual(codes(await restore(second, [entry!])), ['FILE_NOT_FOUND']);
  await owner!.call(calls.group.removeMembers, { groupId, members: [{ kind: 'person', id: editor.userId }] });
  assert.equal(await seen(editor), 0);
  assert.deepEqual(codes(await restore(editor, [entry!])), ['FILE_NOT_FOUND']);
  assert.deepEqual(codes(await restore(manager, [entry!])), ['done']);
});

test('of many who restore and remove one item at once exactly one does, and everything hangs together', async () => {
  for (let n = 0; n < 8; n += 1) {
    const file = await owner!.uploads(`raced ${n}`, `raced ${n}.txt`);
    await remove(owner!, file);
    const [entry] = await bin(owner!, `raced ${n}`);
    const answers = await Promise.all([
      restore(owner!, [entry!]),
      owner!.call(calls.recycle.remove, { recycleIds: [entry!.recycleId] }),
      restore(owner!, [entry!]),
    ]);
    assert.equal(answers.flatMap(codes).filter((code) => code === 'done').length, 1);
  }
  assert.deepEqual(await checkData(company.database), []);
  assert.deepEqual(company.troubles, []);
});
