import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { allCalls, calls, encodeName, failures } from '@alcove/contract';
import type { FileRole, InstanceId, ItemOutcome, UploadPlan } from '@alcove/contract';
import { putGrants } from '../permission/index.ts';
import { Upload, checkFields, freshBytes, instantFields, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { detailOf, ends, errcodeOf, group, listOf, member, namesOf, shares, uploadsThrough } from './sharing.test-support.ts';

const { innerSharing, instance } = calls;
let company: Company;
let [giver, receiver, third]: Person[] = [];
let folder: InstanceId;
let file: InstanceId;
let shareId: string;
before(async () => {
  company = await openCompany();
  await company.configures('folderDownload', true);
});
after(() => company.close());
beforeEach(async () => {
  [giver, receiver, third] = [await company.person(), await company.person(), await company.person()];
  folder = (await giver.folder('方案')).instanceId;
  file = (await giver.uploads('内容', '稿.txt', folder)).instanceId;
  shareId = await shares(giver, folder, [member(receiver, 'edit')]);
});

/** What a person can still do in a share, each with its own call; the errcodes. */
async function inside(person: Person, fileSharingId = shareId, inFolder = folder, theFile = file): Promise<Record<string, number>> {
  const through = { fileSharingId };
  const zip = await person.ask<{ url: string } | null>(calls.download.folderDownload, { instanceIds: [inFolder], ...through });
  return {
    list: await errcodeOf(person.ask(instance.page, { parentId: inFolder, ...through })),
    narrow: await errcodeOf(person.ask(instance.narrowPage, { parentId: inFolder, ...through })),
    tree: await errcodeOf(person.ask(instance.queryFolderByParentId, { parentId: inFolder, ...through })),
    detail: await errcodeOf(person.ask(instance.queryInstanceDetail, { instanceId: theFile, ...through })),
    size: await errcodeOf(person.ask(instance.queryFolderSize, { instanceId: inFolder, ...through })),
    download: await errcodeOf(person.ask(calls.download.download, { instanceId: theFile, ...through })),
    zip: zip.errcode,
    create: await errcodeOf(person.ask(instance.createFolder, { parentId: inFolder, instanceName: randomUUID(), ...through })),
    check: await errcodeOf(
      person.ask(calls.upload.checkUploadAble, {
        ...checkFields(freshBytes(9), { name: `${randomUUID()}.bin`, parentId: inFolder }),
        ...through,
      }),
    ),
  };
}
const all = (errcode: number): Record<string, number> =>
  Object.fromEntries(['list', 'narrow', 'tree', 'detail', 'size', 'download', 'zip', 'create', 'check'].map((name) => [name, errcode]));

test('what was shared is not shared on, whatever level one has', async () => {
  for (const level of ['viewOnly', 'download', 'edit', 'manager'] as const) {
    await shares(giver!, folder, [member(receiver!, level)]);
    for (const id of [folder, file]) {
      await assert.rejects(shares(receiver!, id, [member(third!, 'viewOnly')]), refused('SHARE_OF_SHARE'));
      await assert.rejects(detailOf(receiver!, id), refused('SHARE_OF_SHARE'));
    }
  }
  // Not even in the share that the person manages.
  await assert.rejects(shares(receiver!, file, [member(third!, 'viewOnly')], { fileSharingId: shareId }), refused('SHARE_NOT_FOUND'));
  assert.deepEqual(await namesOf(third!, 'received'), []);
});

test('a grant of a share by its receiver, put there as if by accident, gives nothing', async () => {
  await company.database
    .transaction()
    .execute((transaction) =>
      putGrants(transaction, { kind: 'share', id: randomUUID() }, receiver!.userId, [
        { instanceId: folder, subject: { kind: 'person', id: third!.userId }, role: 'manager' },
      ]),
    );
  assert.equal(await errcodeOf(third!.ask(instance.page, { parentId: folder })), 90000);
});

test("no call takes another's share: not for its item, not for one's own, not by an id that is none", async () => {
  const own = (await third!.folder('自己的')).instanceId;
  const ownShare = await shares(third!, own, [member(receiver!, 'viewOnly')]);
  assert.deepEqual(await inside(third!), all(90000), 'whom it does not name');
  assert.deepEqual(await inside(receiver!, ownShare), all(90000), 'another share of the same person');
  assert.deepEqual(await inside(receiver!, randomUUID()), all(90000), 'none');
  assert.equal(await errcodeOf(third!.ask(instance.page, { parentId: own, fileSharingId: shareId })), 90000);
  const members = [member(third!, 'manager')];
  for (const fileSharingId of [shareId, randomUUID()]) {
    const about = { instanceId: folder, fileSharingId };
    assert.equal(await errcodeOf(third!.ask(innerSharing.create, { ...about, members })), 90000);
    assert.equal(await errcodeOf(third!.ask(innerSharing.querySharingUsers, about)), 90000);
    assert.equal(await errcodeOf(third!.ask(innerSharing.downloadUsers, about)), 90000);
    assert.equal(await errcodeOf(third!.ask(innerSharing.checkShared, about)), 90000);
    assert.equal(await errcodeOf(third!.ask(innerSharing.remove, about)), 140001);
    assert.equal(
      await errcodeOf(third!.ask(innerSharing.remove, { ...about, members: [{ kind: 'person', id: receiver!.userId }] })),
      90000,
    );
    assert.equal(await errcodeOf(third!.ask(innerSharing.leaveInnerSharing, about)), 90000);
  }
  for (const id of [shareId, randomUUID()])
    for (const call of [innerSharing.remove, innerSharing.leaveInnerSharing]) {
      const [outcome] = await third!.call(call, { fileSharingIds: [id] });
      assert.equal(outcome?.done === false && outcome.errcode, 140001);
    }
  assert.deepEqual(await namesOf(receiver!, 'received'), ['自己的', '方案']);
});

test("a share's manager reaches that share alone", async () => {
  await shares(giver!, folder, [member(receiver!, 'manager')]);
  const other = (await giver!.folder('别的')).instanceId;
  const otherShare = await shares(giver!, other, [member(third!, 'viewOnly')]);
  const members = [member(receiver!, 'manager')];
  assert.equal(await errcodeOf(receiver!.ask(innerSharing.create, { instanceId: other, fileSharingId: shareId, members })), 90000);
  assert.equal(await errcodeOf(receiver!.ask(innerSharing.create, { instanceId: other, fileSharingId: otherShare, members })), 90000);
  assert.equal(await errcodeOf(receiver!.ask(innerSharing.create, { instanceId: folder, fileSharingId: otherShare, members })), 90000);
});

test('nobody gives more than they hold, and a manager no more than the initiator does', async () => {
  const { rootId } = await group(company, third!, [[giver!, 'editor']]);
  const shared = (await third!.folder('资料', rootId)).instanceId;
  await assert.rejects(shares(giver!, shared, [member(receiver!, 'manager')]), refused('SHARE_ROLE_TOO_HIGH'));
  await shares(giver!, shared, [member(receiver!, 'edit')]);
  await assert.rejects(
    giver!.call(innerSharing.create, { instanceId: shared, members: [{ kind: 'person', id: receiver!.userId, role: 'owner' as 'edit' }] }),
    refused('BAD_REQUEST'),
  );
});

test('what a receiver left while its giver was frozen does not come back by the thaw', async () => {
  const freeze = (at: Date | null) =>
    company.database.updateTable('user_account').set({ frozen_at: at }).where('id', '=', giver!.userId).execute();
  await shares(giver!, folder, [member(receiver!, 'edit')]);
  await freeze(new Date());
  const outcomes = await receiver!.call(innerSharing.leaveInnerSharing, { instanceId: folder });
  assert.deepEqual(
    outcomes.map(({ done }) => done),
    [true],
  );
  await freeze(null);
  assert.equal(await errcodeOf(receiver!.ask(calls.instance.page, { parentId: folder })), 90000);
});

for (const how of ['loses the right', 'is removed from the group', 'is frozen'] as const)
  test(`when the giver ${how}, the receiver loses it at once, everywhere`, async () => {
    const { rootId, spaceId } = await group(company, third!, [[giver!, 'editor']]);
    const shared = (await third!.folder('资料', rootId)).instanceId;
    const inIt = (await third!.uploads('x', 'x.txt', shared)).instanceId;
    const id = await shares(giver!, shared, [member(receiver!, 'edit')]);
    assert.deepEqual(await inside(receiver!, id, shared, inIt), all(0));
    const plan = await receiver!.call(calls.upload.checkUploadAble, {
      ...checkFields(freshBytes(40), { name: 'late.bin', parentId: shared }),
      fileSharingId: id,
    });
    assert.equal(plan.uploadflag, '3');
    const grants = company.database.updateTable('file_grant').where('source_id', '=', spaceId).where('subject_id', '=', giver!.userId);
    if (how === 'loses the right') await grants.set({ role: 'forbidden' }).execute();
    else if (how === 'is removed from the group')
      await company.database.deleteFrom('file_grant').where('source_id', '=', spaceId).where('subject_id', '=', giver!.userId).execute();
    else await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', giver!.userId).execute();
    assert.deepEqual(await inside(receiver!, id, shared, inIt), all(90000));
    assert.deepEqual(
      (await listOf(receiver!, 'received')).map((one) => one.fileSharingId),
      [shareId].filter(() => how !== 'is frozen'),
    );
  });

test('a giver who may do less gives no more than that, and who may not share any more gives nothing', async () => {
  const { rootId, spaceId } = await group(company, third!, [[giver!, 'editor']]);
  const shared = (await third!.folder('资料', rootId)).instanceId;
  const id = await shares(giver!, shared, [member(receiver!, 'edit')]);
  const demote = (role: FileRole) =>
    company.database
      .updateTable('file_grant')
      .set({ role })
      .where('source_id', '=', spaceId)
      .where('subject_id', '=', giver!.userId)
      .execute();
  await demote('downloader');
  const page = await receiver!.ask(instance.page, { parentId: shared, fileSharingId: id });
  assert.equal(page.errcode, 0);
  assert.equal(await errcodeOf(receiver!.ask(instance.createFolder, { parentId: shared, instanceName: 'n', fileSharingId: id })), 101006);
  assert.equal((await listOf(receiver!, 'received')).find((one) => one.fileSharingId === id)?.role, 'download');
  await demote('viewer');
  assert.equal(await errcodeOf(receiver!.ask(instance.page, { parentId: shared, fileSharingId: id })), 90000);
  assert.equal(
    (await listOf(receiver!, 'received')).some((one) => one.fileSharingId === id),
    false,
  );
});

test('renamed it goes on under its new name; moved within the space it goes along, and tells nothing of the new place', async () => {
  await giver!.call(instance.rename, { instanceId: folder, fileName: encodeName('新名') });
  const elsewhere = (await giver!.folder('秘密处')).instanceId;
  await company.database.updateTable('instance').set({ parent_id: elsewhere }).where('id', '=', folder).execute();
  const [row] = await listOf(receiver!, 'received');
  assert.deepEqual([row?.instance.instanceName, row?.instance.instancePath], ['新名', '/新名']);
  assert.equal(await errcodeOf(receiver!.ask(instance.page, { parentId: elsewhere, fileSharingId: shareId })), 90000);
  assert.doesNotMatch(
    JSON.stringify(await receiver!.ask(instance.queryInstanceDetail, { instanceId: file, fileSharingId: shareId })),
    /秘密处/,
  );
});

test('deleted, with what is above it or itself, it is gone for the receiver; taken back, it is there again', async () => {
  await giver!.call(instance.remove, { instanceIds: [folder] });
  assert.deepEqual([await namesOf(receiver!, 'received'), await namesOf(giver!, 'initiated')], [[], []]);
  assert.deepEqual(await inside(receiver!), all(90000));
  await assert.rejects(shares(giver!, folder, [member(third!, 'edit')]), refused('FILE_NOT_FOUND'));
  await giver!.call(instance.undoRemove, { instanceIds: [folder] });
  assert.deepEqual(await namesOf(receiver!, 'received'), ['方案']);
  assert.equal((await inside(receiver!)).list, 0);
});

test('what a receiver deletes goes to the bin of its space, and they take it back themselves', async () => {
  const [outcome] = await receiver!.call(instance.remove, { instanceIds: [file], fileSharingId: shareId });
  assert.equal(outcome?.done, true);
  const [back] = await receiver!.call(instance.undoRemove, { instanceIds: [file] });
  assert.equal(back?.done, true);
  assert.deepEqual(await giver!.names(folder), ['稿.txt']);
});

test('the shared item itself stays under its name, what lies in it is its receiver’s to change, never the space around it', async () => {
  const rename = (instanceId: string) =>
    receiver!.call(instance.rename, { instanceId, fileName: encodeName('由对方改名.txt'), fileSharingId: shareId });
  await assert.rejects(rename(folder), refused('NOT_ALLOWED'));
  await rename(file);
  assert.equal(
    await errcodeOf(receiver!.ask(instance.createFolder, { parentId: giver!.rootId, instanceName: 'n', fileSharingId: shareId })),
    90000,
  );
  const [outcome] = await receiver!.call(instance.remove, { instanceIds: [giver!.rootId], fileSharingId: shareId });
  assert.equal((outcome as ItemOutcome & { errcode: number }).errcode, 90000);
});

for (const how of ['is removed', 'finds the share withdrawn', 'finds it ended', 'may only look any more'] as const)
  test(`a receiver who ${how} in mid-upload: the save is refused, and the room is free again`, async () => {
    const [upload, small] = await Promise.all(
      [300_000, 5000].map(async (size) => {
        const bytes = freshBytes(size);
        const what = { name: `late ${size}.bin`, parentId: folder };
        const plan = await receiver!.call(calls.upload.checkUploadAble, { ...checkFields(bytes, what), fileSharingId: shareId });
        return new Upload(receiver!, bytes, what, plan as UploadPlan).deliver();
      }),
    );
    const reserved = async () =>
      (await company.database.selectFrom('space').select('reserved_bytes').where('owner_id', '=', giver!.userId).executeTakeFirstOrThrow())
        .reserved_bytes;
    assert.equal(await reserved(), 300_000);
    if (how === 'is removed')
      await giver!.call(innerSharing.remove, { instanceId: folder, members: [{ kind: 'person', id: receiver!.userId }] });
    else if (how === 'finds the share withdrawn') await giver!.call(innerSharing.remove, { fileSharingIds: [shareId] });
    else if (how === 'finds it ended') await ends(company, shareId);
    else await shares(giver!, folder, [member(receiver!, 'viewOnly')]);
    const code = how === 'may only look any more' ? 'NOT_ALLOWED' : 'FILE_NOT_FOUND';
    for (const one of [upload!, small!]) await assert.rejects(one.save({ fileSharingId: shareId }), refused(code));
    assert.deepEqual([await reserved(), await giver!.names(folder)], [0, ['稿.txt']]);
  });

test('an instant transfer through a share that ended meanwhile is refused', async () => {
  const bytes = freshBytes(3000);
  await receiver!.uploads(bytes, 'known.bin');
  await company.verified();
  const what = { name: 'known.bin', parentId: folder };
  const offer = await receiver!.call(calls.upload.checkUploadAble, { ...checkFields(bytes, what), fileSharingId: shareId });
  assert.equal(offer.uploadflag, '1');
  await giver!.call(innerSharing.remove, { fileSharingIds: [shareId] });
  const save = receiver!.call(calls.upload.secondUpload, { ...instantFields(offer as never, bytes, what), fileSharingId: shareId });
  await assert.rejects(save, refused('FILE_NOT_FOUND'));
});

test('a ticket for a ZIP that was asked for in time gives nothing after the end', async () => {
  await receiver!.uploads('own', 'own.txt');
  const { url } = await receiver!.call(calls.download.folderDownload, { instanceIds: [folder], fileSharingId: shareId });
  await giver!.call(innerSharing.remove, { fileSharingIds: [shareId] });
  const answer = await receiver!.send('GET', new URL(url).pathname);
  assert.notEqual(answer.headers.get('content-type'), 'application/zip');
  assert.doesNotMatch(await answer.text(), /内容|稿/);
});

test('sharing and taking back at the same moment leaves either, never half', async () => {
  for (let n = 0; n < 6; n += 1) {
    await Promise.allSettled([
      shares(giver!, folder, [member(third!, 'edit')]),
      giver!.call(innerSharing.remove, { instanceId: folder }),
      receiver!.call(innerSharing.leaveInnerSharing, { instanceId: folder }),
    ]);
    const rows = await company.database.selectFrom('share').select('id').where('instance_id', '=', folder).execute();
    const grants = await company.database.selectFrom('file_grant').select('source_id').where('instance_id', '=', folder).execute();
    assert.ok(rows.length <= 1);
    for (const { source_id: source } of grants) assert.equal(source, rows[0]?.id, 'a grant of a share that is gone');
    if (rows.length === 1) assert.ok(grants.length > 0, 'a share that nobody has');
  }
  assert.deepEqual(company.troubles, []);
});

/** Calls through a share that neither `inside` nor another test makes, with the fields for one item. */
const onItem: Record<string, (id: string) => object> = {
  'instance.activity': (id) => ({ instanceId: id }),
  'instance.previewEntry': (id) => ({ instanceId: id, entry: 0 }),
  'instance.downloadEntry': (id) => ({ instanceId: id, entry: 0 }),
  'instance.comment': (id) => ({ instanceId: id, text: 'x' }),
  'instance.comments': (id) => ({ instanceId: id }),
  'instance.removeComment': (id) => ({ instanceId: id, commentId: randomUUID() }),
  'instance.versions': (id) => ({ instanceId: id }),
  'instance.restoreVersion': (id) => ({ instanceId: id, version: 1 }),
  'instance.removeVersion': (id) => ({ instanceId: id, version: 1 }),
  'instance.setSensitivity': (id) => ({ instanceId: id, sensitivity: 'high' }),
  'instance.tag': (id) => ({ instanceId: id, tag: randomUUID().slice(0, 8) }),
  'instance.untag': (id) => ({ instanceId: id, tag: 't' }),
  'instance.suggestTags': (id) => ({ instanceId: id }),
  'instance.copy': (id) => ({ instanceIds: [id], targetParentId: receiver!.rootId, onConflict: 'rename' }),
  'instance.move': (id) => ({ instanceIds: [id], targetParentId: receiver!.rootId, onConflict: 'rename' }),
  'collect.create': (id) => ({ instanceIds: [id] }),
};
async function askedOn(id: string): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const [name, fields] of Object.entries(onItem)) {
    const call = allCalls.find((one) => one.name === name)!;
    const reply = await receiver!.ask<ItemOutcome[] | null>(call, { ...fields(id), fileSharingId: shareId });
    answers[name] = Array.isArray(reply.data) ? ((reply.data[0] as { errcode?: number } | undefined)?.errcode ?? 0) : reply.errcode;
  }
  return answers;
}
const missing = (): Record<string, number> =>
  Object.fromEntries(Object.keys(onItem).map((name) => [name, failures.FILE_NOT_FOUND.errcode]));

test("through a share only what was shared is there, not even what is one's own, and nothing after its end", async () => {
  const within = await askedOn(file);
  for (const [name, errcode] of Object.entries(within))
    if (name !== 'instance.removeComment') assert.notEqual(errcode, failures.FILE_NOT_FOUND.errcode, name);
  assert.equal(within['instance.setSensitivity'], failures.NOT_ALLOWED.errcode);
  assert.equal(within['instance.move'], failures.STAYS_IN_SPACE.errcode);
  const own = await receiver!.uploads('own', '自己的.txt');
  assert.deepEqual(await askedOn(own.instanceId), missing());
  await giver!.call(innerSharing.remove, { fileSharingIds: [shareId] });
  assert.deepEqual(await askedOn(file), missing());
});

test('every call that takes a share judges by it', () => {
  // For a visitor only the link counts, whatever share they name (links/visitor-standing.test.ts).
  const taking = allCalls
    .filter((call) => call.caller !== 'visitor' && 'fileSharingId' in (call.request as unknown as { shape: object }).shape)
    .map(({ name }) => name);
  // A new call must be added to `inside`, to `onItem`, or to the lists of this file.
  const elsewhere = [
    'collect.remove', // removes a star, whatever became of the item
    'innerSharing.checkShared',
    'innerSharing.checkUploadUser',
    'innerSharing.create',
    'innerSharing.downloadUsers',
    'innerSharing.leaveInnerSharing',
    'innerSharing.querySharingUsers',
    'innerSharing.remove',
    'innerSharing.uploadUsers',
    'instance.batchCreateFolder',
    'instance.checkUploadAble',
    'instance.createFolder',
    'instance.download',
    'instance.narrowPage',
    'instance.page',
    'instance.preview',
    'instance.queryFolderByParentId',
    'instance.queryFolderDownload',
    'instance.queryFolderSize',
    'instance.queryInstanceDetail',
    'instance.remove',
    'instance.rename',
    'instance.secondUpload',
    'instance.thumbnails', // returns null for missing items: preview/thumbnails.test.ts
    'instance.upload',
  ];
  assert.deepEqual(taking.sort(), [...Object.keys(onItem), ...elsewhere].sort());
});

test('uploads into a share go on for whoever still has it', async () => {
  await uploadsThrough(receiver!, shareId, folder, 'a.txt');
  await shares(giver!, folder, [member(third!, 'edit')]);
  await uploadsThrough(third!, shareId, folder, 'b.txt');
  assert.deepEqual((await giver!.names(folder)).sort(), ['a.txt', 'b.txt', '稿.txt'].sort());
});
