/**
 * While a backup copies, nothing is removed from the store, whoever asks; afterward everything that was due goes. When the store is switched,
 * nothing is saved that is only in the old one.
 */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { calls } from '@alcove/contract';
import { kyselyOn, openDatabase } from '../database/index.ts';
import type { Database } from '../database/index.ts';
import { removeDue } from '../removal/index.ts';
import { freshBytes, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { withHold } from './backup.ts';
import { lockObjectRows, switchStore } from './move-queries.ts';
import { Refused } from './refusal.ts';

let company: Company;
let database: Database;
before(async () => {
  company = await openCompany();
  database = await openDatabase({ database: { kind: 'external', url: company.databaseUrl }, poolSize: 3 });
});
after(async () => {
  await database.stop();
  await company.close();
});

const never = new AbortController().signal;
const isThere = async (key: string): Promise<boolean> => (await company.store.head(key, { fresh: true })) !== null;
const remove = (): Promise<number> => removeDue({ database: company.database, store: company.store, logger: pino({ level: 'error' }) });
async function condemn(key: string): Promise<void> {
  await company.store.put(key, Readable.from([Buffer.from('bytes')]), 5);
  await sql`insert into object_removal (object_key, bucket) values (${key}, ${company.store.bucket})`.execute(company.database);
}

test('an object that is due stays as long as removal is held, and goes when the hold ends', async () => {
  // Under the hold, because the server removes what is due by itself.
  await withHold(database, never, async () => {
    await condemn('held/one');
    assert.equal(await remove(), 0);
    assert.ok(await isThere('held/one'));
  });
  await remove();
  assert.ok(!(await isThere('held/one')));
});

test('a hold ends with its connection, and then the work under it fails', async () => {
  await assert.rejects(
    withHold(database, never, async (client, signal) => {
      await condemn('held/two');
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener('abort', resolve)));
      signal.throwIfAborted();
    }),
    (error: unknown) => error instanceof Refused && error.because.kind === 'connectionLost',
  );
  await remove();
  assert.ok(!(await isThere('held/two')));
});

// The last one, because the company's store is not its own afterward.
test('saves that met the switch of the store, alone or in a set, are refused, and their room is given back', async () => {
  const person = await company.person();
  const upload = async (name: string): Promise<Upload> =>
    (await Upload.begin(person, freshBytes(300), { name, parentId: person.rootId })).deliver();
  const saved = await upload('before.bin');
  const [asked, resting] = [await upload('asked.bin'), await upload('resting.bin')];
  const set = [await upload('one.bin'), await upload('other.bin')];
  await saved.save();
  const { bucket } = company.store;
  const client = await database.pool.connect();
  let saves: Promise<unknown> | undefined;
  await kyselyOn(client)
    .transaction()
    .execute(async (transaction) => {
      await lockObjectRows(client);
      const items = [saved, ...set].map((one) => one.saveFields());
      const inSet = person.call(calls.upload.uploads, { items }).then((answers) =>
        assert.deepEqual(
          answers.map((one) => (one.done ? one.data.instanceName : one.code)),
          // What was saved before is named again.
          ['before.bin', 'UPLOAD_UNKNOWN', 'UPLOAD_UNKNOWN'],
        ),
      );
      saves = Promise.all([inSet, assert.rejects(asked.save(), refused('UPLOAD_UNKNOWN'))]);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await database.pool.query(waiting)).rows.length === 0) await sleep(20);
      await switchStore(transaction, { from: bucket, to: bucket, kind: 'disk', mark: 'that of another disk' });
    });
  client.release();
  await saves;
  assert.deepEqual(await person.names(), ['before.bin']);
  await assert.rejects(resting.save(), refused('UPLOAD_UNKNOWN'));
  const space = await company.database
    .selectFrom('space')
    .select(['used_bytes', 'reserved_bytes'])
    .where('owner_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(space, { used_bytes: 300, reserved_bytes: 0 });
});
