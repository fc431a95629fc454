import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, limits } from '@alcove/contract';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { removeOldRecords } from './record-queries.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

const record = (filename: string) => ({
  id: randomUUID(),
  filename,
  fileSize: 5,
  transferType: 'upload' as const,
  parentNames: ['项目', '合同'],
  parentId: randomUUID(),
  fileId: randomUUID(),
});
const namesOf = async (whose: Person, page = 1) =>
  (await whose.call(calls.transfer.page, { page, pageSize: 20 })).items.map(({ filename }) => filename);

test('records follow the person, newest first, twenty to a page, and nobody else sees them', async () => {
  const names = Array.from({ length: 45 }, (_, index) => `第${index + 1}份 📄.docx`);
  await person.call(calls.transfer.add, { records: names.map(record) });
  const newest = names.toReversed();
  assert.deepEqual(await namesOf(person), newest.slice(0, 20));
  assert.deepEqual(await namesOf(person, 3), newest.slice(40));
  const first = await person.call(calls.transfer.page, { page: 1, pageSize: 20 });
  assert.equal(first.total, 45);
  assert.deepEqual(first.items[0]?.parentNames, ['项目', '合同']);
  assert.deepEqual(await namesOf(await company.person()), []);
});

test('a record that is sent twice is there once, and another person may have the same id', async () => {
  const someone = await company.person();
  const other = await company.person();
  const one = record('一次.txt');
  for (const name of ['一次.txt', '改名.txt']) await someone.call(calls.transfer.add, { records: [{ ...one, filename: name }] });
  await other.call(calls.transfer.add, { records: [{ ...one, filename: '别人的.txt' }] });
  assert.deepEqual([await namesOf(someone), await namesOf(other)], [['一次.txt'], ['别人的.txt']]);
});

test("clearing empties the caller's list and no other", async () => {
  const [someone, other] = [await company.person(), await company.person()];
  for (const one of [someone, other]) await one.call(calls.transfer.add, { records: [record('a.txt')] });
  await someone.call(calls.transfer.clear, {});
  assert.deepEqual([await namesOf(someone), await namesOf(other)], [[], ['a.txt']]);
});

test('records of more than 30 days are not shown, and the daily job removes just those', async () => {
  const someone = await company.person();
  await someone.call(calls.transfer.add, { records: [record('旧.txt'), record('新.txt')] });
  const age = (days: number, name: string) =>
    sql`update finished_transfer set finished_at = now() - make_interval(days => ${days}) where file_name = ${name}`.execute(
      company.database,
    );
  await age(limits.recordDays + 1, '旧.txt');
  await age(limits.recordDays - 1, '新.txt');
  assert.deepEqual(await namesOf(someone), ['新.txt']);
  assert.equal(await removeOldRecords(company.database), 1);
  assert.equal(await removeOldRecords(company.database), 0);
  assert.deepEqual(await namesOf(someone), ['新.txt']);
});

test('bad records are refused by name and nothing of the call is kept', async () => {
  const someone = await company.person();
  const call = (records: unknown[]) => someone.call(calls.transfer.add, { records } as never);
  for (const records of [[], [record('a'), { ...record('b'), fileSize: -1 }], [{ ...record('c'), id: 'x' }]])
    await assert.rejects(call(records), refused('BAD_REQUEST'));
  const many = Array.from({ length: limits.recordsPerCall + 1 }, () => record('d'));
  await assert.rejects(call(many), refused('TOO_MANY_ITEMS'));
  assert.deepEqual(await namesOf(someone), []);
});
