/** Contents that arrive together are verified together, and each has an outcome of its own. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calls, uploadFlags } from '@alcove/contract';
import type { BlobId, Instance } from '@alcove/contract';
import { newId } from '../ids.ts';
import { checkFields, freshBytes, openCompany, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

/** Larger than what is hashed while it is saved. */
const newContent = () => freshBytes(300_000);
const upload = async (bytes: Buffer<ArrayBuffer>, name: string, by = person) =>
  (await (await Upload.begin(by, bytes, { name, parentId: by.rootId })).deliver()).save();
const isKnown = async (bytes: Buffer) =>
  (await person.call(calls.upload.checkUploadAble, checkFields(bytes, { name: 'probe.bin', parentId: person.rootId }))).uploadflag ===
  uploadFlags.known;
const blobOf = async ({ instanceId }: Pick<Instance, 'instanceId'>) =>
  (await company.database.selectFrom('instance').select('blob_id').where('id', '=', instanceId).executeTakeFirstOrThrow()).blob_id!;

test('equal contents become one, and each file keeps what it says', async () => {
  const other = await company.person();
  const [bytes, different] = [newContent(), newContent()];
  // All are asked for before one is known.
  const uploads = [
    await Upload.begin(person, bytes, { name: 'first.bin', parentId: person.rootId }),
    await Upload.begin(other, bytes, { name: 'second.bin', parentId: other.rootId }),
    await Upload.begin(person, different, { name: 'third.bin', parentId: person.rootId }),
  ];
  for (const one of uploads) await one.deliver();
  const [first, second, third] = await Promise.all(uploads.map((one) => one.save()));
  await company.verified();
  assert.equal(await blobOf(first!), await blobOf(second!));
  assert.deepEqual(await other.downloads(second!.instanceId), bytes);
  assert.deepEqual(await person.downloads(third!.instanceId), different);
  assert.deepEqual([await isKnown(bytes), await isKnown(different)], [true, true]);
});

test('one that the disk cannot read holds up no other', async () => {
  const { database } = company;
  const pathBelow = (key: string) => {
    const name = createHash('sha256').update(key).digest('hex');
    return join('objects', name.slice(0, 2), name);
  };
  const { object_key } = await database.selectFrom('replica').select('object_key').limit(1).executeTakeFirstOrThrow();
  const [ours] = globSync(join(tmpdir(), 'alcove-company-*/objects/*', pathBelow(object_key)));
  const id = newId<BlobId>();
  const broken = ours!.replace(pathBelow(object_key), pathBelow(id));
  symlinkSync(broken, broken); // a loop: the system refuses to read it
  await database
    .insertInto('blob')
    .values({ id, size: 300_000, md5: '0'.repeat(32), created_at: new Date(0) })
    .execute();
  await database.insertInto('replica').values({ blob_id: id, bucket: company.store.bucket, object_key: id }).execute();
  const whole = newContent();
  await upload(whole, 'whole.bin');
  await assert.rejects(company.verified(), /ELOOP/);
  assert.equal(await isKnown(whole), true);
  rmSync(broken);
  await company.verified(); // it is found to be missing
});

test('two processes that verify the same contents at one moment disturb neither each other nor the files', async () => {
  const contents = Array.from({ length: 6 }, newContent);
  const files = [];
  for (const [index, bytes] of contents.entries()) files.push(await upload(bytes, `both-${index}.bin`));
  await Promise.all([company.verified(), company.verified()]);
  assert.deepEqual(
    await Promise.all(contents.map(isKnown)),
    contents.map(() => true),
  );
  for (const [index, file] of files.entries()) assert.deepEqual(await person.downloads(file.instanceId), contents[index]);
});
