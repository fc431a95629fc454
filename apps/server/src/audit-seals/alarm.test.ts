/** A fault is told once to those who answer for the log, and an operator can accept it, for ever visible. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createPerson } from '../identity/index.ts';
import { acceptLog } from './accept.ts';
import { openSealedLog } from './seals.test-support.ts';
import type { SealedLog } from './seals.test-support.ts';
import { verifyLog } from './verify.ts';
import { compareSome, newFigures, watchSeals } from './watch.ts';

let log: SealedLog;
let administrator: string;
before(async () => {
  log = await openSealedLog();
  const make = (accountName: string, role: 'administrator' | 'employee'): Promise<{ userId: string }> =>
    log.database
      .transaction()
      .execute((transaction) =>
        createPerson(transaction, { accountName, realName: accountName, passwordHash: 'none', quotaBytes: null, role }),
      );
  administrator = (await make('chief', 'administrator')).userId;
  await make('somebody', 'employee');
});
after(() => log.close());

async function told(): Promise<unknown[]> {
  const { rows } = await sql<{
    data: unknown;
    user_id: string;
  }>`select data, user_id from notice where kind = 'logFault' order by created_at, id`.execute(log.database);
  assert.ok(rows.every(({ user_id: userId }) => userId === administrator));
  return rows.map(({ data }) => data);
}
const compare = async (): Promise<void> => void (await compareSome({ ...log }));
const faults = async (): Promise<number> =>
  (await log.database.selectFrom('audit_seal_state').select('faults').executeTakeFirstOrThrow()).faults;

test('a fault is told once; while it stands nothing below it is forgotten, and another one is told', async () => {
  const ids = await log.enters(20);
  await log.seals();
  await compare();
  assert.deepEqual(await told(), []);
  await log.tampers(`update audit_log set result = 9 where id = ${ids[14]}`);
  await compare();
  await compare();
  assert.deepEqual(await told(), [{ kind: 'changed', entry: ids[14] }]);
  await log.tampers(`delete from audit_log where id = ${ids[3]}`);
  await compare();
  // The pass had been there already: it finds the earlier one when it begins again.
  assert.deepEqual((await told()).length >= 1, true);
  assert.deepEqual(await log.fault(), ['missing', ids[3]]);
});

test('accepted, the log goes on: it is sealed and verified from there, and it says what was accepted', async () => {
  const before = await log.fault();
  assert.equal(await acceptLog(log, { kind: 'missing', entry: before![1] }), true);
  assert.equal(await log.fault(), null);
  const [later] = await log.enters(5);
  await log.seals();
  const { fault, accepted, compared } = await verifyLog(log);
  assert.deepEqual([fault, accepted, compared], [null, { kind: 'missing', entry: before![1] }, 6]);
  const { rows } = await sql`select from audit_log where action = 'system.acceptLog'`.execute(log.database);
  assert.equal(rows.length, 1);
  await log.tampers(`update audit_log set result = 9 where id = ${later}`);
  assert.deepEqual(await log.fault(), ['changed', later]);
  await log.tampers(`update audit_log set result = 0 where id = ${later}`);
  assert.equal(await log.fault(), null);
});

test('an older database is not sealed over, is told, and can be accepted', async () => {
  const ids = await log.enters(6);
  await log.seals();
  await log.tampers(
    `delete from audit_log where id > ${ids[1]}`,
    `delete from audit_log_hash where id > ${ids[1]}`,
    `update audit_seal_state set sealed_to = ${ids[1]}, newest_key = null, newest_hash = null`,
    `select setval(pg_get_serial_sequence('audit_log', 'id'), ${ids[1]})`,
  );
  const [again] = await log.enters(8);
  assert.equal(again, ids[2]);
  const seals = async (): Promise<number> => (await log.store.listObjects(null, 1000)).objects.length;
  const before = await seals();
  const count = (await told()).length;
  const outcome = await log.seals();
  assert.deepEqual(outcome.kind === 'fault' && outcome.fault.kind, 'olderDatabase');
  assert.equal(await seals(), before);
  assert.deepEqual((await told()).length, count + 1);
  assert.deepEqual(await log.fault(), ['olderDatabase', again]);
  await acceptLog(log, { kind: 'olderDatabase', entry: again! });
  await log.enters(3);
  assert.equal((await log.seals()).kind, 'nothing');
  assert.equal(await log.fault(), null);
});

test('entries that nobody seals for a quarter of an hour are told once, but not by a process that has just begun', async () => {
  const sealFigures = newFigures();
  const count = (await told()).length;
  const [late] = await log.enters(1, `clock_timestamp() - interval '20 minutes'`);
  await watchSeals({ ...log, sealFigures }, { graceful: true });
  assert.equal((await told()).length, count);
  for (let round = 0; round < 2; round += 1) await watchSeals({ ...log, sealFigures }, { graceful: false });
  assert.deepEqual((await told()).slice(count), [{ kind: 'notSealed', entry: late }]);
  assert.ok(sealFigures.unsealedSeconds >= 1200);
  await log.seals();
  await watchSeals({ ...log, sealFigures }, { graceful: false });
  assert.deepEqual([sealFigures.unsealedSeconds, sealFigures.faults], [0, await faults()]);
});
