/** A server is killed in the middle of each part, and another process takes the offboarding up: each step is done exactly once. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls, offboardingParts } from '@alcove/contract';
import type { OffboardingPartName } from '@alcove/contract';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import type { Tables } from '../database/index.ts';
import { checkData } from '../integrity-check/index.ts';
import { adminPassword, Client, freePort, freshDataFolder, peopleAt, startServer, stopServers } from '../testing/index.ts';
import type { ServerProcess } from '../testing/index.ts';
import { leftOut, turnOf } from '../testing/thorough.ts';
import { ended, everything, freeze, reported, successorsOf } from './offboarding.test-support.ts';
import { aliveOf } from './sweep-queries.ts';

const dataDir = freshDataFolder();
let opened: TestDatabase;
let database: Kysely<Tables>;
let port: number;
let server: ServerProcess;
let admin: Client;

/** Each part writes its line of the report last. There it waits for whoever has the lock of the part. */
const waitInPart = `create function wait_in_part() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(76, case new.part ${offboardingParts.map((part, at) => `when '${part}' then ${at}`).join(' ')} end); return new; end $$;
  create trigger waits before insert on offboarding_step for each row execute function wait_in_part()`;

const start = (): Promise<ServerProcess> => startServer(dataDir, port, { env: { DATABASE_URL: opened.url } });
before(async () => {
  opened = await openTestDatabase();
  database = opened.kysely;
  port = await freePort();
  server = await start();
  admin = new Client(server.origin);
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  await sql.raw(waitInPart).execute(database);
});
after(async () => {
  assert.equal(await server.kill('SIGTERM'), 0);
  stopServers();
  await opened.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Kills the server while a part has written everything and not committed, and leaves no server running. */
async function killIn(part: OffboardingPartName, begin: () => Promise<unknown>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(76, ${offboardingParts.indexOf(part)})`.execute(transaction);
    await begin();
    for (;;) {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = 76 and not granted`.execute(transaction);
      if (rows.length > 0) break;
      await sleep(10);
    }
    await server.kill('SIGKILL');
  });
  assert.deepEqual(await checkData(database), [], `killed in ${part}`);
}

// A task that ended its process three times is not resumed, so each person's offboarding is killed twice.
const pairs = [
  ['work', 'space'],
  ['groups', 'departments'],
  ['shares', 'requests'],
  ['held', 'account'],
] as const;
/** All parts are taken up the same way: half of them with each commit, and each in time. */
const pairsNow = turnOf(pairs, 2);
for (const [first, second] of pairsNow)
  test(`killed in the middle of ${first} and of ${second}: it goes on, and each step is there once`, async (t) => {
    t.diagnostic(leftOut(pairsNow.length, pairs.length));
    const one = await everything(peopleAt(server.origin, database), database, admin, 2);
    const { userId } = one.leaver;
    await freeze(admin, userId);
    await killIn(first, () => admin.call(calls.adminUser.offboard, { userId, successors: successorsOf(one) }));
    await killIn(second, async () => {
      server = await start();
    });
    server = await start();
    const report = await ended(admin, userId);
    assert.deepEqual([report.error, report.state], [null, 'done']);
    const steps = report.steps.map(({ part, line }) => `${part} ${line?.id ?? ''}`);
    assert.equal(new Set(steps).size, steps.length);
    assert.equal(steps.length, offboardingParts.length + 1, 'two groups, and each other part once');
    const { counts } = report.steps.find(({ part }) => part === 'space')!;
    assert.equal(counts.files, 2);
    assert.deepEqual(await aliveOf(database, userId), []);
    assert.deepEqual(await checkData(database), []);
    assert.equal((await reported(admin, userId)).steps.length, steps.length);
    const entered = await database
      .selectFrom('audit_log')
      .select('detail')
      .where('object_id', '=', userId)
      .where('action', '=', calls.adminUser.offboard.name)
      .where('address', 'is', null)
      .execute();
    assert.deepEqual(
      entered.map(({ detail }) => [detail?.['part'], detail?.['id'] ?? ''].join(' ')),
      steps,
      'each step is in the audit log once',
    );
  });
