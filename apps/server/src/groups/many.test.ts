import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { group } = calls;
const [manyGroups, manyMembers] = [5000, 2000];
let company: Company;
let [leader, member]: Person[] = [];
let groupId = '';
before(async () => {
  company = await openCompany();
  [leader, member] = [await company.person(), await company.person()];
  groupId = (await leader!.call(group.createGroup, { groupName: 'large', preallocatedSize: 1 })).groupId;
  const { database } = company;
  await sql`insert into user_account (id, account_name, real_name, search_text) select gen_random_uuid(), 'm' || n, 'M' || n, 'm' || n from generate_series(1, ${manyMembers}::int) n`.execute(
    database,
  );
  const give = (subject: string | null, id: string) =>
    sql`
    insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
    select gen_random_uuid(), ${id}, 'person', u.id, 'editor', 'group', ${id}, ${leader!.userId} from user_account u
    where ${subject === null ? sql`u.account_name ~ '^m[0-9]+$'` : sql`u.id = ${subject}`}`.execute(database);
  await give(null, groupId);
  await give(member!.userId, groupId);
  await database.transaction().execute(async (transaction) => {
    await sql`set constraints space_root deferred`.execute(transaction);
    await sql`create temporary table made on commit drop as select gen_random_uuid() as id, n from generate_series(1, ${manyGroups}::int) n`.execute(
      transaction,
    );
    await sql`insert into space (id, kind, owner_id, root_id, quota_bytes) select id, 2, case when n % 100 = 0 then ${member!.userId}::uuid else ${leader!.userId}::uuid end, id, 1 from made`.execute(
      transaction,
    );
    await sql`insert into instance (id, space_id, is_file, name, folded_name, creator_id, editor_id) select id, id, false, '', '', ${leader!.userId}, ${leader!.userId} from made`.execute(
      transaction,
    );
    await sql`insert into group_space (space_id, name, folded_name) select id, 'g' || n, 'g' || n from made`.execute(transaction);
  });
  await sql`analyze`.execute(database);
});
after(() => company.close());

/** The median of nine runs, in milliseconds. */
async function took(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[4]!;
}

test('of many groups and members a page is quick, and people of few groups pay for theirs alone', async (t) => {
  const figures = {
    ledMany: await took(() => leader!.call(group.page, { pageSize: 20 })),
    ledFew: await took(() => member!.call(group.page, { pageSize: 20 })),
    joined: await took(() => member!.call(group.page, { tab: 'group' })),
    members: await took(() => leader!.call(group.queryMembers, { groupId, page: 20, pageSize: 100 })),
    found: await took(() => leader!.call(group.queryMembers, { groupId, keyword: 'm1999' })),
  };
  t.diagnostic(JSON.stringify(figures));
  const [one] = (await member!.call(group.page, { tab: 'group' })).items;
  assert.equal(one?.memberCount, manyMembers + 2);
  // A generous limit. A scan per row would take seconds.
  for (const [what, ms] of Object.entries(figures)) assert.ok(ms < 400, `${what}: ${ms} ms`);
});
