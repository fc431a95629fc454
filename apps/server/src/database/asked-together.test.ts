/** What several requests ask together: each gets its own answer, and nobody else's error. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { askedTogether } from './asked-together.ts';
import { openTestDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';

let opened: TestDatabase;
before(async () => {
  opened = await openTestDatabase({ migrated: false });
  await sql`create table note (owner text, name text, body text)`.execute(opened.kysely);
});
beforeEach(() => sql`truncate note`.execute(opened.kysely));
after(() => opened.stop());

const question = () =>
  askedTogether(
    { owner: 'text', name: 'text' },
    ({ owner, name }) => sql<{ body: string }>`
    select n.body from note n where n.owner = ${owner} and n.name = ${name} and n.body <> ${'hidden'} order by n.body`,
  );
const numbers = askedTogether({ text: 'text' }, ({ text }) => sql<{ number: number }>`select ${text}::integer as number`);

test('each of many askers gets their own rows, whoever else asks for the same name', async () => {
  const owners = Array.from({ length: 230 }, (_, n) => `owner ${n}`);
  for (const owner of owners)
    await sql`insert into note values (${owner}, 'plan', ${owner}), (${owner}, 'plan', ${`${owner}, too`}), (${owner}, 'secret', 'hidden')`.execute(
      opened.kysely,
    );
  const ask = question();
  const answers = await Promise.all(
    owners.flatMap((owner) => [ask(opened.kysely, { owner, name: 'plan' }), ask(opened.kysely, { owner, name: 'secret' })]),
  );
  answers.forEach((rows, n) => {
    const owner = owners[Math.floor(n / 2)]!;
    assert.deepEqual(
      rows.map(({ body }) => body),
      n % 2 === 0 ? [owner, `${owner}, too`] : [],
    );
  });
});

test('what is asked in one turn is one statement, and at most two are under way', async () => {
  const slow = askedTogether(
    { name: 'text' },
    ({ name }) => sql<{ name: string; process: number; most: number }>`
    select ${name} as name, pg_backend_pid() as process, (select count(*)::integer from pg_stat_activity a where a.datname = current_database() and a.state = 'active'
      and a.query like '%slow question%') as most, pg_sleep(0.05), 'slow question' as mark`,
  );
  const first = [1, 2, 3].map((n) => slow(opened.kysely, { name: `first ${n}` }));
  await sleep(5);
  const second = [1, 2].map((n) => slow(opened.kysely, { name: `second ${n}` }));
  await sleep(5);
  const third = [1, 2, 3, 4].map((n) => slow(opened.kysely, { name: `third ${n}` }));
  const processes = (rows: { process: number }[][]): number => new Set(rows.map(([row]) => row!.process)).size;
  const answers = [await Promise.all(first), await Promise.all(second), await Promise.all(third)];
  assert.deepEqual(answers.map(processes), [1, 1, 1]);
  assert.equal(Math.max(...answers.flat(2).map(({ most }) => most)), 2);
});

test('a value that no statement can read fails alone', async () => {
  const asked = ['1', 'none', '3', '99999999999', '5'].map((text) => numbers(opened.kysely, { text }));
  const answers = await Promise.allSettled(asked);
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]!.number : (answer.reason as { code: string }).code)),
    [1, '22P02', 3, '22003', 5],
  );
});

test('a statement that breaks fails for those who asked it, and for nobody later', async () => {
  const waiting = askedTogether(
    { name: 'text', seconds: 'integer' },
    ({ name, seconds }) => sql<{ name: string }>`select ${name} as name, pg_sleep(${seconds}), 'waiting question' as mark`,
  );
  const broken = ['a', 'b'].map((name) => waiting(opened.kysely, { name, seconds: 60 }));
  const settled = Promise.allSettled(broken);
  await until(async () => {
    const { rows } =
      await sql`select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and state = 'active' and query like '%waiting question%'`.execute(opened.kysely);
    return rows.length > 0;
  });
  const later = waiting(opened.kysely, { name: 'later', seconds: 0 });
  const ended = await settled;
  assert.deepEqual(
    ended.map((answer) => answer.status === 'rejected' && (answer.reason as { code: string }).code),
    ['57014', '57014'],
  );
  assert.equal((await later)[0]!.name, 'later');
});

test('somebody who no longer waits spoils nothing for the others', async () => {
  const gone = Promise.race([numbers(opened.kysely, { text: 'none' }), Promise.resolve(null)]);
  const answers = await Promise.all([numbers(opened.kysely, { text: '7' }), numbers(opened.kysely, { text: '8' })]);
  assert.equal(await gone, null);
  assert.deepEqual(
    answers.map(([row]) => row!.number),
    [7, 8],
  );
});

test('what was committed before somebody asked is in the answer, also if others asked before', async () => {
  const ask = question();
  await sql`insert into note values ('zhao', 'plan', 'old')`.execute(opened.kysely);
  for (let n = 0; n < 40; n++) {
    const before = [1, 2, 3].map(() => ask(opened.kysely, { owner: 'zhao', name: 'plan' }));
    await sql`update note set body = ${`new ${n}`}`.execute(opened.kysely);
    const [row] = await ask(opened.kysely, { owner: 'zhao', name: 'plan' });
    assert.equal(row!.body, `new ${n}`);
    await Promise.all(before);
  }
});

test('within a transaction, its own changes are seen and nobody else is asked along', async () => {
  const ask = question();
  const [own, others] = await opened.kysely.transaction().execute(async (transaction) => {
    await sql`insert into note values ('zhao', 'plan', 'not committed')`.execute(transaction);
    return Promise.all([ask(transaction, { owner: 'zhao', name: 'plan' }), ask(opened.kysely, { owner: 'zhao', name: 'plan' })]);
  });
  assert.deepEqual([own.length, others.length], [1, 0]);
  const inUnit = await opened.asOne(async () => {
    await sql`insert into note values ('qian', 'plan', 'not committed')`.execute(opened.kysely);
    return ask(opened.kysely, { owner: 'qian', name: 'plan' });
  });
  assert.equal(inUnit.length, 1);
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5);
}
