/** The term of the log: what is old is removed with its seals, nothing else is, and wherever a process is killed the log stays lawful. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { endTerm } from './end-term.ts';
import { openSealedLog } from './seals.test-support.ts';
import type { SealedLog } from './seals.test-support.ts';
import { verifyLog } from './verify.ts';

const dayMs = 24 * 3_600_000;
let log: SealedLog;
let old: number[];
let young: number[];
const logs: SealedLog[] = [];
beforeEach(async () => {
  log = await openSealedLog();
  logs.push(log);
  old = await log.enters(30, `clock_timestamp() - interval '200 days'`);
  await log.seals({ setBackMs: 200 * dayMs });
  young = await log.enters(12, `clock_timestamp() - interval '170 days'`);
  await log.seals({ setBackMs: 170 * dayMs });
});
afterEach(async () => assert.equal(await log.fault(), null));
after(() => Promise.all(logs.map((one) => one.close())));

const ids = async (): Promise<number[]> =>
  (await log.database.selectFrom('audit_log').select('id').where('action', '=', 'instance.rename').orderBy('id').execute()).map(
    ({ id }) => id,
  );
const seals = async (): Promise<number> => (await log.store.listObjects(null, 1000)).objects.length;
async function ends(days: number): Promise<void> {
  while ((await endTerm(log, days)).kind === 'sealed');
}

test('what is too old goes, with its hashes and seals; the rest is still verified', async () => {
  const before = await seals();
  await ends(180);
  const left = await ids();
  assert.deepEqual(left, young);
  assert.ok((await seals()) <= before - 2, `${await seals()} of ${before} seals`);
  const { rows } = await sql<{ count: number }>`select count(*) from audit_log_hash where id < ${left[0]! - 1}`.execute(log.database);
  assert.equal(Number(rows[0]!.count), 0);
  await log.seals();
  const { compared } = await verifyLog(log);
  assert.equal(compared, left.length + 1, 'and the entry that says so');
  const { rows: entries } = await sql`select from audit_log where action = 'system.endLogTerm' and actor_kind = 'system'`.execute(
    log.database,
  );
  assert.equal(entries.length, 1);
  await log.tampers(`delete from audit_log where id = ${left[0]}`);
  assert.deepEqual(await log.fault(), ['missing', left[0]]);
  logs.push((log = await openSealedLog()));
});

test('without a term nothing is removed, and by a term of more days nothing that is younger', async () => {
  await ends(0);
  await ends(300);
  assert.deepEqual(await ids(), [...old, ...young]);
});

test('nobody removes an entry of the last 180 days by the way that is meant for old ones, nor an old one by another way', async () => {
  await assert.rejects(sql`select audit_log_forget(${young[0]}, 1000)`.execute(log.database), /last 180 days/);
  await assert.rejects(sql`delete from audit_log where id = ${old[0]}`.execute(log.database), /not changed or deleted/);
  await assert.rejects(sql`delete from audit_log_hash where id = ${old[0]}`.execute(log.database), /not changed or deleted/);
  assert.deepEqual(await ids(), [...old, ...young]);
});

for (const point of ['term told', 'entries removed', 'seal removed'] as const)
  test(`killed after "${point}": the log is lawful, and the next process completes it`, async () => {
    let hits = 0;
    const reached = (at: string): void => {
      if (at !== point) return;
      hits += 1;
      throw new Error('killed');
    };
    for (let round = 0; round < 4; round += 1) {
      await endTerm({ ...log, reached }, 180).catch((error: Error) => assert.equal(error.message, 'killed'));
      assert.equal(await log.fault(), null);
    }
    assert.ok(hits > 0);
    await ends(180);
    await log.seals();
    assert.deepEqual(await ids(), young);
  });
