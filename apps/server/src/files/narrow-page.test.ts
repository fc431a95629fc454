import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, itemsOfFolder } from '@alcove/contract';
import type { InputOf, Instance } from '@alcove/contract';
import { links } from '../link-sharing/link-sharing.test-support.ts';
import { group, member, shares } from '../sharing/sharing.test-support.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { instance } = calls;
let company: Company;
let [owner, editor, reader, stranger]: Person[] = [];
before(async () => {
  company = await openCompany();
  [owner, editor, reader, stranger] = [await company.person(), await company.person(), await company.person(), await company.person()];
});
after(() => company.close());

/** What both calls answer, after they were compared. */
async function same(person: Person, input: InputOf<typeof instance.narrowPage>): Promise<Instance[]> {
  const wide = await person.call(instance.page, input);
  assert.deepEqual(itemsOfFolder(await person.call(instance.narrowPage, input)), wide);
  return wide.items;
}

test('a narrow page says of each item what the wide one says', async () => {
  const { rootId } = await group(company, owner!, [
    [editor!, 'editor'],
    [reader!, 'viewer'],
  ]);
  const { instanceId: folder } = await owner!.folder('标书 📁', rootId);
  for (const person of [owner!, editor!]) assert.deepEqual(await same(person, { parentId: folder }), []);
  const plain = await owner!.uploads('1', "plain '报告' &.txt", folder);
  const theirs = await editor!.uploads('2', 'theirs.txt', folder);
  await owner!.uploads('3', 'theirs.txt', folder, 'version');
  const marked = await owner!.uploads('4', 'marked.txt', folder);
  const inner = await editor!.folder('inner', folder);
  await editor!.uploads('5', 'deep.txt', inner.instanceId);
  await owner!.call(calls.tag.tag, { instanceId: marked.instanceId, tag: '重要' });
  await owner!.call(calls.favourite.create, { instanceIds: [marked.instanceId, inner.instanceId] });
  await owner!.call(instance.setSensitivity, { instanceId: theirs.instanceId, sensitivity: 'internal' });
  const { linkPath } = await links(owner!, plain.instanceId);
  const shareId = await shares(owner!, marked.instanceId, [member(editor!, 'manager')]);

  const seen = await same(owner!, { parentId: folder });
  const at = (name: string) => seen.find((item) => item.instanceName === name)!;
  assert.deepEqual([at('marked.txt').tags, at('marked.txt').collected, at('marked.txt').shared], [['重要'], true, true]);
  assert.deepEqual([at('theirs.txt').version, at('theirs.txt').sensitivity], [2, 'internal']);
  assert.notEqual(at('theirs.txt').creator, at('theirs.txt').updatedBy);
  assert.notEqual(at('theirs.txt').creator, at('marked.txt').creator);
  assert.equal(at("plain '报告' &.txt").linkpath, linkPath);

  // The share names one of the items, so that the editor's rights differ from row to row.
  const edited = await same(editor!, { parentId: folder });
  assert.equal(new Set(edited.map((item) => item.fileAuth.join(' '))).size, 2);
  await same(reader!, { parentId: folder });
  assert.equal((await same(editor!, { parentId: inner.instanceId })).length, 1);

  // Everything the folder says is said for its items, too.
  await owner!.call(instance.setSensitivity, { instanceId: folder, sensitivity: 'high' });
  assert.deepEqual(new Set((await same(owner!, { parentId: folder })).map((item) => item.sensitivity)), new Set(['high']));

  for (const filter of [{ keyword: 'baogao' }, { tag: '重要' }, { classifierId: 'Folder' as const }, { keyword: 'nothing like it' }])
    await same(owner!, { parentId: folder, ...filter });
  for (const sortField of ['fileSize', 'updateTime', 'createTime', 'category'] as const)
    for (const page of [1, 2]) await same(owner!, { parentId: folder, sortField, sortOrder: 'desc', page, pageSize: 10 });
  await same(owner!, {});
  await assert.rejects(stranger!.call(instance.narrowPage, { parentId: folder }), refused('FILE_NOT_FOUND'));
  await assert.rejects(stranger!.call(instance.narrowPage, { parentId: folder, fileSharingId: shareId }), refused('FILE_NOT_FOUND'));
  await assert.rejects(owner!.call(instance.narrowPage, { parentId: plain.instanceId }), refused('NOT_A_FOLDER'));
});

test('a narrow page of a shared folder names the share, and nothing above the folder', async () => {
  const above = await owner!.folder('private plans');
  const { instanceId: folder } = await owner!.folder('given', above.instanceId);
  await owner!.uploads('1', 'one.txt', folder);
  await owner!.uploads('2', 'two.txt', folder);
  const fileSharingId = await shares(owner!, folder, [member(reader!, 'viewOnly')]);
  const [one] = await same(reader!, { parentId: folder, fileSharingId });
  assert.deepEqual([one!.fileSharingId, one!.parentNames], [fileSharingId, ['given']]);
  const narrow = JSON.stringify(await reader!.call(instance.narrowPage, { parentId: folder, fileSharingId }));
  for (const hidden of ['private plans', above.instanceId, owner!.rootId]) assert.ok(!narrow.includes(hidden), hidden);
});
