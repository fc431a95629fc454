/** Small uploads have no row while they are open: what was checked is signed into their key. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, encodeName, failures, limits } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { removeDue } from '../removal/index.ts';
import { checkFields, freshBytes, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { collectAbandoned } from './abort-upload.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

const begin = (bytes: Buffer<ArrayBuffer>, name: string, by = person): Promise<Upload> =>
  Upload.begin(by, bytes, { name, parentId: by.rootId });
const sent = async (bytes: Buffer<ArrayBuffer>, name: string, by = person): Promise<Upload> => {
  const upload = await begin(bytes, name, by);
  assert.equal((await upload.put()).status, 200);
  return upload;
};
const space = (of: Person) =>
  company.database.selectFrom('space').select(['used_bytes', 'reserved_bytes']).where('owner_id', '=', of.userId).executeTakeFirstOrThrow();
const rowsOf = async (of: Person): Promise<number> =>
  (await company.database.selectFrom('upload').select('id').where('user_id', '=', of.userId).execute()).length;
const isStored = async ({ plan }: Upload): Promise<boolean> => (await company.store.head(plan.objectKey, { fresh: true })) !== null;
const letRemovalsBeDue = () =>
  company.database
    .updateTable('object_removal')
    .set({ due_at: new Date(0) })
    .execute();

test('the check of a small file writes nothing, and its save charges it', async () => {
  const careful = await company.person({ quotaBytes: 1000 });
  const upload = await sent(freshBytes(600), 'small.bin', careful);
  assert.deepEqual([await rowsOf(careful), await space(careful)], [0, { used_bytes: 0, reserved_bytes: 0 }]);
  const file = await upload.save();
  assert.deepEqual(await careful.downloads(file.instanceId), upload.bytes);
  assert.deepEqual([await rowsOf(careful), await space(careful)], [0, { used_bytes: 600, reserved_bytes: 0 }]);
});

test('I3: the same save sent at once and again answers one file with one charge', async () => {
  const once = await company.person();
  const upload = await sent(freshBytes(700), 'once.bin', once);
  const saved = await Promise.all([1, 2, 3, 4].map(() => upload.save()));
  saved.push(await upload.save());
  const together = await once.call(calls.upload.uploads, { items: [upload.saveFields(), upload.saveFields()] });
  for (const each of together) saved.push(each.done ? each.data : assert.fail(JSON.stringify(each)));
  assert.equal(new Set(saved.map(({ instanceId }) => instanceId)).size, 1);
  assert.deepEqual([await once.names(), (await space(once)).used_bytes], [['once.bin'], 700]);
});

test('I3: a repeated save answers the file also where it got a number or became a version', async () => {
  const again = await company.person();
  await again.uploads('there', 'taken.bin');
  for (const onConflict of ['rename', 'version'] as const) {
    const upload = await Upload.begin(again, freshBytes(80), { name: 'taken.bin', parentId: again.rootId, onConflict });
    await upload.put();
    const [one, other] = [await upload.save(), await upload.save()];
    assert.equal(one.instanceId, other.instanceId);
  }
  assert.deepEqual((await again.names()).sort(), ['taken (1).bin', 'taken.bin']);
  assert.equal((await space(again)).used_bytes, 5 + 80 + 80);
});

test('a key saves nothing but what was checked, and for nobody else', async () => {
  const upload = await sent(freshBytes(300), 'mine.bin');
  const { instanceId: elsewhere } = await person.folder('elsewhere');
  const fields = upload.saveFields();
  for (const other of [
    { fName: encodeName('other.bin') },
    { parentId: elsewhere },
    { fMd5: 'f'.repeat(32) },
    { fSize: 299 },
    { partNum: 2 },
  ])
    await assert.rejects(person.call(calls.upload.upload, { ...fields, ...other }), refused('UPLOAD_STEP_WRONG'), JSON.stringify(other));
  const thief = await company.person();
  await assert.rejects(thief.call(calls.upload.upload, { ...fields, parentId: thief.rootId }), refused('UPLOAD_UNKNOWN'));
  await assert.rejects(thief.call(calls.upload.upload, fields), refused('UPLOAD_UNKNOWN'));
  await thief.call(calls.upload.recycleStorageFile, { bucketName: upload.plan.bucketName, objectKey: upload.plan.objectKey });
  await assert.rejects(
    thief.call(calls.upload.queryUploadAuth, { ...upload.authFields('PUT'), httpVerb: 'PUT' } as never),
    refused('UPLOAD_UNKNOWN'),
  );
  assert.equal((await upload.save()).instanceName, 'mine.bin');
});

test('a save before the bytes arrived is incomplete, and succeeds after them', async () => {
  const upload = await begin(freshBytes(90), 'early.bin');
  await assert.rejects(upload.save(), refused('UPLOAD_INCOMPLETE'));
  assert.equal((await upload.put()).status, 200);
  assert.equal((await upload.save()).instanceName, 'early.bin');
});

test('whoever follows the specification step by step gets the put signed, and no other step', async () => {
  const upload = await begin(freshBytes(400), 'signed.bin');
  await assert.rejects(upload.sign('POST', '?uploads'), refused('UPLOAD_STEP_WRONG'));
  await assert.rejects(upload.sign('PUT', '?partNumber=1&uploadId=x'), refused('UPLOAD_STEP_WRONG'));
  const auth = await upload.sign('PUT', `?token=${encodeURIComponent(upload.plan.token)}`);
  assert.equal((await upload.send('PUT', auth, upload.sent, upload.checksum(upload.sent))).status, 200);
  const again = await upload.put();
  assert.ok([200, 412].includes(again.status), 'the same bytes with the signature of the check: an S3 engine says that they are there');
  assert.equal((await upload.save()).instanceName, 'signed.bin');
});

test('I4: what does not fit is refused at the save, and what fits beside it is saved', async () => {
  const tight = await company.person({ quotaBytes: 2500 });
  const uploads = await Promise.all(['a', 'b', 'c', 'd'].map((name) => sent(freshBytes(1000), `${name}.bin`, tight)));
  const [one, ...others] = uploads.map((upload) => upload.saveFields());
  const [first, rest] = await Promise.all([
    tight.ask<Instance>(calls.upload.upload, one!),
    tight.call(calls.upload.uploads, { items: others }),
  ]);
  const errcodes = [first.errcode, ...rest.map((each) => (each.done ? 0 : each.errcode))];
  assert.deepEqual(
    errcodes.sort((a, b) => a - b),
    [0, 0, failures.SPACE_NOT_ENOUGH.errcode, failures.SPACE_NOT_ENOUGH.errcode],
  );
  assert.deepEqual([await space(tight), (await tight.names()).length], [{ used_bytes: 2000, reserved_bytes: 0 }, 2]);
  const check = await tight.call(calls.upload.checkUploadAble, checkFields(freshBytes(1000), { name: 'e.bin', parentId: tight.rootId }));
  assert.equal(check.uploadflag, '2');
});

test('what was given up cannot be saved, and its object goes when no signature brings it back', async () => {
  const upload = await sent(freshBytes(500), 'given up.bin');
  await upload.recycle();
  await assert.rejects(upload.save(), refused('UPLOAD_UNKNOWN'));
  await removeDue(company, { keys: [upload.plan.objectKey] });
  assert.ok(await isStored(upload), 'a save that began before may still need it');
  await letRemovalsBeDue();
  await removeDue(company);
  assert.ok(!(await isStored(upload)));
  await assert.rejects(upload.save());
  assert.ok(!(await person.names()).includes('given up.bin'));
});

test('giving up what was saved changes nothing', async () => {
  const upload = await sent(freshBytes(450), 'kept.bin');
  const { instanceId } = await upload.save();
  await upload.recycle();
  await letRemovalsBeDue();
  await removeDue(company);
  assert.deepEqual(await person.downloads(instanceId), upload.bytes);
});

test('what is given up while its save waits keeps its bytes if the save succeeds', async () => {
  const torn = await company.person();
  const upload = await sent(freshBytes(550), 'torn.bin', torn);
  const [saving] = await company.database.transaction().execute(async (transaction) => {
    await sql`select from space where owner_id = ${torn.userId} for update`.execute(transaction);
    const save = torn.ask<Instance>(calls.upload.upload, upload.saveFields());
    for (let waiting = 0; waiting === 0; await sleep(5))
      waiting = (
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%saved_upload%'`.execute(company.database)
      ).rows.length;
    await upload.recycle();
    return [save] as const;
  });
  const saved = await saving;
  await letRemovalsBeDue();
  await removeDue(company);
  assert.equal(saved.errcode, 0);
  assert.deepEqual(await torn.downloads(saved.data!.instanceId), upload.bytes);
});

test('in a group, whoever loses the right while the save waits saves nothing', async () => {
  const [leader, member] = [await company.person(), await company.person()];
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: 'planned', preallocatedSize: 1_000_000 });
  await leader.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: member.userId, level: 'manager' }] });
  const upload = await Upload.begin(member, freshBytes(100), { name: 'late.bin', parentId: groupId });
  await upload.put();
  const [saving] = await company.database.transaction().execute(async (transaction) => {
    await sql`select from space where id = ${groupId} for update`.execute(transaction);
    const save = member.ask<Instance>(calls.upload.upload, upload.saveFields());
    for (let waiting = 0; waiting === 0; await sleep(5))
      waiting = (
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%saved_upload%'`.execute(company.database)
      ).rows.length;
    await sql`delete from file_grant where source_id = ${groupId} and subject_id = ${member.userId}`.execute(transaction);
    return [save] as const;
  });
  assert.equal((await saving).errcode, failures.FILE_NOT_FOUND.errcode);
  assert.deepEqual(await leader.names(groupId), []);
  const { rows } = await sql`select from saved_upload where key = ${upload.plan.objectKey}`.execute(company.database);
  assert.equal(rows.length, 0);
});

test('a folder that moved to another space meanwhile gets the file there, and that space pays', async () => {
  const { groupId } = await person.call(calls.group.createGroup, { groupName: 'moved to', preallocatedSize: 1_000_000 });
  const { instanceId } = await person.folder('moves');
  const upload = await Upload.begin(person, freshBytes(250), { name: 'moved.bin', parentId: instanceId });
  await upload.put();
  const before = await space(person);
  await person.call(calls.instance.move, { instanceIds: [instanceId], targetParentId: groupId });
  await upload.save();
  const group = await company.database
    .selectFrom('space')
    .select('used_bytes')
    .where('id', '=', groupId as never)
    .executeTakeFirstOrThrow();
  assert.deepEqual([group.used_bytes, await space(person)], [250, before]);
});

test('whoever asks for very many without saving them gets rows, which reserve their quota', async () => {
  const hoarder = await company.person();
  const ask = (from: number) =>
    hoarder.call(calls.upload.checkUploads, {
      items: Array.from({ length: limits.uploadsPerCall }, (_, at) =>
        checkFields(freshBytes(10), { name: `${from}-${at}`, parentId: hoarder.rootId }),
      ),
    });
  for (let asked = 0; asked + limits.uploadsPerCall <= 1000; asked += limits.uploadsPerCall) await ask(asked);
  const before = await rowsOf(hoarder);
  for (let more = 0; more < 3; more += 1) await ask(1000 + more);
  assert.equal(before, 0);
  assert.ok((await rowsOf(hoarder)) >= limits.uploadsPerCall);
  assert.ok((await space(hoarder)).reserved_bytes > 0);
});

test('what a repeated save would be answered with goes after two days', async () => {
  const upload = await sent(freshBytes(350), 'old.bin');
  await upload.save();
  const known = async () =>
    (await sql`select from saved_upload where key = ${upload.plan.objectKey}`.execute(company.database)).rows.length;
  await collectAbandoned(company);
  assert.equal(await known(), 1);
  await sql`update saved_upload set saved_at = now() - interval '49 hours'`.execute(company.database);
  await collectAbandoned(company);
  assert.equal(await known(), 0);
  await assert.rejects(upload.save(), refused('UPLOAD_UNKNOWN'));
  assert.equal((await person.names()).filter((name) => name === 'old.bin').length, 1);
});
