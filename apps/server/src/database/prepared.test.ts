import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { preparingPool } from './prepared.ts';
import type { QuietOptions } from './prepared.ts';
import { openTestDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';

let database: TestDatabase;
before(async () => void (database = await openTestDatabase({ migrated: false, poolSize: 1 })));
after(() => database.stop());

/** How many connections answer, one after the other. */
async function connectionsOf(quiet: QuietOptions): Promise<number> {
  const pool = preparingPool(database.pool, () => {}, quiet);
  const seen = new Set<number>();
  for (let asked = 0; asked < 30; asked++) {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', []);
    client.release();
    seen.add(rows[0]!.pid);
  }
  return seen.size;
}

test('a connection that served many is closed when little is asked, and never while much is', async () => {
  assert.equal(await connectionsOf({ usesBeforeClose: 20, windowMs: 60_000, below: 10 }), 1);
  assert.equal(await connectionsOf({ usesBeforeClose: 20, windowMs: 0, below: 1000 }), 2);
});

test('each connection prepares only what it is asked again and again', async () => {
  const pool = preparingPool(database.pool, () => {});
  const preparedAfter = async (times: number): Promise<number> => {
    const client = await pool.connect();
    for (let asked = 0; asked < times; asked++) await client.query('select 1 as often', []);
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements', []);
    client.release();
    return rows.filter(({ statement }) => statement === 'select 1 as often').length;
  };
  assert.equal(await preparedAfter(2), 0);
  assert.equal(await preparedAfter(1), 1);
  (await database.pool.connect()).release(true);
  assert.equal(await preparedAfter(1), 0);
});
