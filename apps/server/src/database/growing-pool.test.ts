import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { growWhileStuck } from './growing-pool.ts';
import type { Growth } from './growing-pool.ts';
import { openTestDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';

const [usual, most] = [2, 12];

let database: TestDatabase;
let pool: pg.Pool;
let growth: Growth;
before(async () => void (database = await openTestDatabase({ migrated: false })));
beforeEach(() => {
  pool = new pg.Pool({ connectionString: database.url, max: usual, idleTimeoutMillis: 0 });
  growth = growWhileStuck(pool, { stuckAfterMs: 10, keptMs: 0 });
});
after(() => database.stop());

async function ask(text: string): Promise<void> {
  const connecting = pool.connect();
  growth.asked();
  const client = await connecting;
  try {
    await client.query(text);
  } finally {
    client.release(growth.isTooMany());
  }
}

/** So many wait for a lock while `work` is done. */
async function whileWaiting(count: number, work: () => Promise<unknown>): Promise<void> {
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  const waiting = Array.from({ length: count }, () => ask('select pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)'));
  try {
    await work();
  } finally {
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
    await Promise.all(waiting);
  }
}

test('somebody else is answered while those who wait for a lock have all usual connections, which are as few as before afterwards', async () => {
  await whileWaiting(most - 1, () => ask('select 1'));
  assert.ok(pool.totalCount <= most);
  while (pool.totalCount > usual) await ask('select 1');
  await pool.end();
});

test('no more connections are opened than that', async () => {
  await whileWaiting(most + 5, async () => {
    while (pool.totalCount < most) await sleep(5);
    await sleep(50);
    assert.equal(pool.totalCount, most);
  });
  await pool.end();
});

test('a connection that cannot be opened is tried again', async () => {
  let refused = 0;
  const refusing = createServer((socket) => void ((refused += 1), socket.destroy()));
  await new Promise<void>((listening) => refusing.listen(0, '127.0.0.1', listening));
  await whileWaiting(usual, async () => {
    while (pool.totalCount < usual || pool.waitingCount > 0) await sleep(5);
    const { options } = pool;
    const { connectionString } = options;
    options.connectionString = `postgres://a@127.0.0.1:${(refusing.address() as AddressInfo).port}/a`;
    const answered = ask('select 1');
    while (refused < most) await sleep(5);
    options.connectionString = connectionString;
    await answered;
  });
  refusing.close();
  await pool.end();
});
