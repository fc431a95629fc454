import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { InputOf } from '@alcove/contract';
import { cpuSince, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const collect = (of: Person, ...instanceIds: string[]) => of.call(calls.favourite.create, { instanceIds });
const page = (of: Person, input: InputOf<typeof calls.favourite.page> = {}) => of.call(calls.favourite.page, input);
const names = async (of: Person, input: InputOf<typeof calls.favourite.page> = {}) =>
  (await page(of, input)).items.map(({ instance }) => instance.instanceName);

test('favourites of every space are one list, sorted, paged and filtered, and every answer tells the star', async () => {
  const person = await company.person();
  const folder = await person.folder('b 夹');
  const files = [await person.uploads('1', 'a.txt', folder.instanceId), await person.uploads('22', 'c.png')];
  const group = await person.call(calls.group.createGroup, { groupName: `组 ${randomUUID()}`, preallocatedSize: 1_000_000 });
  const inGroup = await person.uploads('333', 'd.txt', group.groupId);
  for (const item of [folder, ...files, inGroup]) await collect(person, item.instanceId);
  await collect(person, folder.instanceId);
  assert.deepEqual(await names(person), ['d.txt', 'c.png', 'a.txt', 'b 夹']);
  assert.deepEqual(await names(person, { sortField: 'instanceName', sortOrder: 'asc' }), ['a.txt', 'b 夹', 'c.png', 'd.txt']);
  assert.deepEqual(await names(person, { sortField: 'fileSize', page: 1, pageSize: 10 }), ['d.txt', 'c.png', 'a.txt', 'b 夹']);
  assert.deepEqual(await names(person, { keyword: 'TXT' }), ['d.txt', 'a.txt']);
  assert.deepEqual(await names(person, { category: 1 }), ['c.png']);
  assert.deepEqual(await names(person, { classifierId: 'Folder' }), ['b 夹']);
  const listed = await person.call(calls.instance.page, { parentId: person.rootId });
  assert.deepEqual(
    listed.items.map(({ collected }) => collected),
    [true, true],
  );
  const other = await company.person();
  assert.equal((await page(other)).total, 0);
});

test('what is deleted or hidden meanwhile is neither shown nor counted, and is there again when it comes back', async () => {
  const [owner, person] = [await company.person(), await company.person()];
  const folder = await owner.folder('共享');
  const file = await owner.uploads('x', '共享.txt', folder.instanceId);
  const own = await person.folder('own');
  const inner = await person.uploads('y', 'inner.txt', own.instanceId);
  await owner.call(calls.innerSharing.create, {
    instanceId: folder.instanceId,
    members: [{ kind: 'person', id: person.userId, role: 'viewOnly' }],
  });
  const [share] = (await person.call(calls.innerSharing.page, { side: 'received' })).items;
  const through = { fileSharingId: share!.fileSharingId };
  await person.call(calls.favourite.create, { instanceIds: [file.instanceId], ...through });
  await collect(person, inner.instanceId);
  const shown = (await page(person)).items.find(({ instance }) => instance.instanceId === file.instanceId)!.instance;
  assert.deepEqual([shown.fileSharingId, shown.collected, shown.parentNames], [share!.fileSharingId, true, ['共享']]);

  await person.call(calls.instance.remove, { instanceIds: [own.instanceId] });
  assert.equal((await page(person)).total, 1);
  await sql`update file_grant set role = 'forbidden' where instance_id = ${folder.instanceId}`.execute(company.database);
  assert.deepEqual(await page(person), { total: 0, page: 1, pageSize: 20, items: [] });
  await person.call(calls.instance.undoRemove, { instanceIds: [own.instanceId] });
  assert.deepEqual(await names(person), ['inner.txt']);
});

test('each item of several succeeds or fails on its own, and who takes off what is not there learns nothing', async () => {
  const [owner, person] = [await company.person(), await company.person()];
  const hidden = await owner.uploads('x', 'hidden.txt');
  const own = await person.uploads('x', 'own.txt');
  const outcomes = await collect(person, hidden.instanceId, own.instanceId, randomUUID());
  assert.deepEqual(
    outcomes.map((one) => (one.done ? 'done' : one.code)),
    ['FILE_NOT_FOUND', 'done', 'FILE_NOT_FOUND'],
  );
  const off = await person.call(calls.favourite.remove, { instanceIds: [hidden.instanceId, own.instanceId, randomUUID()] });
  assert.ok(off.every(({ done }) => done));
  assert.equal((await page(person)).total, 0);
});

test('nobody has more than the limit, however they ask', async () => {
  const person = await company.person();
  await sql`
    insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
    select gen_random_uuid(), space_id, id, false, 'n' || n, 'n' || n, creator_id, creator_id from instance, generate_series(1, ${limits.favourites}) as n where id = ${person.rootId}`.execute(
    company.database,
  );
  await sql`insert into favourite (user_id, instance_id) select ${person.userId}, id from instance where parent_id = ${person.rootId} limit ${limits.favourites - 1}`.execute(
    company.database,
  );
  const more = await Promise.all([person.folder('x'), person.folder('y')]);
  const replies = await Promise.all(more.map(({ instanceId }) => person.ask(calls.favourite.create, { instanceIds: [instanceId] })));
  assert.equal(replies.filter(({ errcode }) => errcode === 0).length, 1);
  const cpu = cpuSince();
  assert.equal((await page(person, { pageSize: 100 })).total, limits.favourites);
  assert.ok(cpu() < 2000);
  await assert.rejects(collect(person, more[0]!.instanceId, more[1]!.instanceId), refused('FAVOURITES_FULL'));
});
