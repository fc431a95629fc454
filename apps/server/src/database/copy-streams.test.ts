import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import type { PoolClient } from 'pg';
import { CopyIn, CopyOut } from './copy-streams.ts';
import { openTestDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';

let database: TestDatabase;
let client: PoolClient;
before(async () => {
  database = await openTestDatabase({ migrated: false });
  client = await database.pool.connect();
  await client.query('create table source (id bigint, words text); create table target (like source)');
  await client.query(`insert into source select n, repeat(md5(n::text) || '云\\', (n % 90)::int) from generate_series(1, 6000) n`);
});
after(async () => {
  client.release(true);
  await database.stop();
});

const digest = async (table: string): Promise<string> =>
  (await client.query<{ all: string }>(`select md5(string_agg(id || words, ',' order by id)) as all from ${table}`)).rows[0]!.all;

test('what is copied out slowly and in again is the same, byte for byte, and the connection is of use afterwards', async () => {
  const other = await database.pool.connect();
  const out = client.query(new CopyOut('copy source to stdout'));
  const into = other.query(new CopyIn('copy target from stdin'));
  const slow = new PassThrough({
    highWaterMark: 1000,
    transform: (chunk, _encoding, done) => void setImmediate(done, null, chunk),
  });
  await pipeline(out, slow, into);
  assert.deepEqual([out.rows, into.rows], [6000, 6000]);
  assert.equal(await digest('target'), await digest('source'));
  await other.query('truncate target');
  other.release();
});

test('an error of either side ends the stream with its reason, and nothing is there', async () => {
  await assert.rejects(pipeline(client.query(new CopyOut('copy nothing to stdout')), new PassThrough().resume()), /relation "nothing"/);
  await assert.rejects(pipeline(Readable.from(['not a number\tx\n']), client.query(new CopyIn('copy target from stdin'))), /invalid input/);
  const failing = Readable.from(
    (async function* () {
      yield '1\tone\n';
      throw new Error('the file cannot be read');
    })(),
  );
  await assert.rejects(pipeline(failing, client.query(new CopyIn('copy target from stdin'))), /cannot be read/);
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from target');
  assert.equal(rows[0]!.n, 0);
});
