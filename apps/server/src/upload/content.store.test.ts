import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { removeDue } from '../removal/index.ts';
import { checkFields, freshBytes, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { collectUnneeded } from '../contents/index.ts';
import { abortUnknownUploads, collectAbandoned } from './abort-upload.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

const partSize = 8_388_608;
const begin = (bytes: Buffer<ArrayBuffer>, name: string, by: Person = person) => Upload.begin(by, bytes, { name, parentId: by.rootId });
const reserved = async (by: Person) =>
  (await company.database.selectFrom('space').select('reserved_bytes').where('owner_id', '=', by.userId).executeTakeFirstOrThrow())
    .reserved_bytes;
const flagOf = async (bytes: Buffer, by: Person) =>
  (await by.call(calls.upload.checkUploadAble, checkFields(bytes, { name: 'probe.bin', parentId: by.rootId }))).uploadflag;

test('I2: content that differs from the announced MD5 is quarantined: not downloaded, never offered to anyone', async () => {
  const announced = freshBytes(5000);
  const sent = freshBytes(5000);
  const upload = await begin(announced, 'liar.bin');
  assert.equal((await upload.put(sent)).status, 200);
  const file = await upload.save();
  await company.verified();
  await assert.rejects(person.call(calls.download.download, { instanceId: file.instanceId }), refused('UPLOAD_MISMATCH'));
  await assert.rejects(person.call(calls.download.preview, { instanceId: file.instanceId }), (error: Error) =>
    /1100|1200/.test(error.message),
  );
  const other = await company.person();
  assert.equal(await flagOf(announced, other), '3');
  assert.equal(await flagOf(sent, other), '3');
});

test('I2: a sha256 that differs from the content quarantines it', async () => {
  const upload = await (await begin(freshBytes(5000), 'sha.bin')).deliver();
  const file = await upload.save({ sha256: 'f'.repeat(64) });
  await company.verified();
  await assert.rejects(person.call(calls.download.download, { instanceId: file.instanceId }), refused('UPLOAD_MISMATCH'));
});

test('the object of a saved file cannot be replaced with a signature that is still valid', async () => {
  const bytes = freshBytes(4000);
  const upload = await (await begin(bytes, 'fixed.bin')).deliver();
  const file = await upload.save();
  const answer = await upload.put(freshBytes(4000));
  await answer.arrayBuffer();
  assert.deepEqual(await person.downloads(file.instanceId), bytes);
});

test('giving up frees the reserved space at once, removes the parts and ends every further step', async () => {
  const giver = await company.person({ quotaBytes: 2 * partSize });
  const upload = await begin(freshBytes(partSize + 10), 'given-up.bin', giver);
  await upload.initiate();
  await upload.part(1);
  assert.equal(await reserved(giver), partSize + 10);
  await upload.recycle();
  await upload.recycle();
  assert.equal(await reserved(giver), 0);
  assert.equal(await company.store.listParts(upload.plan.objectKey, upload.uploadId), null);
  await assert.rejects(upload.sign('PUT', `?partNumber=2&uploadId=${upload.uploadId}`), refused('UPLOAD_UNKNOWN'));
  await assert.rejects(upload.save(), refused('UPLOAD_UNKNOWN'));
});

test('giving up what was saved changes nothing', async () => {
  const bytes = freshBytes(600);
  const upload = await (await begin(bytes, 'kept.bin')).deliver();
  const file = await upload.save();
  await upload.recycle();
  assert.deepEqual(await person.downloads(file.instanceId), bytes);
});

test('I4: giving up and saving at once end in one of the two, with the books right', async () => {
  for (let round = 0; round < 5; round += 1) {
    const racer = await company.person({ quotaBytes: 1000 });
    const upload = await (await begin(freshBytes(1000), 'race.bin', racer)).deliver();
    const [saved] = await Promise.all([racer.ask(calls.upload.upload, upload.saveFields()), upload.recycle()]);
    const { usedSize } = await racer.call(calls.user.queryUserCapacity, {});
    assert.equal(await reserved(racer), 0);
    assert.equal(usedSize, saved.errcode === 0 ? 1000 : 0);
    assert.equal((await racer.names()).length, saved.errcode === 0 ? 1 : 0);
  }
});

test('I5: an upload that nobody touched for a day is collected with its parts and its reserved space', async () => {
  const leaver = await company.person();
  const left = await begin(freshBytes(partSize + 11), 'left.bin', leaver);
  await left.initiate();
  await left.part(1);
  const fresh = await begin(freshBytes(300_000), 'fresh.bin', leaver);
  await company.database
    .updateTable('upload')
    .set({ expires_at: new Date(0) })
    .where('object_key', '=', left.plan.objectKey)
    .execute();
  assert.equal(await collectAbandoned(company), 1);
  await removeDue(company);
  assert.equal(await company.store.listParts(left.plan.objectKey, left.uploadId), null);
  assert.equal(await reserved(leaver), 300_000);
  await assert.rejects(left.save(), refused('UPLOAD_UNKNOWN'));
  assert.equal((await (await fresh.deliver()).save()).instanceName, 'fresh.bin');
});

test('I5: a multipart upload that no row knows is aborted once it is old, and no other', async () => {
  const unknown = await company.store.initiate('abandoned-key', {});
  const upload = await begin(freshBytes(partSize + 12), 'open.bin');
  await upload.initiate();
  await upload.part(1);
  const later = new Date(Date.now() + 48 * 3_600_000);
  assert.equal(await abortUnknownUploads({ ...company, now: () => new Date() }), 0);
  assert.equal(await abortUnknownUploads({ ...company, now: () => later }), 1);
  assert.equal(await company.store.listParts('abandoned-key', unknown), null);
  assert.equal((await upload.listParts()).length, 1);
});

test('I6: content that became unneeded is removed after its grace time, content in use never', async () => {
  const bytes = freshBytes(7000);
  const uploads = [await begin(bytes, 'one.bin'), await begin(bytes, 'two.bin')]; // both begin before the first is verified
  const [one] = [await (await uploads[0]!.deliver()).save(), await (await uploads[1]!.deliver()).save()];
  await company.verified();
  assert.equal(await collectUnneeded(company), 0);
  await company.database
    .updateTable('blob')
    .set({ unneeded_since: new Date(0) })
    .where('size', '=', 7000)
    .execute();
  await collectUnneeded(company); // the server's own job may have collected it already
  assert.deepEqual(await person.downloads(one.instanceId), bytes);
  assert.equal((await company.database.selectFrom('blob').select('id').where('size', '=', 7000).execute()).length, 1);
});

test('obfuscation: what lies in the store differs, what is read is the file, whole and by ranges, and instant transfer works', async () => {
  const obfuscates = company.store.kind === 'disk'; // only our own storage host can undo it, so other stores are not obfuscated
  await company.configures('storageEncryption', true);
  for (const size of [0, 1, 100, 1199, 1200, 1201, 70_000, partSize + 2000]) {
    const bytes = freshBytes(size);
    const upload = await begin(bytes, `secret-${size}.bin`);
    assert.equal(upload.plan.bNeedEncryption, obfuscates && size > 0);
    const file = await (await upload.deliver()).save();
    if (size > 0) {
      const stored = (await company.store.read(upload.plan.objectKey))!;
      assert.equal(Buffer.concat(await stored.toArray()).equals(bytes), !obfuscates, `${size} bytes in the store`);
      const [start, end] = [Math.floor(size / 3), Math.min(size - 1, Math.floor(size / 3) + 300)];
      assert.ok(
        bytes.subarray(start, end + 1).equals(await person.downloads(file.instanceId, `bytes=${start}-${end}`)),
        `range of ${size}`,
      );
    }
    assert.ok(bytes.equals(await person.downloads(file.instanceId)), `${size} bytes`);
    await company.verified();
    assert.ok(bytes.equals(await person.downloads(file.instanceId)), `${size} bytes, verified`);
    if (size < 100) continue;
    const again = await person.uploads(bytes, `again-${size}.bin`);
    assert.ok(bytes.equals(await person.downloads(again.instanceId)), `${size} bytes again`);
  }
  await company.configures('storageEncryption', undefined);
});
