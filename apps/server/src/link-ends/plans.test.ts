/** The jobs of many links read each link a few times, by an index. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { serviceConfigOf } from '@alcove/contract';
import { openCompany, plansOf } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { endUnvisited } from './end-unvisited.ts';
import { openTelling } from './tell-creators.ts';

const many = 20_000;
let company: Company;
before(async () => {
  company = await openCompany();
  const person = await company.person();
  const { instanceId } = await person.folder('linked');
  // One of a hundred is open, one of a thousand is also unvisited.
  await sql`
    insert into link (id, path, instance_id, creator_id, name, permissions, visitor_type, validity, state, changed_at)
    select uuidv7(), 'path-of-a-link-in-a-plan-' || n, ${instanceId}, ${person.userId}, 'link', '{download}', 'everyone', 'employment',
      case when n % 100 = 0 then 'valid' else 'expired' end, now() - case when n % 1000 = 0 then interval '40 days' else interval '1 day' end
    from generate_series(1, ${many}::int) n`.execute(company.database);
  await sql`vacuum analyze link`.execute(company.database);
});
after(() => company.close());

const indexOf = (plans: Awaited<ReturnType<typeof plansOf>>, index: string): void => {
  const of = plans.filter(({ text }) => / from link l/.test(text));
  assert.ok(of.length > 0);
  assert.ok(
    of.some(({ plan }) => plan.includes(`using ${index} on link`)),
    of.map(({ plan }) => plan).join('\n'),
  );
  for (const { plan } of of) assert.doesNotMatch(plan, /Seq Scan on link/, plan);
};

test('the creators of open links are told by the index of open links', async () => {
  indexOf(await plansOf(company.database, (database) => openTelling(database)()), 'link_open');
});

test('unvisited links are found by their index, whatever their number', async () => {
  const config = () => Promise.resolve({ ...serviceConfigOf([]).config, linkUnvisitedDays: 30 });
  indexOf(await plansOf(company.database, (database) => endUnvisited(database, config)), 'link_unvisited');
});
