/** Whatever is done to a table after its copy was made, the copy follows. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { firstUnseen, withKeys } from './catch-up-queries.ts';
import { catchUp } from './catch-up.ts';
import { copyRows } from './copy-tables.ts';
import { beginUnlocked, shareSnapshot } from './database-move-queries.ts';
import { copyOutText, end, prepareForBulk, readTables } from './dump-queries.ts';

const tables = `
  create table plain (id int primary key, code text unique, size bigint not null, twice bigint generated always as (size * 2) stored);
  create table pair (one uuid, two text, at timestamptz default now(), primary key (two, one));
  create table counted (id bigint generated always as identity primary key, keys int[]);
  create table keyless (n int);
  create table still (id int primary key)`;
const all = `select
  (select json_agg(p order by id) from plain p) as plain, (select json_agg(p order by two, one) from pair p) as pair,
  (select json_agg(c order by id) from counted c) as counted, (select json_agg(k order by n) from keyless k) as keyless`;

/**
 * Waits until no transaction that has begun is open, in no database of the server: what is written later than one of them counts as changed.
 */
async function settle(): Promise<void> {
  const { rows } = await old!.pool.query<{ id: string }>('select pg_current_xact_id()::text as id');
  const settled = `select pg_snapshot_xmin(pg_current_snapshot()) > '${rows[0]!.id}'::xid8 as yes`;
  for (const end = Date.now() + 60_000; !(await old!.pool.query<{ yes: boolean }>(settled)).rows[0]!.yes; await sleep(20))
    assert.ok(Date.now() < end, 'another test holds a transaction open');
}

let [old, copy]: TestDatabase[] = [];
let [read, other, write, second]: PoolClient[] = [];
before(async () => {
  [old, copy] = [await openTestDatabase({ migrated: false }), await openTestDatabase({ migrated: false })];
  await old.pool.query(tables);
  await copy.pool.query(tables);
  await old.pool.query(`
    insert into plain select n, 'code ' || n, n from generate_series(1, 500) n;
    insert into pair select uuidv7(), 'two ' || n from generate_series(1, 50) n;
    insert into counted (keys) select array[n, n + 1] from generate_series(1, 50) n;
    insert into keyless select n from generate_series(1, 5) n;
    insert into still values (1)`);
  await settle();
  [read, other] = [await old.pool.connect(), await old.pool.connect()];
  [write, second] = [await copy.pool.connect(), await copy.pool.connect()];
  for (const client of [read, other, write, second]) await prepareForBulk(client);
});
after(async () => {
  for (const client of [read, other, write, second]) client?.release(true);
  await Promise.all([old?.stop(), copy?.stop()]);
});

test('rows that came, changed, went or changed places since a snapshot', async () => {
  const lanes = [
    { read: read!, write: write! },
    { read: other!, write: second! },
  ];
  const keyed = await withKeys(read!, await readTables(read!));
  const moment = async (work: () => Promise<void>): Promise<string> => {
    await beginUnlocked(read!);
    await shareSnapshot(read!, [other!]);
    const next = await firstUnseen(read!);
    await work();
    for (const client of [read!, other!]) await end(client);
    return next;
  };
  // This one has begun before the first snapshot and ends after it.
  const open = await old!.pool.connect();
  await open.query(`begin; update plain set code = 'late' where id = 400; insert into keyless values (100)`);
  await old!.pool.query('select pg_current_xact_id()');
  let since = await moment(async () => {
    for (const shape of keyed) await copyRows(lanes[0]!, { shape, text: copyOutText(shape) }, new AbortController().signal);
  });
  await open.query('commit');
  open.release();
  const told: string[] = [];
  const follow = async (): Promise<number> => {
    let rows = 0;
    const before = since;
    await settle();
    since = await moment(async () => {
      rows = await catchUp(lanes, keyed, { since: before, signal: new AbortController().signal, each: (table) => told.push(table) });
    });
    assert.deepEqual((await copy!.pool.query(all)).rows, (await old!.pool.query(all)).rows);
    return rows;
  };
  await old!.pool.query(`
    delete from plain where id = 7;
    insert into plain values (501, 'code 7', 70);
    update plain set code = 'aside' where id = 1;
    update plain set code = 'code 1' where id = 2;
    update plain set code = 'code 2' where id = 1;
    update plain set id = 900 where id = 3;
    update pair set at = now() - interval '1 day' where two = 'two 9';
    delete from pair where two = 'two 10';
    insert into pair values (uuidv7(), 'two 11'), (uuidv7(), '\\N "quoted"	tab');
    insert into counted (keys) values (null), ('{}');
    delete from keyless where n < 3`);
  const [{ rows: keptBefore }] = [await copy!.pool.query('select xmin from still')];
  await follow();
  assert.deepEqual(told.toSorted(), ['counted', 'keyless', 'pair', 'plain', 'still']);
  assert.deepEqual((await copy!.pool.query('select xmin from still')).rows, keptBefore, 'what did not change is not written again');

  await old!.pool.query(`truncate pair; delete from counted where id % 2 = 0; insert into pair values (uuidv7(), 'alone')`);
  await follow();
  assert.equal(await follow(), 4, 'nothing changed, and only what has no key is copied');

  await copy!.pool.query(`insert into plain values (1000, 'not ours', 1)`);
  await follow();
});
