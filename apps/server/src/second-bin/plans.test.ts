/** A bin with very many entries: each page and each step of the job reads a few rows of an index, never all entries or all items. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { openCompany, plansOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { findNext } from './mark-queries.ts';
import { pageOfSecondBin } from './page.ts';
import { expire, findGoing, lockDue } from './removal-queries.ts';
import { countHeld } from './brake-queries.ts';

const entries = 60_000;
let company: Company;
let [person, other]: Person[] = [];
before(async () => {
  company = await openCompany();
  [person, other] = [await company.person(), await company.person()];
  await company.database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const [by, count] of [
      [person, entries],
      [other, 200],
    ] as const) {
      await sql`
        insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id, deleted_at)
        select uuidv7(), p.space_id, p.id, false, '报告 ' || n, '报告 ' || n, p.creator_id, p.editor_id, now()
        from instance p, generate_series(1, ${count}::int) n where p.id = ${by!.rootId}`.execute(transaction);
    }
    await sql`
      insert into recycle (id, instance_id, space_id, parent_id, deleted_by, deleted_at, expires_at, files, size, bytes, bin, left_at, going_at)
      select uuidv7(), id, space_id, parent_id, creator_id, now() - random() * interval '20 days', now(), 1, 1, 1, 2, now() - random() * interval '20 days',
        case when random() < 0.1 then now() + interval '1 day' end
      from instance where deleted_at is not null`.execute(transaction);
  });
  await sql`vacuum analyze`.execute(company.database);
});
after(() => company.close());

const page = async (input: object): Promise<void> => {
  const asked = await plansOf(company.database, (database) =>
    pageOfSecondBin({ database, serviceConfig: company.alcove.serviceConfig }, calls.adminRecycle.page.request.parse(input)),
  );
  for (const { plan } of asked) assert.doesNotMatch(plan, /Seq Scan on (recycle|instance|space|user_account)\b/, plan);
};

for (const [what, input] of Object.entries({
  'the newest': () => ({}),
  'the oldest': () => ({ sortOrder: 'asc' }),
  'a late page': () => ({ page: 90, pageSize: 100 }),
  'one person': () => ({ deletedBy: other!.userId }),
  'a day': () => ({ from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() }),
  'a name': () => ({ keyword: '告 5999' }),
}))
  test(`a page of ${what} reads no whole table`, async () => {
    const began = performance.now();
    await page(input());
    assert.ok(performance.now() - began < 10_000);
  });

test('the steps of the job and of an emptying read no whole table', async () => {
  const asked = await plansOf(company.database, (database) =>
    database.transaction().execute(async (transaction) => {
      await expire(transaction, { days: 30, most: 500 });
      await lockDue(transaction, { left: 10, most: 200 });
      await findGoing(transaction, 200);
      await countHeld(transaction, 10);
      await findNext(transaction, {}, { before: new Date().toISOString(), after: undefined, most: 500 });
    }),
  );
  assert.ok(asked.length >= 5);
  for (const { plan } of asked) assert.doesNotMatch(plan, /Seq Scan on (recycle|instance)\b/, plan);
});
