import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import { openObjectStore } from '../storage/index.ts';
import { checkFields, freshBytes, openCompany, Upload, uploadFile } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { collectUnneeded } from '../contents/index.ts';
import { crashPoints, judgeStore, markKey, removeDue, requireOwnStore, sweepStrays, WrongStore } from './index.ts';
import type { RemovalDeps } from './index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
  // The server's own collection runs two seconds after the start, and again an hour later. After it, the tests run each collection
  // themselves.
  await sleep(3000);
});
after(() => company.close());

/** Negative, because the store's clock may be ahead of ours. */
const anyAge = -60_000;
const begin = (bytes: Buffer<ArrayBuffer>, name: string) => Upload.begin(person, bytes, { name, parentId: person.rootId });
const isThere = async (key: string) => (await company.store.head(key, { fresh: true })) !== null;
const put = (key: string) => company.store.put(key, Readable.from([Buffer.from('bytes')]), 5);
/** Makes all removals due, as if every signature had expired. */
const timePasses = () => sql`update object_removal set due_at = now(), last_at = now()`.execute(company.database);
const aDayPasses = () => sql`update stray_object set seen_at = seen_at - interval '25 hours'`.execute(company.database);
const removals = async () => (await company.database.selectFrom('object_removal').selectAll().execute()).length;
const keyOf = async (instanceId: InstanceId): Promise<string> =>
  (
    await company.database
      .selectFrom('instance as i')
      .innerJoin('replica as r', 'r.blob_id', 'i.blob_id')
      .select('r.object_key')
      .where('i.id', '=', instanceId)
      .executeTakeFirstOrThrow()
  ).object_key;

/** Creates content that has not been needed for two days, and returns its object key. */
async function unneeded(name: string): Promise<string> {
  const file = await uploadFile(person, freshBytes(500), { name, parentId: person.rootId });
  await company.verified();
  const key = await keyOf(file.instanceId);
  await uploadFile(person, freshBytes(500), { name, parentId: person.rootId, onConflict: 'version' });
  await person.call(calls.version.remove, { instanceId: file.instanceId, version: 1 });
  await sql`update blob set unneeded_since = now() - interval '2 days' where unneeded_since is not null`.execute(company.database);
  return key;
}

test('I4: bytes sent by a signature after the upload was given up do not stay outside of every quota', async () => {
  const upload = await begin(freshBytes(4000), 'late.bin');
  await upload.recycle();
  assert.equal((await upload.put()).status, 200, 'the signature is valid yet');
  assert.equal(await isThere(upload.plan.objectKey), true);
  await removeDue(company);
  assert.equal(await isThere(upload.plan.objectKey), true, 'not due yet');
  await timePasses();
  await removeDue(company);
  assert.deepEqual([await isThere(upload.plan.objectKey), await removals()], [false, 0]);
});

test('an opening of parts that is replayed leaves nothing open when the upload is given up', async () => {
  const upload = await begin(freshBytes(8_388_608 + 5), 'parts.bin');
  const opened = [await upload.initiate(), await upload.initiate(), await upload.initiate()];
  await upload.part(1);
  await upload.recycle();
  await timePasses();
  await removeDue(company);
  const left = await Promise.all(opened.map((uploadId) => company.store.listParts(upload.plan.objectKey, uploadId)));
  assert.deepEqual(left, [null, null, null]);
});

test('I5: an object that no row knows goes a day after it was seen; what is known, and what is young, never does', async () => {
  const known = await uploadFile(person, freshBytes(700), { name: 'known.bin', parentId: person.rootId });
  const sent = await begin(freshBytes(300_000), 'sent.bin');
  const small = await begin(freshBytes(300), 'small uploads have no row.bin');
  for (const upload of [sent, small]) await upload.put();
  await put('stray-object');
  const sweep = (leastAgeMs: number) => sweepStrays(company, { leastAgeMs });
  await sweep(3_600_000);
  await aDayPasses();
  await sweep(3_600_000);
  for (const key of ['stray-object', small.plan.objectKey]) assert.equal(await isThere(key), true, 'it may still get its row');
  await sweep(anyAge);
  assert.equal(await isThere('stray-object'), true, 'seen once');
  await aDayPasses();
  await sweep(anyAge);
  for (const key of ['stray-object', small.plan.objectKey]) assert.equal(await isThere(key), false);
  assert.equal((await sent.save()).instanceName, 'sent.bin');
  await person.downloads(known.instanceId);
  assert.equal(await isThere(markKey), true);
});

test('unusually much to remove stops the removal, and the log says so', async () => {
  for (const key of ['stray-1', 'stray-2', 'stray-3']) await put(key);
  await sweepStrays(company, { leastAgeMs: anyAge });
  await aDayPasses();
  await sweepStrays(company, { leastAgeMs: anyAge, mostADay: 2 });
  assert.deepEqual(await Promise.all(['stray-1', 'stray-2', 'stray-3'].map(isThere)), [true, true, true]);
  assert.match(company.troubles.splice(0).join(), /unusually many objects/);
  await sweepStrays(company, { leastAgeMs: anyAge, mostADay: 5 });
  assert.deepEqual(await Promise.all(['stray-1', 'stray-2', 'stray-3'].map(isThere)), [false, false, false]);

  const keys = [await unneeded('brake-1.bin'), await unneeded('brake-2.bin')];
  assert.equal(await collectUnneeded(company, { mostADay: 1 }), 1);
  assert.equal(await collectUnneeded(company, { mostADay: 1 }), 0);
  assert.match(company.troubles.splice(0).join(), /unusually much content/);
  assert.deepEqual((await Promise.all(keys.map(isThere))).sort(), [false, true]);
  assert.equal(await collectUnneeded(company), 1);
});

test('a crash after any step of a removal is settled by the next turn', async () => {
  for (const point of crashPoints) {
    const key = await unneeded(`crash-${point}.bin`);
    await put(`crash-${point.replaceAll(' ', '-')}`);
    await sweepStrays(company, { leastAgeMs: anyAge });
    await aDayPasses();
    let hit = false;
    const dying: RemovalDeps = {
      ...company,
      reached: (now) => {
        if (now !== point) return;
        hit = true;
        throw new Error('crash');
      },
    };
    const upload = await begin(freshBytes(100), `crash-${point}-up.bin`);
    await upload.put();
    for (const work of [
      () => collectUnneeded(dying),
      () => sweepStrays(dying, { leastAgeMs: anyAge }),
      async () => {
        await upload.recycle();
        await timePasses();
        await removeDue(dying);
      },
    ])
      await work().catch((error: Error) => assert.equal(error.message, 'crash'));
    assert.ok(hit, point);
    await collectUnneeded(company);
    await sweepStrays(company, { leastAgeMs: anyAge });
    await timePasses();
    await removeDue(company);
    const gone = [key, `crash-${point.replaceAll(' ', '-')}`, upload.plan.objectKey];
    assert.deepEqual(await Promise.all(gone.map(isThere)), [false, false, false], point);
    assert.equal(await removals(), 0, point);
  }
  assert.deepEqual(company.troubles, []);
});

test('I1: content whose object is gone is not given by instant transfer; the bytes that are sent instead heal the files that lost theirs', async () => {
  const bytes = freshBytes(9000);
  const lost = await uploadFile(person, bytes, { name: 'lost.bin', parentId: person.rootId });
  await company.verified();
  const early = await person.call(calls.upload.checkUploadAble, checkFields(bytes, { name: 'early.bin', parentId: person.rootId }));
  assert.equal(early.uploadflag, '1');
  await company.store.remove(await keyOf(lost.instanceId));
  await assert.rejects(person.downloads(lost.instanceId));
  const again = await begin(bytes, 'again.bin');
  const file = await (await again.deliver()).save();
  await company.verified();
  for (const { instanceId } of [file, lost]) assert.deepEqual(await person.downloads(instanceId), bytes);
  assert.equal(
    (await person.call(calls.upload.checkUploadAble, checkFields(bytes, { name: 'x', parentId: person.rootId }))).uploadflag,
    '1',
  );
});

test('a store is judged by its mark and by what is in it', () => {
  const judged = (...[row, written, files, filling = false]: [string | null, string | null, 'none' | 'there' | 'missing', boolean?]) => {
    const found = judgeStore(
      { row: row === null ? null : { mark: row.slice(1), marked: row.startsWith('+') }, written, files, filling },
      () => 'new',
    );
    return 'fault' in found ? found.fault : found.mark;
  };
  assert.equal(judged(null, null, 'none'), 'new', 'the first start');
  assert.equal(judged(null, null, 'there'), 'new', 'the first start of this release');
  assert.equal(judged(null, null, 'missing'), 'empty');
  assert.equal(judged(null, 'm', 'there'), 'foreign');
  assert.equal(judged('-m', null, 'none'), 'm', 'cut off before the mark was written');
  assert.equal(judged('-m', 'm', 'none'), 'm', 'cut off after it was');
  assert.equal(judged('+m', 'm', 'there'), 'm');
  assert.equal(judged('+m', 'm', 'missing'), 'm', 'the check names what is missing');
  assert.equal(judged('+m', null, 'none'), 'empty');
  assert.equal(judged('+m', 'other', 'there'), 'foreign');
  assert.equal(judged('+m', 'moved to x', 'there'), 'moved');
  assert.equal(judged(null, null, 'there', true), 'filling', 'another bucket that serve move-store has copied to');
  assert.equal(judged('+m', 'm', 'there', true), 'm', 'killed after the rows had named it');
});

test('a second process with another store, and an emptied store, are refused at the start and by readiness', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-other-store-'));
  const credentials = { accessKey: 'a', secretKey: 'b' };
  const other = await openObjectStore({ kind: 'disk', folder, bucket: company.store.bucket, region: 'local', credentials });
  try {
    await assert.rejects(requireOwnStore(company.database, other, { adopt: false }), WrongStore);
    await requireOwnStore(company.database, other, { adopt: true });
    await requireOwnStore(company.database, other, { adopt: false });
    await requireOwnStore(company.database, company.store, { adopt: false });
  } finally {
    await other.close();
    await rm(folder, { recursive: true, force: true });
  }
  await company.store.remove(markKey);
  assert.equal((await fetch(`${company.origin}/readyz`)).status, 503);
  await requireOwnStore(company.database, company.store, { adopt: true });
});
