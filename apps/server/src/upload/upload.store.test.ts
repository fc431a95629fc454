import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, encodeName } from '@alcove/contract';
import { checkFields, freshBytes, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

const partSize = 8_388_608;
const begin = (bytes: Buffer<ArrayBuffer>, name: string, by: Person = person) => Upload.begin(by, bytes, { name, parentId: by.rootId });
const used = async (by: Person) => (await by.call(calls.user.queryUserCapacity, {})).usedSize;
const space = (by: Person) =>
  company.database.selectFrom('space').select(['used_bytes', 'reserved_bytes']).where('owner_id', '=', by.userId).executeTakeFirstOrThrow();

test('a small file is put, saved, listed and read back byte for byte', async () => {
  const bytes = freshBytes(3000);
  const upload = await begin(bytes, '报告.docx');
  assert.equal(upload.plan.partCount, 1);
  assert.ok(upload.plan.putAuth, 'a small file needs no further question');
  await upload.deliver();
  const file = await upload.save();
  assert.equal(file.fileSize, 3000);
  assert.deepEqual(await person.downloads(file.instanceId), bytes);
  assert.ok((await person.names()).includes('报告.docx'));
});

test('a file in three parts arrives whole, and any range of it', async () => {
  const bytes = freshBytes(2 * partSize + 5);
  const upload = await begin(bytes, '三段.bin');
  assert.deepEqual(
    [upload.plan.partCount, upload.plan.partSize, upload.plan.lastPartSize, upload.plan.bStoreShards],
    [3, partSize, 5, true],
  );
  const file = await (await upload.deliver()).save();
  assert.ok(bytes.equals(await person.downloads(file.instanceId)));
  assert.deepEqual(
    await person.downloads(file.instanceId, `bytes=${partSize - 3}-${partSize + 3}`),
    bytes.subarray(partSize - 3, partSize + 4),
  );
});

test('a part that was damaged on its way is refused and not listed', async () => {
  const upload = await begin(freshBytes(partSize + 9), 'damaged.bin');
  await upload.initiate();
  const damaged = Buffer.from(upload.partBytes(2));
  damaged[0]! ^= 1;
  const answer = await upload.part(2, damaged, upload.checksum(upload.partBytes(2)));
  assert.equal(answer.status, 400);
  await answer.text();
  assert.deepEqual(await upload.listParts(), []);
});

test('a single put that was damaged on its way is refused, and nothing can be saved of it', async () => {
  const upload = await begin(freshBytes(500), 'damaged.txt');
  assert.equal((await upload.put(freshBytes(500), upload.checksum(upload.bytes))).status, 400);
  await assert.rejects(upload.save(), refused('UPLOAD_INCOMPLETE'));
});

test('more or fewer bytes than announced are refused', async () => {
  const upload = await begin(freshBytes(500), 'size.txt');
  for (const size of [499, 501]) assert.ok((await upload.put(freshBytes(size))).status >= 400, `${size} bytes`);
  await assert.rejects(upload.save(), refused('UPLOAD_INCOMPLETE'));
});

test('a merge without all parts is no file: its size differs from what was announced', async () => {
  const upload = await begin(freshBytes(partSize + 9), 'short.bin');
  await upload.initiate();
  assert.equal((await upload.part(2)).status, 200);
  await upload.merge();
  await assert.rejects(upload.save(), (error: Error) => /110005|110006/.test(error.message));
  assert.ok(!(await person.names()).includes('short.bin'));
});

test('a save before the merge is refused', async () => {
  const upload = await begin(freshBytes(partSize + 9), 'early.bin');
  await assert.rejects(upload.save(), refused('UPLOAD_INCOMPLETE'));
  await upload.initiate();
  await upload.part(1);
  await assert.rejects(upload.save(), refused('UPLOAD_INCOMPLETE'));
});

test('what a save claims is compared with what was checked, field by field', async () => {
  const upload = await (await begin(freshBytes(700), 'claimed.txt')).deliver();
  const other = await person.folder('another place');
  const lies = { fMd5: 'a'.repeat(32), fSize: 701, fName: encodeName('other.txt'), parentId: other.instanceId, partSize: 5, partNum: 2 };
  for (const [field, value] of Object.entries(lies))
    await assert.rejects(upload.save({ [field]: value }), refused('UPLOAD_STEP_WRONG'), field);
  await assert.rejects(upload.save({ bucketName: 'elsewhere' }), refused('UPLOAD_UNKNOWN'));
  assert.equal((await upload.save()).instanceName, 'claimed.txt');
});

test('nothing is signed for another key, bucket, part, step or id', async () => {
  const upload = await begin(freshBytes(partSize + 9), 'steps.bin');
  const stranger = await begin(freshBytes(partSize + 9), 'stranger.bin');
  await upload.initiate();
  await stranger.initiate();
  const ask = async (changes: object) =>
    person.ask(calls.upload.queryUploadAuth, { ...upload.authFields('PUT', `?partNumber=1&uploadId=${upload.uploadId}`), ...changes });
  const path = upload.plan.resourcePath;
  const wrong: Record<string, object> = {
    'a part that does not exist': { resourceUri: `${path}?partNumber=3&uploadId=${upload.uploadId}` },
    'part 0': { resourceUri: `${path}?partNumber=0&uploadId=${upload.uploadId}` },
    'a negative part': { resourceUri: `${path}?partNumber=-1&uploadId=${upload.uploadId}` },
    'a part beyond the protocol': { resourceUri: `${path}?partNumber=100000&uploadId=${upload.uploadId}` },
    'another object': { resourceUri: `${stranger.plan.resourcePath}?partNumber=1&uploadId=${upload.uploadId}` },
    'another upload id': { resourceUri: `${path}?partNumber=1&uploadId=${stranger.uploadId}` },
    'an upload id that nobody opened': { resourceUri: `${path}?partNumber=1&uploadId=abcdef` },
    'a single put of a file in parts': { resourceUri: path },
    'reading the object': { httpVerb: 'GET', resourceUri: path },
    'removing the object': { httpVerb: 'DELETE', resourceUri: path },
    'looking at the object': { httpVerb: 'HEAD', resourceUri: path },
    'a way round': { resourceUri: `${path}/../${stranger.plan.objectKey}?partNumber=1&uploadId=${upload.uploadId}` },
  };
  for (const [what, changes] of Object.entries(wrong)) assert.equal((await ask(changes)).errcode, 110004, what);
  assert.equal((await ask({ bucketName: 'elsewhere' })).errcode, 110003);
  assert.equal((await ask({ objectKey: 'elsewhere' })).errcode, 110003);
  assert.equal((await ask({})).errcode, 0);
});

test('an upload cannot be signed for, saved or given up by another person', async () => {
  const upload = await begin(freshBytes(800), 'mine.txt');
  const other = await company.person();
  assert.equal((await other.ask(calls.upload.queryUploadAuth, upload.authFields('PUT'))).errcode, 110003);
  assert.equal((await other.ask(calls.upload.upload, upload.saveFields())).errcode, 110003);
  await other.call(calls.upload.recycleStorageFile, { bucketName: upload.plan.bucketName, objectKey: upload.plan.objectKey });
  await upload.deliver();
  assert.equal((await upload.save()).instanceName, 'mine.txt');
});

test('I3: a save repeated, one after the other or at once, is one file and one charge', async () => {
  const saver = await company.person();
  const upload = await (await begin(freshBytes(1234), 'once.txt', saver)).deliver();
  const saved = await Promise.all([upload.save(), upload.save(), upload.save()]);
  saved.push(await upload.save());
  assert.equal(new Set(saved.map((file) => file.instanceId)).size, 1);
  assert.equal(await used(saver), 1234);
  assert.deepEqual(await saver.names(), ['once.txt']);
});

test('I4: an exact fit is allowed, one byte more is flag 2', async () => {
  const exact = await company.person({ quotaBytes: 1000 });
  const check = await exact.call(calls.upload.checkUploadAble, checkFields(freshBytes(1001), { name: 'big.txt', parentId: exact.rootId }));
  assert.deepEqual(check, { uploadflag: '2' });
  await exact.uploads(freshBytes(1000), 'fits.txt');
  assert.deepEqual(
    await exact.call(calls.upload.checkUploadAble, checkFields(freshBytes(1), { name: 'one.txt', parentId: exact.rootId })),
    { uploadflag: '2' },
  );
});

test('I4: of parallel uploads that do not fit together only those that fit are let in', async () => {
  const tight = await company.person({ quotaBytes: 750_000 });
  const checks = await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      tight.call(calls.upload.checkUploadAble, checkFields(freshBytes(300_000), { name: `${n}.txt`, parentId: tight.rootId })),
    ),
  );
  assert.deepEqual(checks.map((check) => check.uploadflag).sort(), ['2', '2', '2', '3', '3']);
  assert.deepEqual(await space(tight), { used_bytes: 0, reserved_bytes: 600_000 });
});

test('resuming: the second check of the same content names the upload, whose parts are listed and not sent again', async () => {
  const bytes = freshBytes(2 * partSize + 7);
  const first = await begin(bytes, 'resumed.bin');
  await first.initiate();
  for (const number of [1, 3]) assert.equal((await first.part(number)).status, 200);
  const second = await begin(bytes, 'resumed.bin');
  assert.equal(second.uploadId, first.uploadId);
  assert.deepEqual([second.plan.objectKey, second.plan.token], [first.plan.objectKey, first.plan.token]);
  assert.deepEqual(
    (await second.listParts()).map(({ number }) => number),
    [1, 3],
  );
  const file = await (await second.deliver()).save();
  assert.ok(bytes.equals(await person.downloads(file.instanceId)));
  assert.deepEqual((await space(person)).used_bytes, await used(person));
});

test('a part sent twice counts once', async () => {
  const bytes = freshBytes(partSize + 4);
  const upload = await begin(bytes, 'twice.bin');
  await upload.initiate();
  await Promise.all([upload.part(1), upload.part(1)]);
  assert.deepEqual(
    (await upload.listParts()).map(({ number }) => number),
    [1],
  );
  const file = await (await upload.deliver()).save();
  assert.ok(bytes.equals(await person.downloads(file.instanceId)));
});

test('a lost answer to the merge is settled by saving', async () => {
  const upload = await (await begin(freshBytes(partSize + 6), 'merged.bin')).deliver();
  const again = await begin(upload.bytes, 'merged.bin');
  assert.equal(again.uploadId, upload.uploadId);
  assert.equal((await again.save()).instanceName, 'merged.bin');
});

test('an upload that the store has lost is opened anew by the next check, and arrives whole', async () => {
  const bytes = freshBytes(partSize + 8);
  const first = await begin(bytes, 'lost.bin');
  await first.initiate();
  assert.equal((await first.part(1)).status, 200);
  await company.store.abort(first.plan.objectKey, first.uploadId);
  const second = await begin(bytes, 'lost.bin');
  assert.deepEqual([second.plan.objectKey, second.uploadId], [first.plan.objectKey, '']);
  const file = await (await second.deliver()).save();
  assert.ok(bytes.equals(await person.downloads(file.instanceId)));
});

test('an upload that was merged with parts left out is not offered again: the next try begins anew and is saved', async () => {
  const bytes = freshBytes(8_388_608 + 100);
  const what = { name: 'left-out.bin', parentId: person.rootId };
  const first = await Upload.begin(person, bytes, what);
  await first.initiate();
  await first.part(1);
  assert.equal((await first.merge()).status, 200);
  await assert.rejects(first.save(), refused('UPLOAD_MISMATCH'));
  const second = await Upload.begin(person, bytes, what);
  assert.notEqual(second.plan.objectKey, first.plan.objectKey);
  assert.equal((await (await second.deliver()).save()).instanceName, 'left-out.bin');
});
