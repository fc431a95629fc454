/** Sealing: entries that commit late, two processes, a process killed between two steps, and what nobody may remove. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../database/index.ts';
import { removeDue, sweepStrays } from '../removal/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { sealCrashPoints } from './crash-points.ts';
import { extendChain, newHorizon } from './extend-chain.ts';
import { openSealedLog } from './seals.test-support.ts';
import { findNewest } from './seal-store.ts';
import type { SealedLog } from './seals.test-support.ts';
import { verifyLog } from './verify.ts';
import { sealDue } from './write-seals.ts';

let log: SealedLog;
const logs: SealedLog[] = [];
beforeEach(async () => {
  log = await openSealedLog();
  logs.push(log);
});
afterEach(async () => assert.equal(await log.fault(), null));
after(() => Promise.all(logs.map((one) => one.close())));

const chainedIds = async (): Promise<number[]> =>
  (await log.database.selectFrom('audit_log_hash').select('id').orderBy('id').execute()).map(({ id }) => id);
const keys = async (): Promise<string[]> => (await log.store.listObjects(null, 1000)).objects.map(({ key }) => key ?? '').toSorted();

test('an entry that commits after those with higher ids is waited for; one that is rolled back leaves a gap', async () => {
  const others = await openDatabase({ database: { kind: 'external', url: log.url }, poolSize: 2 });
  const [first] = await log.enters(1);
  const insert = sql<{
    id: number;
  }>`insert into audit_log (deed, action, result, actor_kind) values ('read', 'late', 0, 'system') returning id`;
  const late = await others.kysely.startTransaction().execute();
  const undone = await others.kysely.startTransaction().execute();
  const { rows } = await insert.execute(late);
  await insert.execute(undone);
  const after = await log.enters(2);
  await log.chains();
  assert.deepEqual(await chainedIds(), [], 'nothing that was given out while a writer was open counts yet');
  // A horizon that is looked for later finds them as well.
  assert.equal(await extendChain(log.database, newHorizon()), 0);
  await late.commit().execute();
  await log.chains();
  assert.deepEqual(await chainedIds(), []);
  await undone.rollback().execute();
  await log.chains();
  assert.deepEqual(await chainedIds(), [first, rows[0]!.id, ...after]);
  await log.seals();
  await others.stop();
});

test('a store without seals is not searched day by day again, and the first seal of another process is found', async () => {
  let asked = 0;
  const counted = Object.create(log.store, {
    head: { value: (...of: Parameters<ObjectStore['head']>) => ((asked += 1), log.store.head(...of)) },
  }) as ObjectStore;
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(await findNewest(counted, today), null);
  const once = asked;
  assert.equal(await findNewest(counted, today), null);
  assert.ok(asked - once < 12 && once > 12, `${once} and then ${asked - once} objects asked for`);
  await log.enters(1);
  await log.seals();
  assert.equal((await findNewest(counted, today))?.number, 1);
  assert.equal(await findNewest(counted, '2026-01-03'), null, 'a clock far behind believes nothing');
});

test('two processes seal at once, while people work: each entry is sealed once', async () => {
  const horizons = [newHorizon(), newHorizon()];
  let working = true;
  const works = (async () => {
    for (let round = 0; round < 20; round += 1) await log.enters(3);
    working = false;
  })();
  const processes = horizons.map(async (horizon) => {
    const deps = { database: log.database, store: log.store, logger: log.logger };
    while (working) {
      await extendChain(log.database, horizon);
      const outcome = await sealDue(deps, { leastAgeMs: -60_000, ofPiece: 4, ofSeal: 10 });
      assert.notEqual(outcome.kind, 'fault');
    }
  });
  await Promise.all([works, ...processes]);
  await log.seals();
  const verified = await verifyLog({ database: log.database, store: log.store });
  assert.deepEqual([verified.fault, verified.compared], [null, 60]);
});

for (const point of sealCrashPoints.slice(0, 3))
  test(`killed after "${point}": whoever goes on seals each entry once`, async () => {
    await log.enters(9);
    await log.chains();
    let hits = 0;
    const reached = (at: string): void => {
      if (at !== point) return;
      hits += 1;
      throw new Error('killed');
    };
    for (let round = 0; round < 6; round += 1) {
      await log.enters(3);
      await log.chains();
      await sealDue({ ...log, reached }, { leastAgeMs: -60_000, ofPiece: 4, ofSeal: 4 }).catch((error: Error) =>
        assert.equal(error.message, 'killed'),
      );
      assert.equal(await log.fault(), null);
    }
    assert.ok(hits > 0, 'the point was reached');
    await log.seals({ ofPiece: 4, ofSeal: 4 });
    const verified = await verifyLog({ database: log.database, store: log.store });
    assert.deepEqual([verified.fault, verified.compared], [null, 27]);
    const pieces = (await keys()).filter((key) => key.split('/').length === 4);
    assert.ok(pieces.length <= 1, pieces.join());
  });

test('an hour becomes one object; entries that are younger than a minute wait for others', async () => {
  await log.enters(3);
  await log.chains();
  assert.deepEqual(await sealDue(log, { leastAgeMs: 60_000 }), { kind: 'nothing' });
  for (let round = 0; round < 3; round += 1) {
    await log.enters(2);
    await log.seals({ ofPiece: 100, ofSeal: 6 });
  }
  const [day] = /\d{4}-\d\d-\d\d/.exec((await keys())[0]!)!;
  assert.deepEqual(await keys(), [`audit/${day}/1`, `audit/${day}/2/1`]);
});

test('no row of the database makes the server remove a seal', async () => {
  await log.enters(3);
  await log.seals();
  const before = await keys();
  const deps = { database: log.database, store: log.store, logger: log.logger };
  const [key] = before;
  await sql`insert into object_removal (object_key, bucket, due_at, last_at) values (${key}, 'alcove', now() - interval '1 day', now() - interval '1 day')`.execute(
    log.database,
  );
  await sql`insert into object_store (bucket, mark) values ('alcove', gen_random_uuid()) on conflict do nothing`.execute(log.database);
  await sql`insert into stray_object (bucket, object_key, seen_at) values ('alcove', ${key}, now() - interval '9 days')`.execute(
    log.database,
  );
  await removeDue(deps);
  await sweepStrays(deps, { leastAgeMs: -60_000, waitMs: 0 });
  await sweepStrays(deps, { leastAgeMs: -60_000, waitMs: 0 });
  await removeDue(deps);
  assert.deepEqual(await keys(), before);
});
