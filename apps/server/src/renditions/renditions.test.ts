import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { BlobId } from '@alcove/contract';
import { openDatabase } from '../database/index.ts';
import type { RenditionKind } from './converter.ts';
import { openCompany } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { removeDue } from '../removal/index.ts';
import { collectUnneeded } from '../contents/index.ts';
import { collectRenditions } from './collect-queries.ts';
import { aheadOf, askFor, claim, lookAt, settle } from './rendition-queries.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

/** A kind that the server does not make, so that only the test does. */
const kind = 'entry:7';
async function newBlob(name: string): Promise<BlobId> {
  const person = await company.person();
  const { instanceId } = await person.uploads(name, `${name}.txt`);
  const row = await company.database.selectFrom('instance').select('blob_id').where('id', '=', instanceId).executeTakeFirstOrThrow();
  return row.blob_id!;
}
const put = (key: string) => company.store.put(key, Readable.from([Buffer.from('made')]), 4);
const isThere = async (key: string): Promise<boolean> => {
  const stream = await company.store.read(key);
  stream?.destroy();
  return stream !== null;
};

test('one that is made is claimed once; when its maker is gone its object is known to the next, and what comes late is not kept', async () => {
  const { database } = company;
  const blobId = await newBlob('crash');
  await askFor(database, [blobId], kind, null);
  const first = await claim(database, ['entry']);
  assert.deepEqual([first?.blobId, await claim(database, ['entry'])], [blobId, null]);
  await put(first!.objectKey); // the process crashes here
  await sql`update rendition set leased_until = now() - interval '1 second' where blob_id = ${blobId}`.execute(database);
  const second = await claim(database, ['entry']);
  assert.equal(second?.attempts, 2);
  const { rows: leftOver } = await sql`select object_key from object_removal`.execute(database);
  assert.deepEqual(leftOver, [{ object_key: first!.objectKey }]);
  const settled = { state: 'ready', contentType: 'text/plain', size: 4, pixels: null } as const;
  assert.deepEqual([await settle(database, first!, settled), await settle(database, second!, settled)], [false, true]);
  assert.deepEqual(await lookAt(database, blobId, kind), { ...settled, objectKey: second!.objectKey });
});

test('who waits keeps the place in the line however often it is asked for', async () => {
  const { database } = company;
  const [early, late] = [await newBlob('early'), await newBlob('late')];
  for (const blobId of [early, late, early]) await askFor(database, [blobId], kind, null);
  await askFor(database, [early], 'document', null); // in another lane
  const ahead = (blobId: BlobId) => aheadOf(database, { blobId, kind, kinds: ['entry'] });
  assert.deepEqual([await ahead(early), await ahead(late)], [0, 1]);
  assert.equal((await claim(database, ['entry']))?.blobId, early);
  assert.deepEqual([await ahead(early), await ahead(late)], [null, 1], 'being made is no place in the line');
  assert.equal((await claim(database, ['entry']))?.blobId, late);
});

/** Inserts rows for contents that belong to no file. Returns their ids. */
async function manyBlobs(count: number): Promise<BlobId[]> {
  const { rows } = await sql<{ id: BlobId }>`
    insert into blob (id, size, md5, verified_at) select gen_random_uuid(), 1, md5(n::text), now() from generate_series(1, ${count}::int) n returning id`.execute(
    company.database,
  );
  return rows.map(({ id }) => id);
}

test('thousands of files of one person hold up nobody’s one, however many processes take from the line at once', async () => {
  const { database } = company;
  const kindOfNobody = 'of-nobody' as RenditionKind; // this company's server does not claim this kind
  const many = await manyBlobs(2500);
  const one = await newBlob('one');
  await askFor(database, many, kindOfNobody, 'greedy');
  await sql`update rendition set asked_at = asked_at - interval '1 hour' where asked_by = 'greedy'`.execute(database);
  await askFor(database, [one], kindOfNobody, 'modest');
  assert.equal(await aheadOf(database, { blobId: one, kind: kindOfNobody, kinds: [kindOfNobody] }), 1);
  const other = await openDatabase({ database: { kind: 'external', url: company.databaseUrl }, poolSize: 4 });
  try {
    const taken = await Promise.all([database, other.kysely, database, other.kysely].map((each) => claim(each, [kindOfNobody])));
    const blobIds = taken.map((each) => each?.blobId);
    assert.ok(blobIds.includes(one), 'the one is among the first four that are taken, though it came an hour later');
    assert.equal(new Set(blobIds).size, 4);
    assert.equal(blobIds.filter((blobId) => many.includes(blobId!)).length, 3);

    const late = await newBlob('late');
    await askFor(database, [late], kindOfNobody, 'late');
    assert.equal((await claim(other.kysely, [kindOfNobody]))?.blobId, late, 'while all before it are still being made');
  } finally {
    await other.stop();
    await sql`delete from rendition where kind = ${kindOfNobody}`.execute(database);
    await sql`delete from blob where id = any(${many}::uuid[])`.execute(database);
  }
});

test('renditions go with their content, which is freed after them, and when nobody asked for them for long', async () => {
  const { database } = company;
  const [gone, old, kept] = [await newBlob('gone'), await newBlob('old'), await newBlob('kept')];
  const keys: string[] = [];
  for (const blobId of [gone, old, kept]) {
    await askFor(database, [blobId], kind, null);
    const claimed = (await claim(database, ['entry']))!;
    await put(claimed.objectKey);
    await settle(database, claimed, { state: 'ready', contentType: 'text/plain', size: 4, pixels: null });
    keys.push(claimed.objectKey);
  }
  await sql`update rendition set asked_at = now() - case blob_id when ${old} then interval '91 days' else interval '2 days' end where blob_id in (${gone}, ${old}, ${kept})`.execute(
    database,
  );
  await sql`delete from upload where instance_id in (select id from instance where blob_id = ${gone})`.execute(database);
  await sql`delete from version where blob_id = ${gone}`.execute(database);
  await sql`delete from instance where blob_id = ${gone}`.execute(database);
  await sql`update blob set unneeded_since = now() - interval '2 days' where id = ${gone}`.execute(database);
  const isKept = async () => (await database.selectFrom('blob').select('id').where('id', '=', gone).execute()).length === 1;
  assert.equal(await collectUnneeded(company.alcove), 1);
  assert.equal(await isKept(), false);
  assert.equal(await collectRenditions({ database }), 1);
  assert.deepEqual(await Promise.all(keys.map(isThere)), [false, true, true], 'links to the old one are valid for an hour');
  await sql`update object_removal set due_at = now(), last_at = now()`.execute(database);
  await removeDue(company.alcove);
  assert.deepEqual(await Promise.all(keys.map(isThere)), [false, false, true]);
});
