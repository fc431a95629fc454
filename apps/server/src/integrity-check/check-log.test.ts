/** Entries of the audit log that cannot be right are named, among thousands that are; and a log that nobody keeps is, too. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { openCompany, plansOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { checkLog } from './check-log.ts';
import { Findings } from './findings.ts';
import { checkData } from './index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
  const { instanceId } = await person.folder('kept');
  await person.call(calls.instance.remove, { instanceIds: [instanceId] });
  await insert({}, 12_000);
});
after(() => company.close());

/** Inserts entries like a right one, except for these columns. */
async function insert(other: Readonly<Record<string, string>>, count = 1): Promise<number[]> {
  const values = {
    deed: `'read'`,
    action: `'instance.page'`,
    result: '0',
    actor_kind: `'person'`,
    person_id: `'${person.userId}'`,
    actor_name: `'somebody'`,
    ...other,
  };
  const { rows } = await sql<{ id: number }>`
    insert into audit_log (${sql.raw(Object.keys(values).join())}) select ${sql.raw(Object.values(values).join())} from generate_series(1, ${count}::int)
    returning id`.execute(company.database);
  return rows.map(({ id }) => id);
}

/** As whoever may drop the trigger. */
const bare = (...statements: readonly string[]): Promise<void> =>
  company.database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });

const found = async (): Promise<string[]> =>
  (await checkData(company.database)).flatMap(({ what, shown, count }) => shown.map((row) => `${what} (${count}): ${row}`));

const stranger = `'01234567-89ab-7def-8123-456789abcdef'`;
const wrong: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an audit entry of a person who never had an account, or without their name': { person_id: stranger },
  'an audit entry of the system, or of nobody known, that names a person': { actor_kind: `'system'` },
  'an audit entry about an object of no kind': { object_id: stranger },
  'an audit entry without an action, or with a result that there cannot be': { result: '-1' },
  'an audit entry that is much older than the one before it': { at: `now() - interval '2 hours'` },
  'an audit entry of a time that has not come': { at: `now() + interval '2 hours'` },
};

for (const [what, columns] of Object.entries(wrong))
  test(`named, and nothing without it: ${what}`, async () => {
    assert.deepEqual(await found(), []);
    const [id] = await insert(columns);
    const [next] = await insert({});
    // The entry after one of the future is older than that.
    const also = what.includes('has not come') ? [`an audit entry that is much older than the one before it (1): ${next}`] : [];
    assert.deepEqual((await found()).toSorted(), [`${what} (1): ${id}`, ...also].toSorted());
    await bare(`delete from audit_log where id in (${id}, ${next})`);
    assert.deepEqual(await found(), []);
  });

test('of the person: no id, and no name', async () => {
  const ids = [...(await insert({ person_id: 'null' })), ...(await insert({ actor_name: 'null' }))];
  const what = 'an audit entry of a person who never had an account, or without their name (2)';
  assert.deepEqual(
    await found(),
    ids.map((id) => `${what}: ${id}`),
  );
  await bare(`delete from audit_log where id in (${ids.join()})`);
});

test('of many, ten are shown and all are counted, each once, wherever a portion ends', async () => {
  const ids = await insert({ result: '-1' }, 12_000);
  const [finding] = await checkData(company.database);
  assert.deepEqual([finding?.count, finding?.shown], [12_000, ids.slice(0, 10).map(String)]);
  await bare(`delete from audit_log where id in (${ids.join()})`);
  assert.deepEqual(await found(), []);
});

test('a log whose entries can be changed, and one whose ids begin again', async () => {
  await bare('alter table audit_log disable trigger audit_log_is_kept');
  assert.deepEqual(await found(), ['the audit log (1): nothing keeps its entries from being changed']);
  await bare('alter table audit_log enable trigger audit_log_is_kept');
  const { rows } = await sql<{ next: number }>`select max(id) + 1 as next from audit_log`.execute(company.database);
  await bare('alter table audit_log alter column id restart with 5');
  await sql`select nextval(pg_get_serial_sequence('audit_log', 'id'))`.execute(company.database);
  assert.deepEqual(await found(), ['the audit log (1): its ids begin again']);
  await bare(`alter table audit_log alter column id restart with ${rows[0]!.next}`);
  await insert({});
  assert.deepEqual(await found(), []);
});

test('no statement reads the log whole', async () => {
  await sql`analyze`.execute(company.database);
  const plans = await plansOf(company.database, (database) => checkLog({ database, findings: new Findings() }));
  assert.ok(plans.length >= 4, `${plans.length} statements`);
  for (const { text, plan } of plans)
    assert.doesNotMatch(plan, /Seq Scan on (audit_log|user_account)\b|Hash Join|Merge Join/, `${text}\n${plan}`);
});
