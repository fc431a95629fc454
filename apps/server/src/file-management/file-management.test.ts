/** Administrators find files in all spaces: compared with a plain search through everything. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { InputOf, ManagedFile } from '@alcove/contract';
import { keysOfKeyword, readNames, readNamesOfBefore } from '../search/index.ts';
import { signInAdmin } from '../repeats/changes.test-support.ts';
import { openCompany, plansOf, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { findByKeys } from './found-queries.ts';
import { pageOfFiles } from './page.ts';

const { adminFile } = calls;
let company: Company;
let admin: Client;
let [owner, other]: Person[] = [];
before(async () => {
  company = await openCompany();
  admin = await signInAdmin(company);
  [owner, other] = [await company.person(), await company.person()];
});
after(() => company.close());

type Filter = InputOf<typeof adminFile.page>;
const page = (filter: Filter) => admin.call(adminFile.page, filter);
const namesOf = (items: readonly ManagedFile[]): string[] => items.map(({ instanceName }) => instanceName);
const find = async (filter: Filter): Promise<string[]> => namesOf((await page(filter)).items);
const keyed = async (): Promise<void> => {
  while ((await readNames(company.database, 500)) > 0);
};

const words = ['薪酬', '薪', 'Payroll', 'PAY', '🚀', '100%', 'a_b', 'hr', '報告', 'ÄRGER', '\\'];
test('a part of a name finds what a plain search through everything finds, with its place, whatever the letters', async () => {
  const group = (await owner!.call(calls.group.createGroup, { groupName: '发布会专项组', preallocatedSize: 1_000_000 })).groupId;
  const folder = await owner!.folder('薪酬 2026');
  const named = [
    '季度薪酬汇总.txt',
    '薪-酬.txt',
    'payroll summary.txt',
    '🚀 launch 100%.txt',
    '100x.txt',
    'a_b.txt',
    'axb.txt',
    'hr报告.txt',
    'Ärger.txt',
  ];
  for (const [at, name] of named.entries()) await owner!.uploads(`file ${at}`, name, at % 2 ? folder.instanceId : owner!.rootId);
  await owner!.uploads('in the group', '薪酬沟通会.txt', group);
  const gone = await other!.folder('旧薪酬');
  await other!.uploads('below what is deleted', '旧薪酬明细.txt', gone.instanceId);
  await other!.call(calls.instance.remove, { instanceIds: [gone.instanceId] });
  const everything = [...named, '薪酬沟通会.txt', '薪酬 2026'];
  for (const round of ['new', 'with keys']) {
    if (round === 'with keys') await keyed();
    for (const word of words) {
      const wanted = everything.filter((name) => name.toLowerCase().includes(word.toLowerCase())).sort();
      assert.deepEqual((await find({ keyword: word })).sort(), wanted, `${word}, ${round}`);
      // The index alone: of a small company the latest items are all.
      const keys = keysOfKeyword(word);
      if (keys.length === 0) continue;
      const { found } = await findByKeys(company.database, keys, { keyword: word }, { candidates: 100, most: 100 });
      assert.deepEqual(found.map(({ name }) => name).sort(), wanted, `${word}, ${round}, by keys`);
    }
  }
  const [item] = (await page({ keyword: '季度薪酬' })).items;
  assert.deepEqual(
    [item!.spaceName, item!.folders, item!.owner.userId, item!.fileSize],
    [`Name of ${owner!.accountName}`, [], owner!.userId, 6],
  );
  const [there] = (await page({ keyword: '沟通会' })).items;
  assert.deepEqual([there!.spaceName, there!.instanceType, there!.owner.userId], ['发布会专项组', '2', owner!.userId]);
  assert.deepEqual((await page({ keyword: 'payroll' })).items[0]!.folders, []);
  assert.deepEqual((await page({ keyword: '薪-酬' })).items[0]!.folders, ['薪酬 2026']);
});

test('names that an earlier release indexed are found by the keys, too, once the job has been there', async () => {
  const { database } = company;
  const { instanceId } = await owner!.uploads('from before', '前朝旧档.txt');
  await keyed();
  await sql`update instance_name set keys = array[1] where instance_id = ${instanceId}`.execute(database);
  const byKeys = async () =>
    (await findByKeys(database, keysOfKeyword('旧档'), { keyword: '旧档' }, { candidates: 100, most: 100 })).found.map(({ name }) => name);
  assert.deepEqual(await byKeys(), []);
  await sql`insert into name_before values ('00000000-0000-0000-0000-000000000000')`.execute(database);
  while ((await readNamesOfBefore(database, 3)) > 0);
  assert.deepEqual(await byKeys(), ['前朝旧档.txt']);
  assert.equal(await readNamesOfBefore(database, 3), 0);
});

test('each filter finds what it says', async () => {
  const person = await company.person();
  const folder = await person.folder('filtered');
  await person.uploads('12345', 'filtered high.txt', folder.instanceId);
  const shared = await person.uploads('1234567', 'filtered shared.png');
  const linked = await person.uploads('123', 'filtered linked.txt');
  await person.call(calls.instance.setSensitivity, { instanceId: folder.instanceId, sensitivity: 'high' });
  await person.call(calls.innerSharing.create, {
    instanceId: shared.instanceId,
    members: [{ kind: 'person', id: other!.userId, role: 'viewOnly' }],
  });
  await person.call(calls.link.createOrUpdate, { instanceIds: [linked.instanceId] });
  const [h, s, l, f] = ['filtered high.txt', 'filtered shared.png', 'filtered linked.txt', 'filtered'];
  const expected: [Filter, string[]][] = [
    [{ ownerId: person.userId }, [h, s, l, f]],
    [{ ownerId: other!.userId }, []],
    [{ instanceType: '1' }, [h, s, l, f]],
    [{ instanceType: '2' }, []],
    [{ classifierId: 'Folder' }, [f]],
    [{ category: 3 }, [h, l]],
    [{ sensitivity: 'high' }, [h, f]],
    [{ sensitivity: 'normal' }, [s, l]],
    [{ shared: true }, [s]],
    [{ linked: true }, [l]],
    [{ linked: false, shared: false }, [h, f]],
    [{ sizeMin: 5 }, [h, s]],
    [{ sizeMin: 4, sizeMax: 5 }, [h]],
    [{ from: '2020-01-01T00:00:00Z' }, [h, s, l, f]],
    [{ to: '2020-01-01T00:00:00Z' }, []],
  ];
  for (const [filter, names] of expected)
    assert.deepEqual((await find({ keyword: 'FILTERED', ...filter })).sort(), names.sort(), JSON.stringify(filter));
  assert.deepEqual((await find({ ownerId: person.userId })).slice(0, 4).sort(), [h, s, l, f].sort());
  const [first] = (await page({ keyword: 'filtered shared' })).items;
  assert.deepEqual([first!.sharedWith, first!.links, first!.sensitivity], [1, 0, 'normal']);
  await assert.rejects(page({ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }), /request: to/);
  await assert.rejects(page({ sizeMin: 2, sizeMax: 1 }), /request: sizeMax/);
});

test('only who holds the item may search', async () => {
  await assert.rejects(owner!.call(adminFile.page, { keyword: '薪' }), refused('NOT_ALLOWED'));
});

test('among 60,000 items no search reads a whole table, and more than 200 results are told', async () => {
  const { database } = company;
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id, updated_at)
      select uuidv7(), p.space_id, p.id, false, '卷宗 ' || n, '卷宗 ' || n, p.creator_id, p.editor_id, now() - n * interval '1 minute'
      from instance p, generate_series(1, 60000) n where p.id = ${other!.rootId}`.execute(transaction);
    // Of all names, few have the keys of a rare word.
    await sql`
      insert into instance_name (instance_id, space_id, keys)
      select id, space_id, case when name = '卷宗 59999' then ${keysOfKeyword('宗 59999')}::int[] else ${keysOfKeyword('卷宗 ')}::int[] end
      from instance i where i.parent_id = ${other!.rootId} and not exists (select from instance_name k where k.instance_id = i.id)`.execute(
      transaction,
    );
  });
  await sql`vacuum analyze instance`.execute(database);
  await sql`vacuum analyze instance_name`.execute(database);
  const rare = await page({ keyword: '宗 59999' });
  assert.deepEqual([namesOf(rare.items), rare.more, rare.since], [['卷宗 59999'], false, null]);
  const frequent = await page({ keyword: '卷宗' });
  assert.deepEqual([frequent.items.length, frequent.more, frequent.since], [200, true, null]);
  assert.equal(frequent.items[0]!.instanceName, '卷宗 1');
  const filters: Filter[] = [
    {},
    { keyword: '宗 59999' },
    { keyword: '卷宗' },
    { keyword: '9' },
    { ownerId: owner!.userId },
    { sensitivity: 'high', ownerId: other!.userId },
    { to: '2020-01-01T00:00:00Z' },
  ];
  for (const filter of filters) {
    const asked = await plansOf(database, (within) => pageOfFiles({ database: within }, adminFile.page.request.parse(filter)));
    for (const { plan } of asked)
      assert.doesNotMatch(
        plan,
        /Seq Scan on (instance|instance_name|space|user_account|file_grant|link)\b/,
        `${JSON.stringify(filter)} ${plan}`,
      );
  }
});
