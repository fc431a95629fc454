import assert from 'node:assert/strict';
import { test } from 'node:test';
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
