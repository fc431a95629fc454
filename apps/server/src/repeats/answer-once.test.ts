/** A change that is sent twice with one key is done once and answered the same, whatever broke in between. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { allCalls, calls, failures } from '@alcove/contract';
import { leftOut, openCompany, openCutLine, turnOf } from '../testing/index.ts';
import type { Client, Company, CutLine, Person, Reply } from '../testing/index.ts';
import { changedSince, engage, keyed, refusedAnyway, rounds, rowCounts, said, send, sendUntilHeld } from './all-at-once.test-support.ts';
import type { RowCounts } from './all-at-once.test-support.ts';
import { examples, signInAdmin } from './changes.test-support.ts';
import type { Example } from './changes.test-support.ts';
import { removeOldAnswers } from './answer-queries.ts';

let company: Company;
let line: CutLine;
let [a, b]: Person[] = [];
let admin: Client;
before(async () => {
  company = await openCompany({ line: async (url) => (line = await openCutLine(url)).url, poolSize: roundsNow[0]!.length + 20 });
  [a, b] = [await company.person(), await company.person()];
  admin = await signInAdmin(company);
});
after(async () => {
  await company.close();
  await line.close();
});

const fieldsOf = ({ data }: Reply): string[] => Object.keys(data ?? {});
let count = 0;
const example = (name: string): Promise<Example> => examples[name]!(company, { a: a!, b: b!, admin, n: `n${(count += 1)}` });

/** How many rows the work adds to or removes from each table. */
async function changedBy(work: () => Promise<void>): Promise<RowCounts> {
  const before = await rowCounts(company.database);
  await work();
  return changedSince(company.database, before);
}

test('every call that is to be done once has an example here', () => {
  const once = allCalls.filter((call) => call.changes === 'once').map((call) => call.name);
  assert.deepEqual(Object.keys(examples).sort(), once.sort());
});

/** Where an example has more objects than one: each has an entry of its own. */
const entriesOf: Record<string, (answer: Reply) => number> = {
  'adminUser.batch': () => 2,
  'innerSharing.create': () => 2,
  'instance.batchCreateFolder': () => 2,
  'adminLink.approve': () => 2,
  'link.batchCreateFolder': () => 2,
  'instance.move': () => 2,
  'recycle.clearFirstRecycleFile': ({ data }) => (data as { removed: number }).removed,
};

/**
 * All changes store their answers alike: the line breaks for one in two of those that are made together, and for one in six of those alone,
 * others with each commit and each in time. What breaks with others is sent twice there, the rest here.
 */
const roundsNow = [turnOf(rounds[0]!, 2), ...turnOf(rounds.slice(1), 6)];
const namesNow = Object.keys(examples).filter((name) => !roundsNow[0]!.includes(name));
for (const [index, name] of namesNow.entries()) {
  test(`${name}: sent twice with one key, it is done once and answered the same`, async (t) => {
    if (index === 0) t.diagnostic(leftOut(namesNow.length, Object.keys(examples).length));
    const { by, call, fields } = await example(name);
    const key = keyed();
    const counts = await rowCounts(company.database);
    const answer = await by.ask(call, fields, key);
    assert.equal(answer.errcode, refusedAnyway[name] ?? 0, answer.errmsg);
    const changed = await changedSince(company.database, counts);
    assert.equal(changed.audit_log, entriesOf[name]?.(answer) ?? 1, 'entries of the audit log');
    assert.deepEqual(said(await by.ask(call, fields, key)), said(answer));
    assert.deepEqual(await changedSince(company.database, counts), changed);
  });
}

for (const [round, kinds] of roundsNow.entries())
  test(`the line breaks when ${kinds.length > 1 ? `${kinds.length} kinds of changes are` : `${kinds[0]} is`} committed and nobody knows; sent again, each is done once and answered`, async (t) => {
    if (round === 0) t.diagnostic(leftOut(roundsNow.flat().length, rounds.flat().length));
    const ready = await engage(company, admin, kinds);
    const whole = await ready(`whole_${round}`);
    let answered: Reply[] = [];
    const expected = await changedBy(async () => void (answered = await Promise.all(whole.map(send))));
    const changes = await ready(`cut_${round}`);
    const changed = await changedBy(async () => {
      const broken = await sendUntilHeld(line, changes, 'after');
      line.cut();
      for (const [index, one] of (await Promise.all(broken)).entries()) {
        const { name } = changes[index]!;
        assert.deepEqual([one?.status, one?.errcode], [503, failures.UNAVAILABLE.errcode], name);
        assert.ok(Number(one?.headers.get('retry-after')) > 0, name);
      }
      line.mend();
      for (const [index, change] of changes.entries()) {
        const answer = await send(change);
        assert.deepEqual([answer.errcode, fieldsOf(answer)], [answered[index]!.errcode, fieldsOf(answered[index]!)], change.name);
        assert.deepEqual(said(await send(change)), said(answer), change.name);
      }
    });
    assert.deepEqual(changed, expected);
  });

test('the line of a change alone breaks at its commit: the server finds out what became of it, and nobody notices', async () => {
  for (const when of ['before', 'after'] as const) {
    const change = { ...(await example('instance.createFolder')), name: 'instance.createFolder', key: randomUUID() };
    const counts = await rowCounts(company.database);
    const [answer] = await sendUntilHeld(line, [change], when);
    line.mend();
    assert.equal((await answer)?.errcode, 0, when);
    assert.equal((await changedSince(company.database, counts))['instance'], 1, when);
  }
});

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
  assert.deepEqual(await counted(), {});
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
