import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openTestDatabase } from './testing.ts';

interface Explained {
  'QUERY PLAN': { JIT?: unknown }[];
}

test('no statement is compiled, although one that reads a small table without an index looks expensive to an old PostgreSQL', async () => {
  const database = await openTestDatabase({ migrated: false });
  await database.pool.query('create table small as select 1 as number');
  const { rows } = await database.pool.query<Explained>(
    'explain (analyze, format json) select number, count(*) from small group by number',
  );
  assert.equal(rows[0]!['QUERY PLAN'][0]!.JIT, undefined);
  await database.stop();
});

test('while more changes wait for one lock than there may be connections, whoever reads is answered, and later all are made', async () => {
  const database = await openTestDatabase({ migrated: false });
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  let ended = 0;
  const change = () =>
    database.asOne(() => sql`select pg_advisory_xact_lock_shared(1)`.execute(database.kysely)).finally(() => (ended += 1));
  const first = Array.from({ length: 10 }, change);
  const usual = database.pool.options.max;
  while (database.pool.totalCount < usual + 5) await sleep(5);
  const changes = [...first, ...Array.from({ length: 10 }, change)];
  await sql`select 1`.execute(database.kysely);
  const endedBefore = ended;
  await holder.query('select pg_advisory_unlock(1)');
  holder.release();
  await Promise.all(changes);
  await database.stop();
  assert.deepEqual([endedBefore, ended], [0, 20]);
});
