/** What small uploads leave in the store is explained, so it does not stop the removal of objects without a row. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../ids.ts';
import { freshBytes, openCompany, Upload, uploadFile } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { divideStrays } from './expected-strays.ts';
import { sweepStrays } from './index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

/** Negative, because the store's clock may be ahead of ours. */
const anyAge = -60_000;
const isThere = async (key: string) => (await company.store.head(key, { fresh: true })) !== null;
const areThere = async (keys: readonly string[]) => (await Promise.all(keys.map(isThere))).filter(Boolean).length;
const put = (key: string) => company.store.put(key, Readable.from([Buffer.from('bytes')]), 5);
const aDayPasses = () => sql`update stray_object set seen_at = seen_at - interval '25 hours'`.execute(company.database);
const expected = async () =>
  (await sql<{ count: number }>`select coalesce(sum(count), 0)::bigint as count from expected_stray`.execute(company.database)).rows[0]!
    .count;
const planKey = (): string => `${newId()}.8c.${'w'.repeat(16)}.${'x'.repeat(16)}`;
const sweep = () => sweepStrays(company, { leastAgeMs: anyAge, mostADay: 1 });

test('small uploads that nobody saved go, however many they are; more of their kind than were counted are unexplained', async () => {
  const sends = async (name: string): Promise<Upload> => {
    const upload = await Upload.begin(person, freshBytes(300), { name, parentId: person.rootId });
    await upload.put();
    return upload;
  };
  await uploadFile(person, freshBytes(300), { name: 'saved.txt', parentId: person.rootId });
  const givenUp = await sends('given up.txt');
  await givenUp.recycle();
  await givenUp.recycle();
  const left = [await sends('1.txt'), await sends('2.txt'), await sends('3.txt')].map(({ plan }) => plan.objectKey);
  for (const until = Date.now() + 30_000; (await expected()) !== 3; await sleep(200)) assert.ok(Date.now() < until, `${await expected()}`);

  await sweep();
  await aDayPasses();
  await sweep();
  assert.deepEqual([await areThere(left), await expected()], [0, 0], 'three went, though one a day is the most');
  assert.deepEqual(company.troubles.splice(0), []);

  // As in a database that was restored from an older copy: it knows nothing of what was saved since.
  const unexplained = [planKey(), planKey()];
  for (const key of unexplained) await put(key);
  await sweep();
  await aDayPasses();
  await sweep();
  assert.equal(await areThere(unexplained), 2);
  assert.match(company.troubles.splice(0).join(), /unusually many objects/);
});

test('those of a day explain no others', () => {
  const [one, other, late] = [planKey(), planKey(), 'a stray'];
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(divideStrays([one, late, other], new Map([[today, 1]])), { expected: [one], others: [late, other] });
  assert.deepEqual(divideStrays([one], new Map([['2020-01-01', 9]])), { expected: [], others: [one] });
});
