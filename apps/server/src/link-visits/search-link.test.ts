/** The search of a whole link: what it finds, what it must never tell, and how much it reads. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { InputOf, InstanceId, LinkInstance, LinkPermission } from '@alcove/contract';
import { openLink } from '../links/links.test-support.ts';
import { visits } from '../links/visiting.test-support.ts';
import type { VisitingClient } from '../links/visiting.test-support.ts';
import { readNames } from '../search/index.ts';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { link } = calls;
let company: Company;
let owner: Person;
let shared: InstanceId;
let inner: InstanceId;
before(async () => {
  company = await openCompany();
  owner = await company.person();
  shared = (await owner.folder('发布会')).instanceId;
  inner = (await owner.folder('季度复盘', shared)).instanceId;
  const deepest = await owner.folder('十月', inner);
  await owner.uploads('1', '季度报价.xlsx', shared);
  await owner.uploads('2', '会议纪要 10-28.md', deepest.instanceId);
  const beside = await owner.folder('别的');
  await owner.uploads('3', '会议纪要 机密.md', beside.instanceId);
});
after(() => company.close());

const opens = async (permissions: LinkPermission[] = ['preview'], instanceId = shared): Promise<VisitingClient> =>
  visits(company, await openLink(company.database, { creatorId: owner.userId, instanceId, permissions }));
type Asked = Omit<InputOf<typeof link.queryInstancePage>, 'linkPath'>;
const asks = (visitor: VisitingClient, asked: Asked) => visitor.call(link.queryInstancePage, { linkPath: visitor.linkPath, ...asked });
const namesOf = (items: readonly LinkInstance[]): string[] => items.map(({ instanceName }) => instanceName);
const finds = async (visitor: VisitingClient, keyword: string, more: Asked = {}): Promise<string[]> => {
  const { items, total } = await asks(visitor, { keyword, ...more });
  assert.equal(total, items.length);
  return namesOf(items);
};

test('names are found at any depth, by a part, by pinyin and in spite of a typo, with their place from the link down', async () => {
  const visitor = await opens();
  assert.deepEqual(await finds(visitor, '纪要'), ['会议纪要 10-28.md']);
  assert.deepEqual(await finds(visitor, 'huiyi'), ['会议纪要 10-28.md']);
  assert.deepEqual((await finds(visitor, '季度')).toSorted(), ['季度复盘', '季度报价.xlsx'].toSorted());
  const { items } = await asks(visitor, { keyword: '纪要' });
  assert.deepEqual(items[0]!.parentNames, ['发布会', '季度复盘', '十月']);
  assert.doesNotMatch(JSON.stringify(items), new RegExp(`Name of|${owner.accountName}|${owner.rootId}`));
  assert.deepEqual(await finds(visitor, '没有这个词'), []);
  assert.deepEqual(await finds(visitor, '纪要', { parentId: inner }), ['会议纪要 10-28.md']);
  assert.deepEqual(await finds(visitor, '报价', { parentId: inner }), []);
});

test('nothing outside the link is found, whichever folder is named', async () => {
  const visitor = await opens();
  assert.deepEqual(await finds(visitor, '机密'), []);
  await assert.rejects(asks(visitor, { keyword: '机密', parentId: owner.rootId }), refused('FILE_NOT_FOUND'));
  const one = await opens(['preview'], inner);
  assert.deepEqual(await finds(one, '报价'), []);
  await assert.rejects(asks(one, { keyword: '报价', parentId: shared }), refused('FILE_NOT_FOUND'));
});

test('an upload link finds what its visitor uploaded and nothing else', async () => {
  const visitor = await opens(['upload']);
  assert.deepEqual(await finds(visitor, '季度'), []);
});

test('what is in the bin, and what is highly sensitive or below it, is neither shown nor counted', async () => {
  const folder = await owner.folder('材料');
  const kept = await owner.folder('留下', folder.instanceId);
  const secret = await owner.folder('保密', folder.instanceId);
  await owner.uploads('1', '方案 一.txt', kept.instanceId);
  const second = await owner.uploads('2', '方案 二.txt', kept.instanceId);
  const third = await owner.uploads('3', '方案 三.txt', kept.instanceId);
  await owner.uploads('4', '方案 四.txt', secret.instanceId);
  const visitor = await opens(['download'], folder.instanceId);
  assert.equal((await finds(visitor, '方案')).length, 4);
  await owner.call(calls.instance.remove, { instanceIds: [second.instanceId] });
  await sql`update instance set sensitivity = 'high' where id in (${third.instanceId}, ${secret.instanceId})`.execute(company.database);
  assert.deepEqual(await finds(visitor, '方案'), ['方案 一.txt']);
  await sql`update instance set sensitivity = 'normal' where id = ${third.instanceId}`.execute(company.database);
  await owner.call(calls.instance.remove, { instanceIds: [kept.instanceId] });
  assert.deepEqual(await finds(visitor, '方案'), []);
});

test('of many hits the best are told, with a word that there are more; pages follow each other in the asked order', async () => {
  const folder = await owner.folder('很多');
  const first = await owner.uploads('1', '清单 0000.txt', folder.instanceId);
  await sql`
    insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
    select gen_random_uuid(), space_id, parent_id, true, '清单 ' || lpad(n::text, 4, '0') || '.txt', '清单 ' || lpad(n::text, 4, '0') || '.txt', category, blob_id, size, creator_id, editor_id
    from instance, generate_series(1, 260) n where id = ${first.instanceId}`.execute(company.database);
  while ((await readNames(company.database, 500)) > 0);
  const visitor = await opens(['preview'], folder.instanceId);
  const pages = [];
  for (let page = 1; page <= 5; page += 1) pages.push(await asks(visitor, { keyword: '清单', page, pageSize: 50 }));
  assert.deepEqual(pages.map(({ total, more }) => [total, more]), pages.map(() => [limits.linkFound, true])); // prettier-ignore
  const names = pages.flatMap(({ items }) => namesOf(items));
  assert.equal(new Set(names).size, limits.linkFound);
  assert.deepEqual(names, names.toSorted());
  const reversed = await asks(visitor, { keyword: '清单', sortOrder: 'desc', pageSize: 50 });
  assert.deepEqual(namesOf(reversed.items), names.toReversed().slice(0, 50));
  const few = await asks(visitor, { keyword: '清单 0007' });
  assert.deepEqual([namesOf(few.items), few.total, few.more], [['清单 0007.txt'], 1, undefined]);
});

test('the total of a folder of many items tells nothing of what visitors may not read there, and every page follows', async () => {
  const folder = await owner.folder('更多');
  const first = await owner.uploads('1', 'n 0000.txt', folder.instanceId);
  // Every hundredth has a name that is refused.
  await sql`
    insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
    select gen_random_uuid(), space_id, parent_id, true, made.name, made.name, category, blob_id, size, creator_id, editor_id
    from instance, generate_series(1, 1299) n cross join lateral (select case when n % 100 = 50 then '绝密 ' else 'n ' end || lpad(n::text, 4, '0') || '.txt' as name) made
    where id = ${first.instanceId}`.execute(company.database);
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const { ruleId } = await admin.call(calls.adminDlp.create, { name: '绝密', kind: 'pattern', value: '^绝密', action: 'refuse' });
  const visitor = await opens(['preview'], folder.instanceId);
  const page = async (number: number) => {
    const { items, total, more } = await asks(visitor, { page: number, pageSize: 100 });
    return [items.length, total, more ?? false];
  };
  assert.deepEqual(await page(1), [100, 1000, true]);
  assert.deepEqual(await page(10), [100, 1000, true]);
  assert.deepEqual(await page(13), [87, 1287, false]);
  const content = await visitor.call(link.queryAttribute, { linkPath: visitor.linkPath });
  assert.deepEqual([content.items, content.moreItems], [1000, true]);
  const names = (await Promise.all([1, 2, 11, 12, 13].map((number) => asks(visitor, { page: number, pageSize: 100 })))).flatMap(({ items }) => namesOf(items)); // prettier-ignore
  assert.deepEqual([names.length, new Set(names).size, names.filter((name) => name.startsWith('绝密'))], [487, 487, []]);
  await admin.call(calls.adminDlp.remove, { ruleId });
  assert.deepEqual((await asks(visitor, { page: 1, pageSize: 100 })).total, 1300);
});
