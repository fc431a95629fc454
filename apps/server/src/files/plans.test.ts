/** A page of a folder costs what the page has, however large the folder is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, instanceSortFields } from '@alcove/contract';
import type { UserContext } from '../http/index.ts';
import { openCompany, plansOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { authoriseAlso } from '../permission/index.ts';
import { wholePage } from './list-queries.ts';
import { pageOfFolder } from './list.ts';

let company: Company;
let owner: Person;
before(async () => {
  company = await openCompany();
  owner = await company.person();
  for (const name of ['a', 'b']) await owner.uploads(name, name);
  const { database } = company;
  // As if there were twenty million files: PostgreSQL then plans for 100,000 in a folder, without any of them.
  await sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', 'instance', 'relpages', 1, 'relallvisible', 1,
    'reltuples', 20000000::real)`.execute(database);
});
after(() => company.close());

const context = (): UserContext =>
  ({
    caller: {
      userId: owner.userId,
      sessionId: '',
      sessionKind: 'browser',
      accountName: '',
      realName: '',
      adminItems: [] as UserContext['caller']['adminItems'],
      speedLimit: null,
    },
    language: 'en-US',
  }) as UserContext;

/** In the whole folder, a page is found by its place in an index of this order, and only the rows of the page are put in order. */
function requireWalk(plan: string): void {
  assert.match(plan, /Index Only Scan( Backward)? using instance_\w+ on instance c/);
  for (const [, keys] of plan.matchAll(/Sort Key: (.*)/g))
    assert.doesNotMatch(keys!, /^c(_\d+)?\.(name|size|updated_at|created_at|category)/, plan);
}

for (const sortField of instanceSortFields)
  for (const sortOrder of ['asc', 'desc'] as const)
    test(`no page by ${sortField} ${sortOrder} is found by sorting the folder`, async () => {
      for (const page of [1, 2, 40]) {
        const plans = await plansOf(company.database, (database) =>
          pageOfFolder(
            { database, nameKeys: async () => [] },
            calls.instance.page.request.parse({ parentId: owner.rootId, page, pageSize: 100, sortField, sortOrder }),
            context(),
          ),
        );
        const walks = plans.filter(({ text }) => text.includes('range as materialized'));
        assert.ok(walks.length > 0);
        for (const { plan } of walks) requireWalk(plan);
      }
    });

for (const field of instanceSortFields)
  for (const way of ['up', 'down'] as const)
    test(`the page ${way} from a bookmark by ${field} begins at the bookmark`, async () => {
      const walk = { id: owner.rootId, changes: 1, isFile: true, way, skipped: 500, most: 100 };
      const [plan] = await plansOf(company.database, (database) =>
        authoriseAlso(database, context().caller, owner.rootId, 'list', wholePage({ field, order: 'asc' }, 0, 100, walk)),
      );
      requireWalk(plan!.plan);
      // Within the index: what is before the bookmark is not read.
      assert.match(plan!.plan, new RegExp(`Index Cond: .*ROW\\(.*\\) ${way === 'up' ? '>=' : '<'} ROW`));
    });
