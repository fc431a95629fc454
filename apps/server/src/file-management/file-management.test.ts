/** Administrators find files in all spaces, as a plain search through everything does, look into them for a reason, and manage them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { AdminItem, Call, InputOf, InstanceId, ItemOutcome, ManagedFile, Preview, ReadyPreview } from '@alcove/contract';
import { newId } from '../ids.ts';
import { keysOfKeyword, readNames, readNamesOfBefore } from '../search/index.ts';
import { signInAdmin } from '../repeats/changes.test-support.ts';
import { openCompany, plansOf, refused } from '../testing/index.ts';
import type { Client, Company, Person, Reply } from '../testing/index.ts';
import { allFacts, findByKeys } from './found-queries.ts';
import { deleteEndedLooks } from './look-queries.ts';
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
      const { found } = await findByKeys(company.database, keys, { keyword: word }, allFacts, { candidates: 100, most: 100 });
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
    (await findByKeys(database, keysOfKeyword('旧档'), { keyword: '旧档' }, allFacts, { candidates: 100, most: 100 })).found.map(
      ({ name }) => name,
    );
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

const file = (content: string, name: string, parentId?: string) => owner!.uploads(content, name, ...(parentId ? [parentId] : []));
/** A person with a role that has these items, an ordinary one. */
async function officer(...adminItems: AdminItem[]): Promise<Person & { roleId: string }> {
  const person = await company.person();
  const { roleId } = await admin.call(calls.adminRole.create, {
    name: `files ${person.accountName.slice(-12)}`,
    type: 'ordinary',
    adminItems,
    fileItems: [],
  });
  await gives(person, roleId);
  return Object.assign(person, { roleId });
}
async function gives(person: Person, ...roleIds: string[]): Promise<void> {
  const { items } = await admin.call(calls.adminRole.page, {});
  const employee = items.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [employee, ...roleIds] });
}
const reason = { reason: 'incident', grounds: 'Ticket 2026-118: 核对发放记录' } as const;
const looks = (by: Client, instanceId: string, more: object = reason) =>
  by.call(adminFile.look, { instanceId: instanceId as InstanceId, ...more });
async function previews(by: Client, of: { instanceId: InstanceId; lookId: string }): Promise<ReadyPreview> {
  const shown: Preview = await by.call(adminFile.preview, of);
  if (shown.kind !== 'preparing') return shown;
  await sleep(50);
  return previews(by, of);
}
const noticesOf = async (person: Person, kind: string) =>
  (await person.call(calls.notice.page, { pageSize: 100 })).items.filter((notice) => notice.kind === kind);
const entriesOf = async (instanceId: string) =>
  (
    await sql<{ action: string; result: number; detail: Record<string, unknown> | null; person_id: string }>`
      select action, result, detail, person_id from audit_log where object_id = ${instanceId} and action like 'adminFile.%' order by id`.execute(
      company.database,
    )
  ).rows;

test('a file opens for a reason, the owner is told at once, and the log has the reason and each look', async () => {
  const looker = await officer('files.view', 'files.look', 'files.download');
  const { instanceId } = await file('salaries', '薪资明细.txt');
  for (const [more, field] of [
    [{}, 'reason'],
    [{ reason: 'other', grounds: 'too short' }, 'grounds'],
  ] as const) {
    const refusedLook = await looker.ask(adminFile.look, { instanceId, ...more });
    assert.deepEqual([refusedLook.errcode, refusedLook.field], [150045, field]);
  }
  const { lookId, told } = await looks(looker, instanceId);
  assert.equal(told, true);
  const [notice] = await noticesOf(owner!, 'fileLooked');
  assert.deepEqual(notice!.data, {
    by: { userId: looker.userId, name: `Name of ${looker.accountName}` },
    instanceId,
    instanceName: '薪资明细.txt',
    ...reason,
    downloads: false,
  });
  const shown = await previews(looker, { instanceId, lookId });
  assert.equal(await (await fetch(shown.url)).text(), 'salaries');
  const people = await looker.call(adminFile.access, { instanceId, lookId });
  assert.deepEqual(
    people.items.map(({ subject, takeBack }) => [subject.id, takeBack]),
    [[owner!.userId, null]],
  );
  // It is for looking, and nothing of it counts elsewhere.
  await assert.rejects(looker.call(adminFile.download, { instanceId, lookId }), refused('LOOK_ENDED'));
  await assert.rejects(looker.call(calls.download.preview, { instanceId }), refused('FILE_NOT_FOUND'));
  const other = await file('other', '别的薪资.txt');
  for (const call of [adminFile.preview, adminFile.access]) {
    await assert.rejects(looker.call(call, { instanceId: other.instanceId, lookId }), refused('LOOK_ENDED'));
    await assert.rejects(admin.call(call, { instanceId, lookId }), refused('LOOK_ENDED'));
  }
  await company.configures('lookGroundsLength', 200);
  assert.match((await looker.ask(adminFile.look, { instanceId, ...reason })).errmsg, /200/);
  await company.configures('lookGroundsLength', undefined);
  await company.configures('lookMinutes', 3);
  const taken = await looks(looker, instanceId, { ...reason, downloads: true });
  assert.ok(Math.abs(Date.parse(taken.expireTime) - Date.now() - 180_000) < 20_000, taken.expireTime);
  assert.deepEqual((await looker.call(adminFile.page, { keyword: '薪资明细' })).looks, { minutes: 3, least: 10 });
  await company.configures('lookMinutes', undefined);
  const { url, fileName } = await looker.call(adminFile.download, { instanceId, lookId: taken.lookId });
  assert.deepEqual([fileName, await (await fetch(url)).text()], ['薪资明细.txt', 'salaries']);
  assert.deepEqual(
    (await entriesOf(instanceId)).filter(({ result }) => result === 0).map(({ action }) => action),
    ['look', 'preview', 'access', 'look', 'download'].map((name) => `adminFile.${name}`),
  );
  const [entry] = (await entriesOf(instanceId)).filter(({ result }) => result === 0);
  assert.deepEqual(entry!.detail, { ...reason, downloads: false, told: true });
});

test('only an advanced administrator with a reason of law looks without the owner being told, and the log says so', async () => {
  const ordinary = await officer('files.look');
  const { instanceId } = await file('law', '法务.txt');
  const law = { reason: 'law', grounds: 'Legal request 2026-7, sealed' } as const;
  assert.equal((await looks(ordinary, instanceId, law)).told, true);
  assert.equal((await looks(admin, instanceId, law)).told, false);
  assert.equal((await looks(admin, instanceId)).told, true);
  assert.equal(
    (await noticesOf(owner!, 'fileLooked')).filter(({ data }) => 'instanceId' in data && data.instanceId === instanceId).length,
    2,
  );
  assert.deepEqual(
    (await entriesOf(instanceId)).map(({ detail }) => [detail!.reason, detail!.told]),
    [
      ['law', true],
      ['law', false],
      ['incident', true],
    ],
  );
});

test('what is one’s own needs no reason, as long as one may open it by one’s own right; a leader is told of the group', async () => {
  const looker = await officer('files.look');
  const mine = await looker.uploads('mine', 'mine.txt');
  assert.equal((await looks(looker, mine.instanceId, {})).told, false);
  const group = (await owner!.call(calls.group.createGroup, { groupName: '离开的组', preallocatedSize: 1_000_000 })).groupId;
  await owner!.call(calls.group.addMembers, { groupId: group, members: [{ kind: 'person', id: looker.userId, level: 'edit' }] });
  const { instanceId } = await looker.uploads('made in a group', 'made.txt', group);
  await looks(looker, instanceId, {});
  await owner!.call(calls.group.removeMembers, { groupId: group, members: [{ kind: 'person', id: looker.userId }] });
  await assert.rejects(looks(looker, instanceId, {}), refused('LOOK_REASON_MISSING'));
  await looks(looker, instanceId);
  const [notice] = await noticesOf(owner!, 'fileLooked');
  assert.equal('instanceId' in notice!.data && notice!.data.instanceId, instanceId);
});

test('a folder opens for a reason with all below it, wherever it is in its space, and nothing beside it does', async () => {
  const looker = await officer('files.look', 'files.download');
  const above = await owner!.folder('看的上级');
  const looked = await owner!.folder('看的文件夹', above.instanceId);
  const deeper = await owner!.folder('更深', looked.instanceId);
  const below = await file('deep down', '深处.txt', deeper.instanceId);
  const beside = await file('beside', '旁边.txt', above.instanceId);
  const { lookId } = await looks(looker, looked.instanceId, { ...reason, downloads: true });
  const list = async (instanceId: InstanceId) =>
    (await looker.call(adminFile.list, { instanceId, lookId })).items.map(({ instanceName }) => instanceName);
  assert.deepEqual([await list(looked.instanceId), await list(deeper.instanceId)], [['更深'], ['深处.txt']]);
  assert.equal(await (await fetch((await previews(looker, { instanceId: below.instanceId, lookId })).url)).text(), 'deep down');
  const { url } = await looker.call(adminFile.download, { instanceId: below.instanceId, lookId });
  assert.equal(await (await fetch(url)).text(), 'deep down');
  const [notice] = await noticesOf(owner!, 'fileLooked');
  assert.equal('instanceId' in notice!.data && notice!.data.instanceId, looked.instanceId);
  assert.deepEqual(
    (await entriesOf(deeper.instanceId)).map(({ action }) => action),
    ['adminFile.list'],
  );
  await assert.rejects(looker.call(adminFile.list, { instanceId: above.instanceId, lookId }), refused('LOOK_ENDED'));
  await assert.rejects(looker.call(adminFile.preview, { instanceId: beside.instanceId, lookId }), refused('LOOK_ENDED'));
  await assert.rejects(looker.call(calls.instance.page, { parentId: looked.instanceId }), refused('FILE_NOT_FOUND'));
  await assert.rejects(looker.call(adminFile.list, { instanceId: below.instanceId, lookId }), refused('NOT_A_FOLDER'));
  // Where the folder above is within its space does not matter.
  const elsewhere = await owner!.folder('别处');
  await owner!.call(calls.instance.move, { instanceIds: [above.instanceId], targetParentId: elsewhere.instanceId });
  assert.deepEqual(await list(deeper.instanceId), ['深处.txt']);
});

interface Looked {
  looker: Person & { roleId: string };
  above: InstanceId;
  instanceId: InstanceId;
  lookIds: string[];
}

test('a look ends with the right, the session, the account, the term, a move and the bin, also for what is being sent', async () => {
  const { database } = company;
  const folder = await owner!.folder('elsewhere');
  const group = (await owner!.call(calls.group.createGroup, { groupName: '另一空间', preallocatedSize: 1_000_000 })).groupId;
  const moves = (instanceId: InstanceId, targetParentId: string) =>
    owner!.call(calls.instance.move, { instanceIds: [instanceId], targetParentId: targetParentId as InstanceId });
  const ends: Record<string, (of: Looked) => Promise<unknown>> = {
    'the right': ({ looker }) => gives(looker),
    'the account': ({ looker }) => admin.call(calls.adminUser.freeze, { userIds: [looker.userId] }),
    'the session': ({ looker }) => looker.call(calls.user.logout, {}),
    'the term': ({ lookIds }) => sql`update file_look set expires_at = now() where id = any(${lookIds}::uuid[])`.execute(database),
    'a move': ({ instanceId }) => moves(instanceId, folder.instanceId),
    'a move of a folder above to another space': ({ above }) => moves(above, group),
    'the bin': ({ instanceId }) => owner!.call(calls.instance.remove, { instanceIds: [instanceId] }),
    'the bin of a folder above': ({ above }) => owner!.call(calls.instance.remove, { instanceIds: [above] }),
  };
  for (const [what, end] of Object.entries(ends)) {
    const looker = await officer('files.look', 'files.download');
    const above = (await owner!.folder(`above ${what}`)).instanceId;
    const inside = (await owner!.folder('inside', above)).instanceId;
    const { instanceId } = await file(`ends with ${what}`, `ends with ${what}.txt`, inside);
    const lookIds = [instanceId, inside].map(async (id) => (await looks(looker, id, { ...reason, downloads: true })).lookId);
    const of = { looker, above, instanceId, lookIds: await Promise.all(lookIds) };
    const urls = await Promise.all(of.lookIds.map(async (lookId) => (await looker.call(adminFile.download, { instanceId, lookId })).url));
    for (const url of urls) assert.equal((await fetch(url)).status, 200, what);
    await end(of);
    for (const lookId of of.lookIds)
      for (const call of [adminFile.preview, adminFile.download])
        assert.notEqual((await looker.ask(call, { instanceId, lookId })).errcode, 0, what);
    // What a link may do is asked again within a second.
    const until = Date.now() + 10_000;
    for (const url of urls)
      while ((await fetch(url)).status !== 403) {
        assert.ok(Date.now() < until, `the link outlives ${what}`);
        await sleep(100);
      }
  }
  await deleteEndedLooks(database, 1000);
  assert.deepEqual((await sql`select from file_look where expires_at < now()`.execute(database)).rows, []);
});

test('who does not hold an item may do nothing by it', async () => {
  const nobody = await officer('files.view');
  const { instanceId } = await file('closed', 'closed.txt');
  const lookId = (await looks(admin, instanceId, { ...reason, downloads: true })).lookId;
  const asked: [Call, object][] = [
    [adminFile.look, { instanceId, ...reason }],
    [adminFile.list, { instanceId, lookId }],
    [adminFile.preview, { instanceId, lookId }],
    [adminFile.download, { instanceId, lookId }],
    [adminFile.access, { instanceId, lookId }],
    [adminFile.remove, { instanceIds: [instanceId] }],
    [adminFile.setSensitivity, { instanceIds: [instanceId], sensitivity: 'high' }],
    [adminFile.endSharing, { instanceIds: [instanceId], what: 'links' }],
  ];
  for (const [call, fields] of asked) assert.equal((await nobody.ask(call, fields)).errcode, 101006, call.name);
  // To download needs its own item.
  const looker = await officer('files.look');
  assert.equal((await looker.ask(adminFile.look, { instanceId, ...reason, downloads: true })).errcode, 101006);
  assert.equal((await owner!.call(calls.instance.queryInstanceDetail, { instanceId })).sensitivity, 'normal');
});

const outcomes = (of: readonly ItemOutcome[]): (number | 'done')[] => of.map((one) => (one.done ? 'done' : one.errcode));
test('what an administrator deletes goes to the bin of its space, its owner is told and can restore it, and a repeat does nothing', async () => {
  const remover = await officer('files.remove');
  const folder = await owner!.folder('to be removed');
  const { instanceId } = await file('in it', 'in it.txt', folder.instanceId);
  const ids = [folder.instanceId, instanceId, owner!.rootId];
  assert.deepEqual(outcomes(await remover.call(adminFile.remove, { instanceIds: ids })), [
    'done',
    instanceId < folder.instanceId ? 'done' : 90000,
    90000,
  ]);
  assert.deepEqual(outcomes(await remover.call(adminFile.remove, { instanceIds: [folder.instanceId] })), [90000]);
  const told = await noticesOf(owner!, 'fileRemoved');
  assert.ok(told.some(({ data }) => 'instanceName' in data && data.instanceName === 'to be removed'));
  const entry = (await owner!.call(calls.recycle.page, { pageSize: 100 })).items.find((one) => one.instanceId === folder.instanceId)!;
  await owner!.call(calls.recycle.restore, { recycleIds: [entry.recycleId] });
  assert.ok((await owner!.names()).includes('to be removed'));
});

test('two administrators who delete the same at once delete it once, and who loses the right meanwhile nothing', async () => {
  const [one, two] = [await officer('files.remove'), await officer('files.remove')];
  const { instanceId } = await file('once', 'once.txt');
  const both = await Promise.all([one, two].map((by) => by.call(adminFile.remove, { instanceIds: [instanceId] })));
  assert.deepEqual(both.flatMap(outcomes).sort(), [90000, 'done']);
  const kept = await file('kept', 'kept.txt');
  let asked: Promise<Reply> | undefined;
  await company.database.transaction().execute(async (transaction) => {
    await sql`select from instance where id = ${kept.instanceId} for update`.execute(transaction);
    asked = one.ask(adminFile.remove, { instanceIds: [kept.instanceId] });
    for (const end = Date.now() + 20_000; !(await waitsForLock()); await sleep(5)) assert.ok(Date.now() < end, 'it waits for nothing');
    await gives(one);
  });
  assert.equal((await asked!).errcode, 101006);
  assert.ok((await owner!.names()).includes('kept.txt'));
});
const waitsForLock = async (): Promise<boolean> =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`.execute(
      company.database,
    )
  ).rows.length > 0;

test('a level is set up and down on several items, and one that is high ends the links above', async () => {
  const setter = await officer('files.sensitivity');
  const [first, second] = [await file('first', 'level one.txt'), await file('second', 'level two.txt')];
  await owner!.call(calls.link.createOrUpdate, { instanceIds: [first.instanceId] });
  const ids = [first.instanceId, second.instanceId, newId<InstanceId>()];
  assert.deepEqual(outcomes(await setter.call(adminFile.setSensitivity, { instanceIds: ids, sensitivity: 'high' })), [
    'done',
    'done',
    90000,
  ]);
  assert.deepEqual(await find({ keyword: 'level ', sensitivity: 'high' }).then((names) => names.sort()), [
    'level one.txt',
    'level two.txt',
  ]);
  assert.equal((await page({ keyword: 'level one' })).items[0]!.links, 0);
  assert.equal((await noticesOf(owner!, 'linkEnded')).length, 1);
  await setter.call(adminFile.setSensitivity, { instanceIds: [first.instanceId], sensitivity: 'normal' });
  assert.deepEqual(await find({ keyword: 'level one', sensitivity: 'normal' }), ['level one.txt']);
});

test('shares and links end each by themselves, and givers and receivers are told', async () => {
  const ender = await officer('files.endSharing');
  const { instanceId } = await file('given', 'given away.txt');
  await owner!.call(calls.innerSharing.create, { instanceId, members: [{ kind: 'person', id: other!.userId, role: 'viewOnly' }] });
  await owner!.call(calls.link.createOrUpdate, { instanceIds: [instanceId] });
  const given = async () => {
    const [item] = (await page({ keyword: 'given away' })).items;
    return [item!.sharedWith, item!.links];
  };
  assert.deepEqual(await given(), [1, 1]);
  await ender.call(adminFile.endSharing, { instanceIds: [instanceId], what: 'shares' });
  assert.deepEqual(await given(), [0, 1]);
  await assert.rejects(other!.call(calls.download.preview, { instanceId }), refused('FILE_NOT_FOUND'));
  await ender.call(adminFile.endSharing, { instanceIds: [instanceId], what: 'links' });
  assert.deepEqual(await given(), [0, 0]);
  const names = (notices: Awaited<ReturnType<typeof noticesOf>>) =>
    notices.filter(({ data }) => 'instanceName' in data && data.instanceName === 'given away.txt').length;
  assert.deepEqual(
    [
      names(await noticesOf(owner!, 'shareEnded')),
      names(await noticesOf(owner!, 'linkWithdrawn')),
      names(await noticesOf(other!, 'shareWithdrawn')),
    ],
    [1, 1, 1],
  );
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
