/** Planted damage is reported, intact data passes, and ordinary work during the check is not reported as a fault. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { markKey } from '../removal/index.ts';
import { freshBytes, openCompany, Upload, uploadFile } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { check, Findings } from './index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

async function found(contents = true): Promise<string[]> {
  const findings = new Findings();
  assert.equal(await check({ ...company, findings, tell: () => {} }, contents), false);
  return findings.list().map(({ what, shown }) => `${what}: ${shown.join()}`);
}

async function stored(name: string, size = 5000): Promise<{ instanceId: string; key: string }> {
  const { instanceId } = await uploadFile(person, freshBytes(size), { name, parentId: person.rootId });
  await company.verified();
  const { object_key: key } = await company.database
    .selectFrom('instance as i')
    .innerJoin('replica as r', 'r.blob_id', 'i.blob_id')
    .select('r.object_key')
    .where('i.id', '=', instanceId)
    .executeTakeFirstOrThrow();
  return { instanceId, key };
}

/** A UUIDv7 of that time. */
const uuidOf = (time: Date): string => {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

const put = (key: string, bytes: Buffer) => company.store.put(key, Readable.from([bytes]), bytes.length);

/** Plants one fault, checks that it alone is reported, so that the one before is repaired, and repairs it. */
async function plants(what: RegExp, plant: () => Promise<unknown>, takeBack: () => Promise<unknown>, contents = false): Promise<void> {
  await plant();
  const said = await found(contents);
  assert.equal(said.length, 1, said.join('\n'));
  assert.match(said[0]!, what);
  await takeBack();
}

test('each kind of damage in the store is named, with what it is about; a whole store is clean', async () => {
  const bytes = freshBytes(5000);
  const { instanceId, key } = await stored('damaged.bin');
  const good = Buffer.concat(await (await company.store.read(key))!.toArray());
  await stored('parts.bin', 8_388_608 + 10);
  const open = await Upload.begin(person, freshBytes(40), { name: 'open.bin', parentId: person.rootId });
  await open.put();
  assert.deepEqual(await found(), [], 'a small upload that is not saved yet has no row');
  const replace = async (by: Buffer) => {
    await company.store.remove(key);
    await put(key, by);
  };
  await plants(
    new RegExp(`^contents whose object is missing or damaged: ${key} of ${instanceId} version 1$`),
    () => company.store.remove(key),
    () => put(key, good),
  );
  await plants(
    new RegExp(`^contents whose object has another size: ${key} .*: 4999 instead of 5000$`),
    () => replace(good.subarray(1)),
    () => replace(good),
  );
  await plants(
    new RegExp(`^contents that differ from their hash: ${key} `),
    () => replace(bytes),
    () => replace(good),
    true,
  );
  await plants(
    /^objects without a row: nobodys-object$/,
    () => put('nobodys-object', bytes),
    () => company.store.remove('nobodys-object'),
  );
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  const over = `${uuidOf(twoDaysAgo)}.8c.${'w'.repeat(16)}.${'x'.repeat(16)}`;
  await plants(
    new RegExp(`^objects without a row: ${over}$`),
    () => put(over, bytes),
    () => sql`insert into expected_stray (day, count) values (${twoDaysAgo.toISOString().slice(0, 10)}, 1)`.execute(company.database),
  );
  assert.deepEqual(await found(), [], 'one small upload of that day was not saved');
  await plants(
    /^a version whose content is stored nowhere: .* version 1$/,
    async () => {
      await sql`create table kept as select * from replica where object_key = ${key}`.execute(company.database);
      await sql`delete from replica where object_key = ${key}`.execute(company.database);
      await company.store.remove(key);
    },
    async () => {
      await sql`insert into replica select * from kept`.execute(company.database);
      await put(key, good);
    },
  );
  await plants(
    /^a store that does not belong to the database: /,
    () => company.store.remove(markKey),
    async () => {
      const { mark } = await company.database.selectFrom('object_store').select('mark').executeTakeFirstOrThrow();
      await put(markKey, Buffer.from(mark));
    },
  );
  const [blob] = await company.database.selectFrom('blob').select('id').limit(1).execute();
  await plants(
    /^previews whose object is missing or damaged: lost-preview of .* as entry:1$/,
    () =>
      sql`insert into rendition (blob_id, kind, state, object_key, content_type, size) values (${blob!.id}, 'entry:1', 'ready', 'lost-preview', 'text/plain', 4)`.execute(
        company.database,
      ),
    () => sql`delete from rendition where object_key = 'lost-preview'`.execute(company.database),
  );
  assert.deepEqual(await found(), []);
});

test('what waits for its removal, what is being sent, and what nobody needs any more is no fault', async () => {
  const { instanceId, key } = await stored('short-lived.bin');
  await uploadFile(person, freshBytes(900), { name: 'short-lived.bin', parentId: person.rootId, onConflict: 'version' });
  await person.call(calls.version.remove, { instanceId, version: 1 });
  await company.store.remove(key);
  await put('on-its-way-out', freshBytes(10));
  await sql`insert into object_removal (object_key, due_at) values ('on-its-way-out', now() + interval '1 hour')`.execute(company.database);
  assert.deepEqual(await found(), []);
});

test('a check that is interrupted says so', async () => {
  const findings = new Findings();
  assert.equal(await check({ ...company, findings, tell: () => {}, signal: AbortSignal.abort() }, true), true);
});
