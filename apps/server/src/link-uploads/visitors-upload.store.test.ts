import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { calls, encodeName, limits } from '@alcove/contract';
import type { InstanceId, InstantTicket, LinkPermission } from '@alcove/contract';
import { withdrawLinks } from '../links/index.ts';
import { openLink } from '../links/links.test-support.ts';
import { visits } from '../links/visiting.test-support.ts';
import type { VisitingClient } from '../links/visiting.test-support.ts';
import { answersHeld, checkFields, freshBytes, instantFields, openCompany, refused, Upload, uploadFile } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { collectAbandoned } from '../upload/abort-upload.ts';

const { link } = calls;
let company: Company;
let owner: Person;
let folderId: InstanceId;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  owner = await company.person({ quotaBytes: 100_000_000 });
  folderId = (await owner.folder('收集 📥')).instanceId;
});

const opens = (permissions: LinkPermission[] = ['upload'], instanceId = folderId): Promise<string> =>
  openLink(company.database, { creatorId: owner.userId, instanceId, permissions });
const to = (name: string, parentId: string = folderId) => ({ name, parentId });
const space = () =>
  company.database
    .selectFrom('space')
    .select(['used_bytes', 'reserved_bytes'])
    .where('owner_id', '=', owner.userId)
    .executeTakeFirstOrThrow();
const withdraws = (linkId: string) => company.database.transaction().execute((transaction) => withdrawLinks(transaction, [linkId]));
const refusalOf = async (visitor: VisitingClient, name: string) => {
  const check = await visitor.call(calls.upload.checkUploadAble, checkFields(freshBytes(10), to(name)));
  return 'code' in check ? check.code : check.uploadflag;
};
const sends = (visitor: VisitingClient, bytes = freshBytes(20_000), name = '报价 1.txt') => uploadFile(visitor, bytes, to(name));

test("a visitor's file lies in the owner's space, in the creator's name, and says which visitor brought it", async () => {
  const linkId = await opens();
  const visitor = await visits(company, linkId);
  const bytes = freshBytes(30_000);
  const { instanceId } = await sends(visitor, bytes);
  assert.deepEqual(await owner.names(folderId), ['报价 1.txt']);
  assert.ok(bytes.equals(await owner.downloads(instanceId)));
  assert.deepEqual(await space(), { used_bytes: bytes.length, reserved_bytes: 0 });
  const row = await company.database
    .selectFrom('instance')
    .select(['creator_id', 'editor_id', 'visitor_id'])
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(row, { creator_id: owner.userId, editor_id: owner.userId, visitor_id: visitor.visitorId });
  const taken = await company.database.selectFrom('link_taking').selectAll().where('link_id', '=', linkId).execute();
  assert.deepEqual(
    taken.map(({ deed, instance_id: id, instance_name: name, visitor_id: by }) => [deed, id, name, by]),
    [['upload', instanceId, '报价 1.txt', visitor.visitorId]],
  );
  // It is no transfer of the creator's.
  assert.equal((await owner.call(calls.transfer.page, {})).total, 0);
});

test('files in parts and small ones together arrive alike, and a save sent twice answers the same file', async () => {
  const visitor = await visits(company, await opens());
  const large = freshBytes(limits.partSize + 5);
  await uploadFile(visitor, large, to('large.bin'));
  const upload = await Upload.begin(visitor, freshBytes(1000), to('twice.bin'));
  await upload.deliver();
  const [one, two] = [await upload.save(), await upload.save()];
  assert.equal(one.instanceId, two.instanceId);
  assert.deepEqual((await owner.names(folderId)).toSorted(), ['large.bin', 'twice.bin']);
  const { uploaded_bytes: bytes } = await company.database
    .selectFrom('link')
    .select('uploaded_bytes')
    .where('instance_id', '=', folderId)
    .executeTakeFirstOrThrow();
  assert.equal(bytes, large.length + 1000);
});

test('nobody else goes on with it: neither another visitor, nor a colleague, nor the creator', async () => {
  const linkId = await opens();
  const [visitor, second] = [await visits(company, linkId), await visits(company, linkId)];
  const upload = await Upload.begin(visitor, freshBytes(1000), to('mine.bin'));
  await upload.deliver();
  for (const client of [second, owner, await company.person()]) {
    const stolen = new Upload(client, upload.bytes, upload.what, upload.plan);
    await assert.rejects(stolen.sign('PUT'), refused('UPLOAD_UNKNOWN'));
    await assert.rejects(stolen.save(), refused('UPLOAD_UNKNOWN'));
    await client.call(calls.upload.recycleStorageFile, { bucketName: upload.plan.bucketName, objectKey: upload.plan.objectKey });
  }
  await upload.save();
  assert.deepEqual(await owner.names(folderId), ['mine.bin']);
});

test('who only uploads sees what they uploaded, and replaces nothing that is there', async () => {
  await owner.uploads('secret', 'plan.txt', folderId);
  const visitor = await visits(company, await opens());
  assert.equal(await refusalOf(visitor, 'plan.txt'), 'NAME_TAKEN');
  const saved = await uploadFile(visitor, freshBytes(100), { ...to('plan.txt'), onConflict: 'rename' });
  assert.equal(saved.instanceName, 'plan (1).txt');
  await assert.rejects(uploadFile(visitor, freshBytes(100), { ...to('plan.txt'), onConflict: 'version' }));
  assert.equal((await owner.downloads((await owner.call(calls.instance.page, { parentId: folderId })).items.find(({ instanceName }) => instanceName === 'plan.txt')!.instanceId)).toString(), 'secret'); // prettier-ignore
});

test('a link without the permission takes nothing, and one that edits takes new versions but renames nothing', async () => {
  const file = await owner.uploads('one', 'doc.txt', folderId);
  const reader = await visits(company, await opens(['preview', 'download']));
  await assert.rejects(reader.call(calls.upload.checkUploadAble, checkFields(freshBytes(10), to('x.txt'))), refused('NOT_ALLOWED'));
  await assert.rejects(reader.call(calls.instance.createFolder, { parentId: folderId, instanceName: 'x' }), refused('NOT_ALLOWED'));

  const editor = await visits(company, await opens(['edit']));
  const saved = await uploadFile(editor, freshBytes(200), { ...to('doc.txt'), onConflict: 'version' });
  assert.deepEqual([saved.instanceId, saved.version], [file.instanceId, 2]);
  const versions = await company.database
    .selectFrom('version')
    .select(['number', 'creator_id'])
    .where('instance_id', '=', file.instanceId)
    .orderBy('number')
    .execute();
  assert.deepEqual(versions.map(({ creator_id: by }) => by), [owner.userId, owner.userId]); // prettier-ignore
  for (const call of [calls.instance.rename, calls.instance.remove, calls.instance.move])
    assert.equal((await editor.send(call.method, call.path.replace('/instance/', '/link/'), { body: '{}' })).status === 200, false);
});

test('a link to one file that edits takes new versions of it, and neither another name nor a file beside it', async () => {
  const file = await owner.uploads('one', 'doc.txt', folderId);
  const beside = await owner.uploads('one', 'beside.txt', folderId);
  const linkId = await opens(['edit'], file.instanceId);
  const visitor = await visits(company, linkId);
  const version = (name: string, parentId: string = file.instanceId) => ({ ...to(name, parentId), onConflict: 'version' as const });
  const refusal = async (fields: object) => {
    const check = await visitor.call(calls.upload.checkUploadAble, { ...checkFields(freshBytes(10), to('x')), ...fields });
    return 'code' in check ? check.code : check.uploadflag;
  };
  // Into the file only as a version; its folder and its neighbours are outside the link.
  for (const onConflict of [undefined, 'fail', 'rename'] as const)
    assert.equal(await refusal({ parentId: file.instanceId, onConflict }), 'NOT_A_FOLDER');
  for (const place of [folderId, beside.instanceId, owner.rootId])
    await assert.rejects(refusal({ parentId: place, onConflict: 'version' }), refused('FILE_NOT_FOUND'));

  const bytes = freshBytes(limits.partSize + 5);
  const saved = await uploadFile(visitor, bytes, version('what the visitor calls it.txt'));
  assert.deepEqual([saved.instanceId, saved.version, saved.instanceName], [file.instanceId, 2, 'what the visitor calls it.txt']);
  const upload = await Upload.begin(visitor, freshBytes(1000), version('again.txt'));
  await upload.deliver();
  assert.deepEqual([(await upload.save()).version, (await upload.save()).version], [3, 3], 'sent twice, saved once');
  assert.deepEqual(await owner.names(folderId), ['beside.txt', 'doc.txt']);
  assert.ok(upload.bytes.equals(await owner.downloads(file.instanceId)));
  assert.deepEqual(await space(), { used_bytes: 6 + bytes.length + 1000, reserved_bytes: 0 }, 'in the room of the owner');

  // Its owner reads that a visitor did it, and is told once until they have read it.
  const { items: activity } = await owner.call(calls.activity.list, { instanceId: file.instanceId });
  assert.deepEqual(activity.slice(0, 2).map(({ kind, data }) => [kind, data]), [['newVersion', { version: 3, byVisitor: true }], ['newVersion', { version: 2, byVisitor: true }]]); // prettier-ignore
  const told = (await owner.call(calls.notice.page, {})).items.filter(({ kind }) => kind === 'linkVersion');
  assert.deepEqual(told.map(({ data }) => ({ ...data, linkId: null })), [{ linkId: null, linkName: 'link', instanceId: file.instanceId, instanceName: 'doc.txt', version: 2 }]); // prettier-ignore
  await owner.call(calls.notice.markRead, { all: true });

  // Two at once are two versions; one that its owner renames, deletes or withdraws meanwhile ends as it should.
  const two = [
    await Upload.begin(visitor, freshBytes(100), version('a.txt')),
    await Upload.begin(visitor, freshBytes(100), version('b.txt')),
  ];
  for (const one of two) await one.deliver();
  await owner.call(calls.instance.rename, { instanceId: file.instanceId, fileName: encodeName('renamed.txt') });
  const saves = await answersHeld(company.database, () => two.map((one) => one.save()));
  assert.deepEqual(saves.map(({ version: number }) => number).toSorted(), [4, 5], 'each answers what it made'); // prettier-ignore
  assert.deepEqual((await owner.names(folderId)).toSorted(), ['beside.txt', 'renamed.txt']);
  assert.equal((await owner.call(calls.notice.page, { filter: 'unread' })).items.length, 1);

  const late = await Upload.begin(visitor, freshBytes(100), version('late.txt'));
  await late.deliver();
  await owner.call(calls.instance.remove, { instanceIds: [file.instanceId] });
  await assert.rejects(late.save(), refused('FILE_NOT_FOUND'));
  assert.equal((await space()).reserved_bytes, 0);
});

test('nobody but a visitor uploads into a file, and a highly sensitive one takes nothing from a visitor', async () => {
  const file = await owner.uploads('one', 'doc.txt', folderId);
  const fields = { ...checkFields(freshBytes(10), to('x.txt', file.instanceId)), onConflict: 'version' as const };
  const check = await owner.call(calls.upload.checkUploadAble, fields);
  assert.equal('code' in check && check.code, 'NOT_A_FOLDER');
  const reader = await visits(company, await opens(['download'], file.instanceId));
  await assert.rejects(reader.call(calls.upload.checkUploadAble, fields), refused('NOT_ALLOWED'));
  const visitor = await visits(company, await opens(['edit'], file.instanceId));
  const upload = await Upload.begin(visitor, freshBytes(100), { ...to('x.txt', file.instanceId), onConflict: 'version' });
  await upload.deliver();
  await company.database.updateTable('instance').set({ sensitivity: 'high' }).where('id', '=', file.instanceId).execute();
  await assert.rejects(upload.sign('PUT'), refused('FILE_NOT_FOUND'));
  await assert.rejects(upload.save(), refused('FILE_NOT_FOUND'));
  assert.equal((await space()).reserved_bytes, 0);
});

test('folders and trees of folders are made in the same way', async () => {
  const visitor = await visits(company, await opens(['edit']));
  const { instanceId } = await visitor.call(calls.instance.createFolder, { parentId: folderId, instanceName: '子文件夹' });
  await visitor.call(calls.instance.batchCreateFolder, { parentId: instanceId, instanceName: 'a', children: [{ instanceName: 'b' }] });
  assert.deepEqual(await owner.names(folderId), ['子文件夹']);
  assert.deepEqual(await owner.names(instanceId), ['a']);
  await assert.rejects(
    visitor.call(calls.instance.createFolder, { parentId: owner.rootId, instanceName: 'outside' }),
    refused('FILE_NOT_FOUND'),
  );
  await assert.rejects(visitor.call(calls.instance.createFolder, { parentId: folderId, instanceName: 'a/b' }));
});

test('a stranger is not told what the company has; a signed-in colleague sends known content by proof', async () => {
  const bytes = freshBytes(100_000);
  await owner.uploads(bytes, 'known.bin');
  await company.verified();
  const linkId = await opens();
  const stranger = await visits(company, linkId);
  const guess = checkFields(bytes, to('guess.bin'));
  assert.equal((await stranger.call(calls.upload.checkUploadAble, guess)).uploadflag, '3');
  const several = await stranger.call(calls.upload.checkUploads, { items: [guess, checkFields(freshBytes(10), to('new.bin'))] });
  assert.deepEqual(
    several.map((answer) => answer.done && answer.data.uploadflag),
    ['3', '3'],
  );
  await company.configures('instantTransferScope', 'company');
  const colleague = await company.person();
  const visitor = await visits(company, linkId, colleague);
  const ticket = await visitor.call(calls.upload.checkUploadAble, checkFields(bytes, to('known copy.bin')));
  assert.equal(ticket.uploadflag, '1');
  // The ticket is the colleague's and stays in the link.
  await assert.rejects(
    stranger.call(calls.upload.secondUpload, instantFields(ticket as InstantTicket, bytes, to('known copy.bin'))),
    refused('UPLOAD_UNKNOWN'),
  );
  await visitor.call(calls.upload.secondUpload, instantFields(ticket as InstantTicket, bytes, to('known copy.bin')));
  assert.deepEqual(await owner.names(folderId), ['known copy.bin']);
});

test('one file has 10 GB at most, a link its own total, and the space its quota', async () => {
  const linkId = await opens();
  const visitor = await visits(company, linkId);
  const check = (fSize: number) =>
    visitor.call(calls.upload.checkUploadAble, { ...checkFields(freshBytes(10), to('big.bin')), fSize, sha256: undefined });
  const refusal = async (fSize: number) => {
    const answer = await check(fSize);
    return 'code' in answer ? answer.code : answer.uploadflag;
  };
  assert.equal(await refusal(limits.visitorFileBytes + 1), 'LINK_FILE_TOO_LARGE');
  assert.equal(await refusal(limits.visitorFileBytes), '2', "more than the owner's room");
  await company.database
    .updateTable('link')
    .set({ uploaded_bytes: limits.linkUploadBytes - 1500 })
    .where('id', '=', linkId)
    .execute();
  assert.equal(await refusal(1501), 'LINK_FULL');
  // Two at once, of which only one fits: what is on its way counts, and the save decides.
  const first = await Upload.begin(visitor, freshBytes(1000), to('first.bin'));
  assert.equal(await refusal(1000), 'LINK_FULL');
  await first.deliver();
  await company.database
    .updateTable('link')
    .set({ uploaded_bytes: limits.linkUploadBytes - 999 })
    .where('id', '=', linkId)
    .execute();
  await assert.rejects(first.save(), refused('LINK_FULL'));
  assert.deepEqual(await owner.names(folderId), []);
});

test('withdrawn in the middle, nothing more is signed or saved, and the reserved room is given back', async () => {
  const linkId = await opens();
  const visitor = await visits(company, linkId);
  const upload = await Upload.begin(visitor, freshBytes(5000), to('late.bin'));
  await upload.deliver();
  assert.equal((await space()).reserved_bytes, 5000);
  await withdraws(linkId);
  await assert.rejects(upload.save(), refused('LINK_TOKEN_NEEDED'));
  await assert.rejects(upload.sign('PUT'), refused('LINK_TOKEN_NEEDED'));
  assert.equal(await collectAbandoned(company), 1);
  assert.deepEqual(await space(), { used_bytes: 0, reserved_bytes: 0 });
  assert.deepEqual(await owner.names(folderId), []);
});

test("the creator's right ends: the token is still good, but nothing is signed, and a save ends the upload", async () => {
  const visitor = await visits(company, await opens());
  const upload = await Upload.begin(visitor, freshBytes(5000), to('late.bin'));
  await upload.deliver();
  const frozen = (frozen_at: Date | null) =>
    company.database.updateTable('user_account').set({ frozen_at }).where('id', '=', owner.userId).execute();
  await frozen(new Date());
  await assert.rejects(upload.sign('PUT'), refused('FILE_NOT_FOUND'));
  await assert.rejects(upload.save(), refused('FILE_NOT_FOUND'));
  assert.equal((await space()).reserved_bytes, 0);
  await frozen(null);
  await assert.rejects(upload.save(), refused('UPLOAD_UNKNOWN'));
});

test('a token opens its own link alone', async () => {
  const other = (await owner.folder('other')).instanceId;
  const [visitor, elsewhere] = [await visits(company, await opens()), await visits(company, await opens(['upload'], other))];
  await assert.rejects(uploadFile(visitor, freshBytes(10), to('x', other)), refused('FILE_NOT_FOUND'));
  for (const path of [elsewhere.linkPath, '', 'wrong'])
    await assert.rejects(visitor.call(link.createFolder, { parentId: folderId, instanceName: 'x', linkPath: path }));
  visitor.headers['x-share-token'] = 'a'.repeat(43);
  await assert.rejects(sends(visitor), refused('LINK_TOKEN_NEEDED'));
});
