/** A bin with very many entries from very many folders: a page reads each of them a few times, and never compares each with every other. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { openCompany, statementsOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { pageOfBin } from './page-of-bin.ts';

const [folders, entries] = [2000, 20_000];
let company: Company;
let [leader, manager]: Person[] = [];
before(async () => {
  company = await openCompany();
  [leader, manager] = [await company.person(), await company.person()];
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: 'bins', preallocatedSize: 1_000_000 });
  await leader.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: manager.userId, level: 'viewOnly' }] });
  const tops = [await leader.folder('managed', groupId), await leader.folder('beside', groupId)].map(({ instanceId }) => instanceId);
  const subject = { kind: 'person', id: manager.userId } as const;
  await leader.call(calls.privilege.updateUserRole, { instanceId: tops[0]!, subject, role: 'manager' });
  await company.database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    const make = (items: ReturnType<typeof sql>) =>
      sql`
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id, deleted_at)
      select id, space_id, parent_id, false, name, name, creator_id, editor_id, deleted_at from (${items} offset 0) made`.execute(
        transaction,
      );
    await make(sql`select uuidv7() as id, p.space_id, p.id as parent_id, 'folder ' || n as name, p.creator_id, p.editor_id, null::timestamptz as deleted_at
      from instance p, generate_series(1, ${folders / 2}::int) n where p.id = any(${tops}::uuid[])`);
    await make(sql`select uuidv7() as id, p.space_id, p.id as parent_id, 'deleted ' || n as name, p.creator_id, p.editor_id, now() as deleted_at
      from instance p, generate_series(1, ${entries / folders}::int) n where p.parent_id = any(${tops}::uuid[])`);
    await sql`insert into recycle (id, instance_id, space_id, parent_id, deleted_by, deleted_at, expires_at, files, size)
      select uuidv7(), id, space_id, parent_id, creator_id, now() - random() * interval '1 day', now() + interval '1 day', 0, 0
      from instance where deleted_at is not null`.execute(transaction);
  });
  await sql`vacuum analyze`.execute(company.database);
});
after(() => company.close());

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
}
const looked = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, below) => sum + looked(below), 0);
const literal = (value: unknown): string => (Array.isArray(value) ? `'{${value.join()}}'` : value === null ? 'null' : `'${String(value)}'`);

/** The number of rows that all statements of a page read. Each is planned as a prepared statement. */
async function rowsLookedAt(person: Person, input: object): Promise<number> {
  const { database } = company;
  const context = { caller: { userId: person.userId }, language: 'en-US' } as UserContext;
  const asked = await statementsOf(database, (listening) => pageOfBin(listening, calls.recycle.page.request.parse(input), context));
  assert.ok(asked.length > 4);
  return database.connection().execute(async (connection) => {
    let sum = 0;
    for (const { sql: text, parameters } of asked) {
      const ask = (what: string) => connection.executeQuery<Record<string, unknown>>(CompiledQuery.raw(what));
      if (/set_config\('enable_hashjoin'/.test(text)) {
        await ask('set enable_hashjoin = on');
        continue;
      }
      const name = `"${newId()}"`;
      await ask(`prepare ${name} as ${text}`);
      const given = parameters.length > 0 ? `(${parameters.map(literal).join()})` : '';
      const { rows } = await ask(`explain (analyze, format json) execute ${name} ${given}`);
      await ask('set enable_hashjoin = off');
      sum += looked((rows[0]!['QUERY PLAN'] as [{ Plan: Node }])[0].Plan);
    }
    return sum;
  });
}

for (const [what, input] of Object.entries({
  newest: {},
  'by size': { sortField: 'fileSize' },
  'a late page': { page: 15, pageSize: 100 },
}))
  test(`${what}: who leads the group and who manages a folder of it look at each entry a few times`, async (context) => {
    // For the manager, each entry also needs a permission check.
    for (const [who, person, most] of [
      ['leader', leader!, 12],
      ['manager', manager!, 22],
    ] as const) {
      const rows = await rowsLookedAt(person, input);
      context.diagnostic(`${who} ${rows}`);
      assert.ok(rows < most * entries, `${who}: ${rows} rows for ${entries} entries`);
    }
  });
