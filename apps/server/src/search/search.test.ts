import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, encodeName, widened } from '@alcove/contract';
import type { FoundInstance, InputOf } from '@alcove/contract';
import { setGrants } from '../permission/tree.test-support.ts';
import { group } from '../sharing/sharing.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { findByName } from './find-by-name.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

type PageInput = InputOf<typeof calls.search.searchInstancePage>;
const namesOf = (items: readonly FoundInstance[]): string[] => items.map((item) => item.instanceName).sort();
const search = async (who: Person, keyword: string, input: Partial<PageInput> = {}): Promise<string[]> => {
  const asked = { pageSize: 100 as const, ...input, keyword };
  const page = await who.call(calls.search.searchInstancePage, asked);
  assert.deepEqual(widened(await who.call(calls.search.narrowPage, asked)), page, 'the narrow page');
  return namesOf(page.items);
};
const quick = (who: Person, keyword: string) => who.call(calls.search.quick, { keyword });

test('a file is found from the moment it is there, by its new name from the moment it has it, and not in the bin', async () => {
  const folder = await person.folder('产品资料');
  const file = await person.uploads('x', '季度报告.docx', folder.instanceId);
  for (const keyword of ['季', '报告', 'jdbg', 'jidubaogao', 'docx'])
    assert.deepEqual(await search(person, keyword), ['季度报告.docx'], keyword);

  await person.call(calls.instance.rename, { instanceId: file.instanceId, fileName: encodeName('年度总结.docx') });
  assert.deepEqual(await search(person, '季度'), []);
  assert.deepEqual(await search(person, 'ndzj'), ['年度总结.docx']);
  await person.call(calls.instance.remove, { instanceIds: [folder.instanceId] });
  assert.deepEqual(await search(person, 'ndzj'), []);
  await person.call(calls.instance.undoRemove, { instanceIds: [folder.instanceId] });
  assert.deepEqual(await search(person, 'ndzj'), ['年度总结.docx']);
});

test('what the caller may not find is not counted either: in a folder in the bin, or in a closed one', async () => {
  const [leader, editor] = [await company.person(), await company.person()];
  const { rootId, spaceId } = await group(company, leader, [[editor, 'editor']]);
  const [open, closed, gone] = [
    await leader.folder('open', rootId),
    await leader.folder('closed', rootId),
    await leader.folder('gone', rootId),
  ];
  for (const [n, { instanceId }] of [open, closed, gone].entries()) await leader.uploads(`z${n}`, `斑马 ${n}.txt`, instanceId);
  const counted = async (who: Person) => (await who.call(calls.search.searchInstancePage, { keyword: '斑马' })).total;
  assert.deepEqual([await counted(leader), await counted(editor)], [3, 3]);
  await setGrants(company.database, [
    {
      instanceId: closed.instanceId,
      subject: { kind: 'person', id: editor.userId },
      role: 'forbidden',
      source: { kind: 'group', id: spaceId },
      grantorId: leader.userId,
    },
  ]);
  assert.deepEqual([await counted(leader), await counted(editor)], [3, 2]);
  await leader.call(calls.instance.remove, { instanceIds: [gone.instanceId] });
  assert.deepEqual([await counted(leader), await counted(editor)], [2, 1]);
});

test('while one types: a few of each kind, where they are, and what of the name was met', async () => {
  const own = await company.person({ accountName: 'hetongxiaozhu' });
  const folder = await own.folder('合同归档');
  for (let n = 1; n <= 8; n += 1) await own.uploads(`c${n}`, `采购合同 ${n}.pdf`, folder.instanceId);
  const { files, folders, people } = await quick(own, 'hetong');
  assert.equal(files.length, 6);
  assert.deepEqual(namesOf(folders), ['合同归档']);
  assert.equal(people[0]?.userName, 'hetongxiaozhu');
  assert.deepEqual(files[0]?.nameMatches, [[2, 4]]);
  assert.deepEqual(files[0]?.parentNames, ['合同归档']);
  assert.equal((await own.call(calls.search.quick, { keyword: '合', limit: 2 })).files.length, 2);
  assert.deepEqual(await quick(own, '　'), { files: [], folders: [], people: [] });
});

test('the very name comes first, then what begins so, then what has it inside; among equals the newest', async () => {
  const own = await company.person();
  for (const name of ['预算说明.txt', '2025 预算.txt', '预算', '预算表.txt']) await own.folder(name);
  const { items } = await own.call(calls.search.searchInstancePage, { keyword: '预算' });
  assert.deepEqual(
    items.map((item) => item.instanceName),
    ['预算', '预算表.txt', '预算说明.txt', '2025 预算.txt'],
  );
});

test('a slip of the finger and a character that sounds the same are forgiven where nothing has the word itself', async () => {
  const own = await company.person();
  await own.uploads('x', 'Quarterly report.pdf');
  await own.uploads('y', '季度报告.docx');
  for (const keyword of ['reprot', 'quartrely', 'rreport', 'qarterly'])
    assert.deepEqual(await search(own, keyword), ['Quarterly report.pdf'], keyword);
  assert.deepEqual(await search(own, '季度抱告'), ['季度报告.docx']);
  assert.deepEqual(await search(own, 'invoices'), []);
});

test('filters by kind, size, time, person and place, and pages of what is left', async () => {
  const [own, other] = [await company.person(), await company.person()];
  const folder = await own.folder('会议纪要');
  await own.uploads('12345', '会议纪要 1.txt', folder.instanceId);
  await own.uploads('1234567890', '会议纪要 2.png', folder.instanceId);
  const group = await other.call(calls.group.createGroup, { groupName: `纪要组 ${Date.now()}`, preallocatedSize: 1_000_000 });
  await other.call(calls.group.addMembers, { groupId: group.groupId, members: [{ kind: 'person', id: own.userId, level: 'viewOnly' }] });
  await other.uploads('123', '会议纪要 3.txt', group.groupId);

  assert.equal((await search(own, '会议纪要')).length, 4);
  const picked: [Partial<PageInput>, string[]][] = [
    [{ classifierId: 'Folder' }, ['会议纪要']],
    [{ category: 1 }, ['会议纪要 2.png']],
    [{ sizeMin: 4, sizeMax: 9 }, ['会议纪要 1.txt']],
    [{ owner: other.userId }, ['会议纪要 3.txt']],
    [{ scope: 'group' }, ['会议纪要 3.txt']],
    [{ scope: 'personal', classifierId: 'File' }, ['会议纪要 1.txt', '会议纪要 2.png']],
    [{ scope: 'shared' }, []],
    [{ to: '2020-01-01T00:00:00Z' }, []],
    [{ from: '2020-01-01T00:00:00Z', category: 3 }, ['会议纪要 1.txt', '会议纪要 3.txt']],
  ];
  for (const [input, names] of picked) assert.deepEqual(await search(own, '会议纪要', input), names, JSON.stringify(input));
  const second = await own.call(calls.search.searchInstancePage, { keyword: 'hyjy', page: 2, pageSize: 10 });
  assert.deepEqual([second.total, second.items.length], [4, 0]);
});

test('what is shared is found until the moment the share ends, and what lies beside it never', async () => {
  const [giver, receiver] = [await company.person(), await company.person()];
  const secret = await giver.folder('保密项目');
  const shared = await giver.folder('保密项目甲', secret.instanceId);
  await giver.uploads('x', '保密项目甲的图纸.txt', shared.instanceId);
  await giver.uploads('y', '保密项目乙的图纸.txt', secret.instanceId);
  assert.deepEqual(await search(receiver, '保密'), []);
  await giver.call(calls.innerSharing.create, {
    instanceId: shared.instanceId,
    members: [{ kind: 'person', id: receiver.userId, role: 'viewOnly' }],
  });
  assert.deepEqual(await search(receiver, 'bmxm'), ['保密项目甲', '保密项目甲的图纸.txt']);
  assert.deepEqual(await search(receiver, 'bmxm', { scope: 'shared' }), ['保密项目甲', '保密项目甲的图纸.txt']);
  const { items } = await receiver.call(calls.search.searchInstancePage, { keyword: '图纸' });
  assert.deepEqual(
    items.map((item) => [item.parentNames, item.instancePathIds.length]),
    [[['保密项目甲'], 2]],
  );
  await giver.call(calls.innerSharing.remove, { instanceId: shared.instanceId });
  assert.deepEqual(await search(receiver, '保密'), []);
  assert.deepEqual((await quick(receiver, '保密')).files, []);
});

test('three of one name are told apart by whose place they lie in, and a share does not tell the name of the group behind it', async () => {
  const [owner, outsider] = [await company.person(), await company.person()];
  const groupName = `器材组 ${Date.now()}`;
  const group = await owner.call(calls.group.createGroup, { groupName, preallocatedSize: 1_000_000 });
  await owner.folder('器材清单');
  const inGroup = await owner.folder('器材清单', group.groupId);
  const own = await outsider.folder('器材');
  const given = await outsider.folder('器材清单', own.instanceId);
  const member = { kind: 'person', role: 'viewOnly' } as const;
  await outsider.call(calls.innerSharing.create, { instanceId: given.instanceId, members: [{ ...member, id: owner.userId }] });
  await owner.call(calls.innerSharing.create, { instanceId: inGroup.instanceId, members: [{ ...member, id: outsider.userId }] });
  const placesOf = async (who: Person) => {
    await search(who, '器材清单');
    return (await who.call(calls.search.searchInstancePage, { keyword: '器材清单' })).items.map((item) => item.placeName ?? '').sort();
  };
  assert.deepEqual(await placesOf(owner), ['', groupName, `Name of ${outsider.accountName}`].sort());
  assert.deepEqual(await placesOf(outsider), ['', `Name of ${owner.accountName}`].sort());
});

test('a folder that was shared out of a crowded space is looked through, however much around it has the same name', async () => {
  const [giver, receiver] = [await company.person(), await company.person()];
  const shared = await giver.folder('甲');
  const crowd = await giver.folder('乙');
  for (let n = 1; n <= 8; n += 1) await giver.folder(`图纸 ${n}`, crowd.instanceId);
  for (let n = 1; n <= 3; n += 1) await giver.folder(`图纸 ${n}`, shared.instanceId);
  await giver.call(calls.innerSharing.create, {
    instanceId: shared.instanceId,
    members: [{ kind: 'person', id: receiver.userId, role: 'viewOnly' }],
  });
  const caller = {
    userId: receiver.userId,
    sessionId: '',
    sessionKind: 'browser',
    accountName: '',
    realName: '',
    adminItems: [],
    speedLimit: null,
  } as const;
  const found = await findByName(company.database, caller, { keyword: '图纸', scope: 'all', filter: {}, most: 5, named: false });
  assert.deepEqual(found.map(({ name }) => name).sort(), ['图纸 1', '图纸 2', '图纸 3']);
});

test('a tag narrows it down, however it is written, and comes with what was found', async () => {
  const own = await company.person();
  const [first] = [await own.uploads('x', '方案甲.txt'), await own.uploads('y', '方案乙.txt')];
  await own.call(calls.tag.tag, { instanceId: first.instanceId, tag: 'Final 终稿' });
  const found = await own.call(calls.search.searchInstancePage, { keyword: '方案', tag: 'final 终稿' });
  assert.deepEqual(
    found.items.map((item) => [item.instanceName, item.tags]),
    [['方案甲.txt', ['Final 终稿']]],
  );
  assert.deepEqual(await search(own, '方案', { tag: '初稿' }), []);
});

test('wildcards and marks are what they are', async () => {
  const own = await company.person();
  await own.uploads('x', "100% 完成_最终 it's a+b.txt");
  await own.uploads('y', '别的.txt');
  for (const keyword of ['%', '100%', '_', "it's", 'a+b', '完成_最终']) assert.equal((await search(own, keyword)).length, 1, keyword);
  for (const keyword of ['%%', '&', "' or true --", '\\', '()']) assert.deepEqual(await search(own, keyword), [], keyword);
});

test('what is found can be ordered by name, time and size, either way; folders come last by size, and by relevance the best is first', async () => {
  const person = await company.person();
  const sizes = { 'sorted 10.txt': 30, 'sorted 9.txt': 10, 'the sorted 1.txt': 20 };
  for (const [name, size] of Object.entries(sizes)) await person.uploads('x'.repeat(size), name);
  await person.folder('sorted folder');
  const order = async (sortField: 'relevance' | 'name' | 'time' | 'size', sortOrder?: 'asc' | 'desc') =>
    (
      await person.call(calls.search.searchInstancePage, { page: 1, keyword: 'sorted', sortField, ...(sortOrder && { sortOrder }) })
    ).items.map((item) => item.instanceName);
  const byName = ['sorted 9.txt', 'sorted 10.txt', 'sorted folder', 'the sorted 1.txt'];
  assert.deepEqual(await order('name'), byName);
  assert.deepEqual(await order('name', 'desc'), byName.toReversed());
  const byTime = ['sorted folder', 'the sorted 1.txt', 'sorted 9.txt', 'sorted 10.txt'];
  assert.deepEqual(await order('time'), byTime);
  assert.deepEqual(await order('time', 'asc'), byTime.toReversed());
  const bySize = ['sorted 10.txt', 'the sorted 1.txt', 'sorted 9.txt'];
  assert.deepEqual(await order('size'), [...bySize, 'sorted folder']);
  assert.deepEqual(await order('size', 'asc'), [...bySize.toReversed(), 'sorted folder']);
  assert.equal((await order('relevance')).at(-1), 'the sorted 1.txt');
});

test('where many match, a caller finds of them what they may, each name compared, and all can be ordered by name', async () => {
  const [giver, receiver] = [await company.person(), await company.person()];
  const tree = (instanceName: string, names: readonly string[]) =>
    giver.call(calls.instance.batchCreateFolder, {
      parentId: giver.rootId,
      instanceName,
      children: names.map((name) => ({ instanceName: name })),
    });
  const all = Array.from({ length: 120 }, (_, n) => `月度报告 ${n}`);
  await tree('自己的', all);
  // The last one has each two characters of the word, but not the word.
  const given = ['月度报告 甲', '月度报告 乙', '月度 度报 报告'];
  const { instanceId } = await tree('给别人的', given);
  await giver.call(calls.innerSharing.create, { instanceId, members: [{ kind: 'person', id: receiver.userId, role: 'viewOnly' }] });
  assert.deepEqual(await search(receiver, '月度报告'), [given[1], given[0]]);
  const own = await giver.call(calls.search.searchInstancePage, { keyword: '月度报告', sortField: 'name', pageSize: 100 });
  assert.equal(own.total, 123);
  assert.deepEqual(own.items.slice(1, 4).map((item) => item.instanceName), ['月度报告 0', '月度报告 1', '月度报告 2']); // prettier-ignore
  assert.equal((await quick(giver, '月度报告')).folders.length, 6);
});
