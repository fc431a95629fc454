/**
 * A group that is being dissolved can be read and copied from until its end, but not changed, because new content would be removed with it.
 * Every call that changes something in it is refused, and works again once the dissolution is canceled.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, failures, limits } from '@alcove/contract';
import type { GroupId } from '@alcove/contract';
import { lockTrees } from '../files/index.ts';
import { placeChanges, refusalOf, stateOf } from '../permission/place-changes.test-support.ts';
import type { SharedPlace } from '../permission/place-changes.test-support.ts';
import { freshBytes, openCompany, placingTasks, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { group } = calls;
const dissolving: number | string = failures.GROUP_DISSOLVING.errcode;

let company: Company;
let [leader, member, other, stranger]: Person[] = [];
let groupId: GroupId;
before(async () => {
  company = await openCompany();
  [leader, member, other, stranger] = [await company.person(), await company.person(), await company.person(), await company.person()];
  groupId = (await leader!.call(group.createGroup, { groupName: 'ends', preallocatedSize: 1_000_000_000 })).groupId;
  await leader!.call(group.addMembers, {
    groupId,
    members: [
      { kind: 'person', id: member!.userId, level: 'manager' },
      { kind: 'person', id: other!.userId, level: 'viewOnly' },
    ],
  });
});
after(() => company.close());

const dissolve = (cancel = false) => leader!.call(group.dissolveGroup, { groupId, cancel });
const folderFor = async (name: string): Promise<SharedPlace> => {
  const folderId = (await leader!.folder(name, groupId)).instanceId;
  return { company, leader: leader!, member: member!, other: other!, stranger: stranger!, groupId, folderId };
};
const room = async () =>
  company.database.selectFrom('space').select(['used_bytes', 'reserved_bytes']).where('id', '=', groupId).executeTakeFirstOrThrow();

/** Access that was given can always be removed. */
const stillDone = ['innerSharing.remove', 'link.remove'];
/** These need an open upload, and those were aborted. */
const begunAnew = ['instance.upload', 'instance.upload as a version', 'instance.uploads'];

/** These only make a reservation. */
const begins = ['instance.checkUploadAble', 'instance.checkUploads'];

test('every call that changes something in a group that ends is refused, and goes through once that is cancelled', async (context) => {
  for (const name of Object.keys(placeChanges))
    await context.test(name, async () => {
      const place = await folderFor(`for ${name}`);
      const { call, fields } = await placeChanges[name]!(place);
      const before = await stateOf(place);
      await dissolve();
      const reply = await member!.ask(call, fields as never).finally(() => dissolve(true));
      assert.ok(reply.status < 500, `${reply.status} ${reply.errmsg}`);
      if (stillDone.includes(name)) assert.equal(refusalOf(reply), null);
      else {
        assert.ok([dissolving, 'nothing to tell'].includes(refusalOf(reply)!), `${refusalOf(reply)} ${JSON.stringify(reply)}`);
        assert.deepEqual(await stateOf(place), before);
      }
      if (stillDone.includes(name) || begunAnew.includes(name)) return;
      const again = await member!.ask(call, fields as never);
      assert.ok([null, 'nothing to tell'].includes(refusalOf(again) as never), JSON.stringify(again));
      if (!begins.includes(name)) assert.notDeepEqual(await stateOf(place), before);
    });
});

test('its leader changes nothing of it either, and what they may do is not offered', async () => {
  const { folderId } = await folderFor('of the leader');
  const file = await leader!.uploads('kept', 'kept.txt', folderId);
  await leader!.call(calls.instance.remove, { instanceIds: [(await leader!.folder('deleted', folderId)).instanceId] });
  await dissolve();
  await assert.rejects(leader!.folder('new', folderId), refused('GROUP_DISSOLVING'));
  const { items } = await leader!.call(calls.instance.page, { parentId: folderId });
  assert.deepEqual(
    ['upload', 'rename', 'move', 'delete', 'tag', 'comment', 'share'].filter((item) => items[0]!.fileAuth.includes(item as never)),
    [],
  );
  const bin = async () => (await leader!.call(calls.recycle.page, { instanceType: '2' })).items;
  assert.ok((await bin()).length > 0);
  assert.ok((await bin()).every(({ removable }) => !removable));
  assert.equal((await leader!.call(calls.recycle.clear, { instanceType: '2' })).removed, 0);
  await dissolve(true);
  assert.ok((await bin()).every(({ removable }) => removable));
  await leader!.call(calls.instance.remove, { instanceIds: [file.instanceId] });
});

test('reading goes on while a group ends: opening, downloading, searching its history, copying out of it, starring', async () => {
  const { folderId } = await folderFor('read');
  const file = await leader!.uploads('first', 'read.txt', folderId);
  await leader!.uploads('second', 'read.txt', folderId, 'version');
  await leader!.call(calls.comment.create, { instanceId: file.instanceId, text: 'said before' });
  await dissolve();
  assert.deepEqual(await member!.names(folderId), ['read.txt']);
  assert.equal((await member!.downloads(file.instanceId)).toString(), 'second');
  assert.equal((await member!.call(calls.version.list, { instanceId: file.instanceId })).items.length, 2);
  assert.equal((await member!.call(calls.comment.list, { instanceId: file.instanceId })).items.length, 1);
  await member!.call(calls.favourite.create, { instanceIds: [file.instanceId] });
  const [copied] = await member!.call(calls.instance.copy, { instanceIds: [file.instanceId], targetParentId: member!.rootId });
  assert.equal(copied!.done, true);
  assert.ok((await member!.call(calls.explain.queryAccess, { instanceId: file.instanceId })).items.length > 0);
  await dissolve(true);
});

test('an upload that was under way holds no room in a group that ends, and its parts go', async () => {
  const { folderId } = await folderFor('under way');
  const before = await room();
  const uploads = await Promise.all(
    [leader!, member!].map((who) => Upload.begin(who, freshBytes(300_000), { name: `of ${who.userId}`, parentId: folderId })),
  );
  uploads.push(await Upload.begin(member!, freshBytes(3000), { name: 'small', parentId: folderId }));
  for (const upload of uploads) await upload.deliver();
  assert.equal((await room()).reserved_bytes, before.reserved_bytes + 600_000);
  await dissolve();
  assert.deepEqual(await room(), before);
  for (const upload of uploads) await assert.rejects(upload.save(), refused('GROUP_DISSOLVING'));
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from object_removal where object_key = any(${uploads.map(({ plan }) => plan.objectKey)})`.execute(
    company.database,
  );
  assert.equal(rows[0]!.n, 3, 'what was sent is to be removed');
  await dissolve(true);
});

test('a task at work that copies into a group that ends meanwhile says why it stops, and gives the room back', async () => {
  const { folderId } = await folderFor('of a task');
  const tree = await member!.folder('large');
  const seed = await member!.uploads(freshBytes(2000), 'seed.bin', tree.instanceId);
  await sql`
    with seed as (select * from instance where id = ${seed.instanceId}), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select gen_random_uuid(), space_id, parent_id, true, 'f ' || n, 'f ' || n, category, blob_id, size, creator_id, editor_id
      from seed, generate_series(1, ${limits.rowsPerCall}::int) n returning id, blob_id, size, creator_id
    ), charged as (update space set used_bytes = used_bytes + (select sum(size) from made) where id = (select space_id from seed))
    insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`.execute(
    company.database,
  );
  const before = await room();
  const task = async () => (await placingTasks(member!))[0];
  await company.database.transaction().execute(async (transaction) => {
    await lockTrees(transaction, [groupId]);
    const [sent] = await member!.call(calls.instance.copy, { instanceIds: [tree.instanceId], targetParentId: folderId });
    assert.ok(sent?.done && 'taskId' in sent);
    assert.ok((await room()).reserved_bytes > before.reserved_bytes);
    for (const end = Date.now() + 10_000; ((await task())?.done ?? 0) < limits.rowsPerCall; await sleep(5))
      assert.ok(Date.now() < end, 'it does not get to where it waits');
    await dissolve();
  });
  for (const end = Date.now() + 10_000; !(await task())?.endTime; await sleep(20)) assert.ok(Date.now() < end, 'it does not end');
  assert.equal((await task())!.failed[0]!.code, 'GROUP_DISSOLVING');
  assert.deepEqual(await room(), before);
  await dissolve(true);
  assert.deepEqual(await leader!.names(folderId), []);
});
