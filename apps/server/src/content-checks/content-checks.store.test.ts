/** Damage in the store is found, told once and forgotten when it is repaired; reading goes on where a killed process stopped. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import { freshBytes, openCompany, s3TestStore, uploadFile } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { checkAll } from './check-all.ts';
import { checkSome, newFigures } from './check-some.ts';
import type { CheckSettings } from './check-some.ts';
import { isPassDue, paceOf } from './pace.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  // The server's own job rests, so that only this test reads.
  await company.configures('contentCheckDays', 0);
  person = await company.person();
});
after(() => company.close());

const figures = newFigures();
const settings = (): CheckSettings => ({ days: 30, most: null, holder: randomUUID() });
const run = (options: Partial<CheckSettings> = {}, signal?: AbortSignal) =>
  checkSome({ ...company, contentFigures: figures, isBusy: () => false, signal }, { ...settings(), ...options });
/** A new pass, as if the last one had begun long ago, with every fault due to be looked at. */
async function pass(): Promise<void> {
  await sql`update content_check set pass_began_at = now() - interval '40 days', finished_at = now() - interval '39 days'`.execute(
    company.database,
  );
  await sql`update damaged_content set checked_at = now() - interval '2 hours'`.execute(company.database);
  // So short that everything is read at once.
  assert.equal(await run({ days: 1e-6 }), 0);
}
const faults = async () =>
  (
    await sql<{ name: string; fault: string }>`
    select i.name, d.fault from damaged_content d join instance i on i.blob_id = d.blob_id order by i.name`.execute(company.database)
  ).rows.map(({ name, fault }) => `${name} ${fault}`);
const notices = async (): Promise<unknown[]> =>
  (
    await sql<{ data: unknown }>`select data from notice where kind = 'contentFault' order by created_at`.execute(company.database)
  ).rows.map(({ data }) => data);

async function stored(name: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const { instanceId } = await uploadFile(person, bytes, { name, parentId: person.rootId });
  await company.verified();
  return keyOf(instanceId);
}
async function keyOf(instanceId: InstanceId): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select r.object_key as key from instance i join replica r on r.blob_id = i.blob_id where i.id = ${instanceId}`.execute(
    company.database,
  );
  return rows[0]!.key;
}
async function replace(key: string, by: Buffer): Promise<void> {
  await company.store.remove(key);
  await company.store.put(key, Readable.from([by]), by.length);
}

test('a flipped bit and a missing object are found, told once and shown in the metrics, and forgotten when they are whole', async () => {
  const [flipped, lost, whole] = [freshBytes(70_000), freshBytes(900), freshBytes(8_388_608 + 5)];
  const flippedKey = await stored('flipped.bin', flipped);
  const lostKey = await stored('lost.bin', lost);
  await stored('whole.bin', whole);
  await pass();
  assert.deepEqual([await faults(), await notices(), figures.damaged], [[], [], 0]);

  const damaged = Buffer.from(flipped);
  damaged[40_000]! ^= 1;
  await replace(flippedKey, damaged);
  const original = Buffer.concat(await (await company.store.read(lostKey))!.toArray());
  await company.store.remove(lostKey);
  // Content that nobody needs any more is no fault.
  const file = await uploadFile(person, freshBytes(500), { name: 'gone.bin', parentId: person.rootId });
  await company.verified();
  const gone = await keyOf(file.instanceId);
  await uploadFile(person, freshBytes(600), { name: 'gone.bin', parentId: person.rootId, onConflict: 'version' });
  await company.verified();
  await person.call(calls.version.remove, { instanceId: file.instanceId, version: 1 });
  await company.store.remove(gone);
  await pass();
  await pass();
  assert.deepEqual(await faults(), ['flipped.bin damaged', 'lost.bin missing']);
  assert.deepEqual([await notices(), figures.damaged, figures.finishedSecondsAgo], [[{ contents: 2 }], 2, 0]);
  const metrics = await (await fetch(`${company.origin}/metrics`)).text();
  assert.match(metrics, /^alcove_contents_damaged \d+$/m);
  assert.match(metrics, /^alcove_contents_read_seconds -?\d+$/m);

  await company.store.put(lostKey, Readable.from([original]), original.length);
  // Equal content is asked for again instead of being taken from the damaged one, and then repairs it.
  assert.notEqual(await stored('again.bin', flipped), flippedKey);
  await pass();
  assert.deepEqual([await faults(), figures.damaged], [[], 0]);
});

/** Whose turn it is stands in the database, so it is not asked again over S3. */
const onDisk: (name: string, work: () => Promise<void>) => void = s3TestStore('') === null ? test : () => {};

onDisk('one process reads at a time; one that was killed is followed where it stopped, and a pass is not begun too early', async () => {
  await pass();
  assert.equal(await run(), 0);
  await sql`update content_check set pass_began_at = now() - interval '40 days', finished_at = now() - interval '39 days'`.execute(
    company.database,
  );
  // Killed: it has read some, kept where it was, and holds the turn.
  const ids = (await sql<{ id: string }>`select id from blob order by id`.execute(company.database)).rows.map(({ id }) => id);
  await sql`update content_check set pass_began_at = now(), checked_to = ${ids[0]!}, holder = ${randomUUID()}, held_until = now() + interval '1 second'`.execute(
    company.database,
  );
  const key = (await sql<{ key: string }>`select object_key as key from replica where blob_id = ${ids[0]!}`.execute(company.database))
    .rows[0]!.key;
  const bytes = Buffer.concat(await (await company.store.read(key))!.toArray());
  await company.store.remove(key);
  assert.equal(await run(), 0);
  const under = async () =>
    (await sql<{ under: boolean }>`select finished_at < pass_began_at as under from content_check`.execute(company.database)).rows[0]!
      .under;
  assert.equal(await under(), true, 'another process has the turn');
  await sleep(1100);
  // A run that is told to stop keeps where it was.
  assert.equal(await run({ runMs: 0 }), 1);
  assert.equal(await run({ days: 1e-6 }), 0);
  assert.deepEqual([await under(), await faults()], [false, []], 'what had been read already was not read again');
  await company.store.put(key, Readable.from([bytes]), bytes.length);
});

onDisk('what is stored after a pass began is not read twice in a row, but in the next pass', async () => {
  await sql`update content_check set pass_began_at = now() - interval '40 days', finished_at = now() - interval '39 days'`.execute(
    company.database,
  );
  assert.equal(await run({ days: 1e-6, runMs: 0 }), 1);
  const bytes = freshBytes(700);
  const key = await stored('later.bin', bytes);
  await company.store.remove(key);
  assert.equal(await run({ days: 1e-6 }), 0);
  assert.deepEqual(await faults(), []);
  await pass();
  assert.deepEqual(await faults(), ['later.bin missing']);
  await company.store.put(key, Readable.from([bytes]), bytes.length);
  await pass();
});

onDisk('all at once: several together at the rate, damage in order, and whoever was stopped is followed where they stopped', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `all-${n}.bin`);
  for (const [n, name] of names.entries()) await stored(name, freshBytes(20_000 + n));
  const { rows } = await sql<{ id: string; key: string; name: string | null; size: number; known: boolean }>`
    select b.id, r.object_key as key, b.size, b.quarantined_at is not null as known, (select min(name) from instance i where i.blob_id = b.id) as name
    from blob b join replica r on r.blob_id = b.id order by b.id`.execute(company.database);
  const lost = rows.filter(({ name }) => name === 'all-2.bin' || name === 'all-5.bin').map(({ key }) => key);
  const kept: Buffer[] = [];
  for (const key of lost) {
    kept.push(Buffer.concat(await (await company.store.read(key))!.toArray()));
    await company.store.remove(key);
  }
  let seen: string[] = [];
  let [now, most] = [0, 0];
  const head: typeof company.store.head = async (key, options) => {
    seen.push(key);
    most = Math.max(most, (now += 1));
    // The first damaged content ends long after the second.
    await sleep(key === lost[0] ? 300 : 20);
    now -= 1;
    return company.store.head(key, options);
  };
  const store = Object.assign(Object.create(company.store) as typeof company.store, { head });
  const verify = async (options: Partial<Parameters<typeof checkAll>[0]> = {}) => {
    seen = [];
    const found: string[] = [];
    const answered = await checkAll({
      ...company,
      store,
      bytesPerSecond: Infinity,
      resume: false,
      begun: () => {},
      read: () => {},
      found: ({ objectKey }) => void found.push(objectKey),
      ...options,
    });
    return { ...answered, found };
  };
  // The standing check of a server has the turn and loses it.
  await sql`update content_check set holder = ${randomUUID()}, held_until = now() + interval '1 minute'`.execute(company.database);
  const readable = rows.reduce((sum, { key, size, known }) => (known || lost.includes(key) ? sum : sum + size), 0);
  const began = performance.now();
  const whole = verify({ bytesPerSecond: readable });
  await sleep(100);
  assert.equal(await run({ days: 1e-6 }), 0);
  const { contents, found } = await whole;
  assert.deepEqual([contents, found], [rows.length, lost]);
  assert.ok(performance.now() - began > 750, 'the rate holds for all together');
  assert.ok(most > 2 && most <= 8, `${most} at once`);

  const stop = new AbortController();
  let ended = 0;
  const stopped = verify({ signal: stop.signal, read: () => void ((ended += 1) === 3 && stop.abort()) });
  await assert.rejects(stopped, { name: 'AbortError' });
  const { checked_to: cursor } = (await sql<{ checked_to: string }>`select checked_to from content_check`.execute(company.database))
    .rows[0]!;
  assert.ok(cursor >= rows[0]!.id && cursor < rows.at(-1)!.id);
  const rest = await verify({ resume: true });
  const left = rows.filter(({ id }) => id > cursor);
  const looked = left.filter(({ known }) => !known).map(({ key }) => key);
  assert.deepEqual([rest.contents, [...seen].sort()], [left.length, looked.sort()]);
  // What is through is read from its beginning.
  assert.equal((await verify({ resume: true })).contents, rows.length);
  for (const [n, key] of lost.entries()) await company.store.put(key, Readable.from([kept[n]!]), kept[n]!.length);
  await verify();
  assert.deepEqual(await faults(), []);
});

test('the pace: all in eighty per cent of the days, never faster than the limit, and not slower than 1 MiB a second', () => {
  const tebibyte = 2 ** 40;
  assert.equal(Math.round(paceOf(10 * tebibyte, { days: 30, most: null }) / 2 ** 20), 5);
  assert.equal(paceOf(1000 * tebibyte, { days: 30, most: 1000 }), 1000);
  assert.equal(paceOf(5, { days: 30, most: null }), 2 ** 20);
  assert.deepEqual([isPassDue(null, 30), isPassDue(29 * 86_400_000, 30), isPassDue(30 * 86_400_000, 30)], [true, false, true]);
});
