/** Statements that walk down a tree use the index on parents, whatever the planner's statistics say about the table. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { children } from './children.ts';

let company: Company;
let owner: Person;
before(async () => {
  company = await openCompany();
  owner = await company.person();
  await sql`alter table instance set (autovacuum_enabled = off)`.execute(company.database);
});
after(() => company.close());

const planOf = (folderId: string) =>
  sql<{ 'QUERY PLAN': string }>`explain with recursive under as (
    select i.id, i.is_file from instance i where i.id = ${folderId}
    union all
    select c.id, c.is_file from under cross join ${children('under.id')} c where not under.is_file
  ) select count(*) as items from under`.execute(company.database);
const grow = (folderId: string, count: number) =>
  sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
    select id, space_id, parent_id, false, id::text, id::text, creator_id, editor_id from (
      select gen_random_uuid() as id, p.space_id, p.id as parent_id, p.creator_id, p.editor_id from instance p, generate_series(1, ${count}::int) where p.id = ${folderId} offset 0
    ) as new`.execute(company.database);

test('a tree that has grown since it was counted is still walked by the index of parents, one folder after the other', async () => {
  const top = await owner.folder('top');
  for (const step of ['new', 'counted', 'grown', 'counted', 'grown']) {
    if (step === 'counted') await sql`analyze instance`.execute(company.database);
    if (step === 'grown') await grow(top.instanceId, 5000);
    const plan = (await planOf(top.instanceId)).rows.map((row) => row['QUERY PLAN']);
    assert.ok(
      plan.some((line) => /Index Cond: \(.*parent_id = under/.test(line)),
      `${step}:\n${plan.join('\n')}`,
    );
    assert.ok(!plan.some((line) => line.includes('Join Filter')), `${step}:\n${plan.join('\n')}`);
  }
});
