/** A change that is sent twice with one key is done once and answered the same, whatever broke in between. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { allCalls, calls, failures } from '@alcove/contract';
import { openCompany, openCutLine } from '../testing/index.ts';
import type { Client, Company, CutLine, Person, Reply } from '../testing/index.ts';
import { examples, signInAdmin } from './changes.test-support.ts';
import type { Example } from './changes.test-support.ts';
import { removeOldAnswers } from './index.ts';

let company: Company;
let line: CutLine;
let [a, b]: Person[] = [];
let admin: Client;
before(async () => {
  company = await openCompany({ line: async (url) => (line = await openCutLine(url)).url });
  [a, b] = [await company.person(), await company.person()];
  admin = await signInAdmin(company);
});
after(async () => {
  await company.close();
  await line.close();
});

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const said = ({ status, errcode, data }: Reply) => ({ status, errcode, data });
let count = 0;
const example = (name: string): Promise<Example> => examples[name]!(company, { a: a!, b: b!, admin, n: `n${(count += 1)}` });

/** Written beside the requests too, or kept figures that have a row from the first time on. */
const unwatched = ['request_answer', 'session', 'blob_text', 'instance_name', 'rendition', 'folder_height', 'removal_count'];
/** How many rows each table has. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
    company.database,
  );
  const watched = tables.map(({ name }) => name).filter((name) => !unwatched.includes(name));
  const counted = sql.join(
    watched.map((name) => sql`select ${sql.lit(name)} as name, count(*)::int as n from ${sql.table(name)}`),
    sql` union all `,
  );
  const { rows } = await sql<{ name: string; n: number }>`${counted}`.execute(company.database);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** What a request adds to each table and takes from it. */
async function changedBy(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await rowCounts();
  await work();
  const now = await rowCounts();
  return Object.fromEntries(Object.keys(now).map((name) => [name, now[name]! - before[name]!]));
}

test('every call that is to be done once has an example here', () => {
  const once = allCalls.filter((call) => call.changes === 'once').map((call) => call.name);
  assert.deepEqual(Object.keys(examples).sort(), once.sort());
});

const refusedAnyway: Record<string, number> = { 'task.cancel': failures.TASK_NOT_FOUND.errcode };

/**
 * One of each kind; a cut costs seconds, for every plan is made anew after it. All of them with ALCOVE_CUT_ALL=1.
 */
const cut = new Set(
  process.env['ALCOVE_CUT_ALL'] === '1'
    ? Object.keys(examples)
    : [
        'instance.createFolder',
        'instance.batchCreateFolder',
        'instance.rename',
        'instance.remove',
        'instance.move',
        'instance.copy',
        'instance.restoreVersion',
        'instance.comment',
        'recycle.restoreFirstRecycleFile',
        'group.createGroup',
        'group.removeMembers',
        'innerSharing.create',
        'access.answer',
        'user.changePassword',
      ],
);

for (const name of Object.keys(examples)) {
  if (cut.has(name)) continue;
  test(`${name}: sent twice with one key, it is done once and answered the same`, async () => {
    const { by, call, fields } = await example(name);
    const key = keyed();
    const answer = await by.ask(call, fields, key);
    assert.equal(answer.errcode, refusedAnyway[name] ?? 0, answer.errmsg);
    const again = await changedBy(async () => assert.deepEqual(said(await by.ask(call, fields, key)), said(answer)));
    assert.ok(
      Object.values(again).every((more) => more === 0),
      JSON.stringify(again),
    );
  });
}

for (const name of cut) {
  test(`${name}: its commit is done and the line breaks before that is known; sent again, it is done once and answered`, async () => {
    let whole: Reply | undefined;
    const first = await example(name);
    const expected = await changedBy(async () => {
      whole = await first.by.ask(first.call, first.fields, keyed());
    });
    assert.equal(whole?.errcode, refusedAnyway[name] ?? 0, whole?.errmsg);
    const { by, call, fields } = await example(name);
    const key = keyed();
    const changed = await changedBy(async () => {
      line.cutAt({ from: 'update "request_answer"', statement: 1, when: 'after' });
      const broken = await by.ask(call, fields, key);
      assert.ok(line.mend(), 'the commit was cut');
      assert.deepEqual([broken.status, broken.errcode], [503, failures.UNAVAILABLE.errcode]);
      assert.ok(Number(broken.headers.get('retry-after')) > 0);
      const answer = await by.ask(call, fields, key);
      assert.deepEqual([answer.errcode, Object.keys(answer.data ?? {})], [whole?.errcode, Object.keys(whole?.data ?? {})], answer.errmsg);
      assert.deepEqual(said(await by.ask(call, fields, key)), said(answer));
    });
    assert.deepEqual(changed, expected);
  });
}

for (const name of ['instance.createFolder']) {
  test(`${name}: cut at each of its statements in turn, it never answers that the server is broken, and is done once`, async () => {
    const one = await example(name);
    const expected = await changedBy(async () => void (await one.by.ask(one.call, one.fields, keyed())));
    for (let statement = 0, cut = true; cut; statement += 1) {
      const { by, call, fields } = await example(name);
      const key = keyed();
      const changed = await changedBy(async () => {
        line.cutAt({ from: 'insert into request_answer', statement, when: statement % 2 === 0 ? 'before' : 'after' });
        const broken = await by.ask(call, fields, key);
        cut = line.mend();
        assert.ok(broken.status === 503 || !cut, `${statement}: ${broken.status} ${broken.errmsg}`);
        const answer = await by.ask(call, fields, key);
        assert.deepEqual([answer.status, answer.errcode], [200, 0], `${statement}: ${answer.errmsg}`);
      });
      assert.deepEqual(changed, expected, `at ${statement}`);
    }
  });
}

test('without a key a line that breaks asks to come back, and nothing is kept of the request', async () => {
  for (const when of ['before', 'after'] as const) {
    line.cutAt({ from: 'insert into "instance"', statement: 0, when });
    const broken = await a!.ask(calls.instance.createFolder, { parentId: a!.rootId, instanceName: `no key ${when}` }, keyed(''));
    assert.ok(line.mend());
    assert.deepEqual([broken.status, broken.errcode], [503, failures.UNAVAILABLE.errcode]);
    assert.equal(
      (await a!.ask(calls.instance.createFolder, { parentId: a!.rootId, instanceName: `no key ${when}` }, keyed(''))).errcode,
      0,
    );
  }
});

test('two of one key at once are one change, and both get its answer; without it they are two', async () => {
  const make = (headers: Record<string, string>) =>
    a!.ask(calls.instance.createFolder, { parentId: a!.rootId, instanceName: 'at once' }, headers);
  const key = keyed();
  const [one, other] = await Promise.all([make(key), make(key)]);
  assert.deepEqual([one.errcode, said(other)], [0, said(one)]);
  assert.equal((await make(keyed())).errcode, failures.NAME_TAKEN.errcode);
});

test('a refusal is an answer too: the repeat is refused the same, although it would be done by now', async () => {
  const key = keyed();
  const { instanceId } = await a!.folder('in the way');
  const make = () => a!.ask(calls.instance.createFolder, { parentId: a!.rootId, instanceName: 'in the way' }, key);
  assert.equal((await make()).errcode, failures.NAME_TAKEN.errcode);
  await a!.call(calls.instance.remove, { instanceIds: [instanceId] });
  assert.equal((await make()).errcode, failures.NAME_TAKEN.errcode);
  await a!.folder('in the way');
});

test('a wrong password counts once however often it is sent, and nothing of any password is kept', async () => {
  const one = await company.person();
  const key = keyed();
  const change = (oldPassword: string) => one.ask(calls.user.changePassword, { oldPassword, newPassword: 'Another-password-1' }, key);
  const counted = () => changedBy(async () => void (await change('not the password')));
  assert.equal((await change('not the password')).errcode, failures.OLD_PASSWORD_WRONG.errcode);
  assert.ok(Object.values(await counted()).every((more) => more === 0));
  const { rows } = await sql<{ hash: Buffer }>`select fields_hash as hash from request_answer where user_id = ${one.userId}`.execute(
    company.database,
  );
  await one.ask(calls.user.changePassword, { oldPassword: 'yet another', newPassword: 'Another-password-2' }, keyed());
  const { rows: both } = await sql<{
    hash: Buffer;
  }>`select distinct fields_hash as hash from request_answer where user_id = ${one.userId}`.execute(company.database);
  assert.deepEqual([rows.length, both.length], [1, 1]);
});

test('a key belongs to one person and one request; what is no key is refused', async () => {
  const key = keyed();
  const make = (who: Person, instanceName: string, headers = key) =>
    who.ask(calls.instance.createFolder, { parentId: who.rootId, instanceName }, headers);
  assert.equal((await make(a!, 'mine')).errcode, 0);
  assert.equal((await make(b!, 'mine')).errcode, 0);
  const reused = await make(a!, 'another');
  assert.deepEqual([reused.status, reused.errcode], [422, failures.KEY_REUSED.errcode]);
  for (const wrong of ['short', 'x'.repeat(129), 'with a space in it, and long']) {
    const refused = await make(a!, 'never', keyed(wrong));
    assert.deepEqual([refused.status, refused.field], [400, 'Idempotency-Key'], wrong);
  }
});

test('an answer is kept for ten minutes, and of one person only so many', async () => {
  const key = keyed();
  const make = () => a!.ask(calls.instance.createFolder, { parentId: a!.rootId, instanceName: 'kept' }, key);
  const age = (minutes: number) =>
    sql`update request_answer set created_at = now() - make_interval(mins => ${minutes}) where key = ${key['idempotency-key']}`.execute(
      company.database,
    );
  const first = await make();
  await age(9);
  await removeOldAnswers(company.database);
  assert.deepEqual(said(await make()), said(first));
  await age(11);
  await removeOldAnswers(company.database);
  assert.equal((await make()).errcode, failures.NAME_TAKEN.errcode);
  await sql`insert into request_answer (user_id, key, fields_hash, outcome, created_at)
    select ${b!.userId}, 'many-' || n, '', '{}', now() - make_interval(mins => 3, secs => n * 0.001) from generate_series(1, 2500) n`.execute(
    company.database,
  );
  await removeOldAnswers(company.database);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from request_answer where user_id = ${b!.userId}`.execute(
    company.database,
  );
  assert.equal(rows[0]!.n, 2000);
});
