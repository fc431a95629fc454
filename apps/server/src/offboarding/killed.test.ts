/** A server is killed in the middle of each part, and another process takes the offboarding up: each step is done exactly once. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
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
import { ended, everything, freeze, reported, successorsOf } from './offboarding.test-support.ts';
import { aliveOf } from './sweep-queries.ts';

const dataDir = freshDataFolder();
let opened: TestDatabase;
let database: Kysely<Tables>;
let port: number;
let server: ServerProcess;
let admin: Client;

/** Starts a server whose jobs begin at once. */
const program = fileURLToPath(new URL('../tasks/counting-server.test-support.ts', import.meta.url));
const start = (): Promise<ServerProcess> => startServer(dataDir, port, { program, env: { DATABASE_URL: opened.url } });
before(async () => {
  opened = await openTestDatabase();
  database = opened.kysely;
  port = await freePort();
  server = await start();
  admin = new Client(server.origin);
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(async () => {
  assert.equal(await server.kill('SIGTERM'), 0);
  stopServers();
  await opened.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A table that the part writes after it has written others, so that it waits in the middle of its transaction. */
const writtenLate: Record<OffboardingPartName, string> = {
  work: 'people_import',
  space: 'recycle',
  groups: 'file_grant',
  departments: 'file_grant',
  shares: 'share',
  requests: 'notice',
  held: 'finished_transfer',
  account: 'user_role',
};

/** Kills the server while it waits for the lock that this part needs, and starts another one. */
async function killIn(part: OffboardingPartName, begin: () => Promise<unknown>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table(writtenLate[part])} in exclusive mode`.execute(transaction);
    await begin();
    for (;;) {
      const { rows } = await sql`
        select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = ${writtenLate[part]} and not l.granted`.execute(transaction); // prettier-ignore
      if (rows.length > 0) break;
      await sleep(10);
    }
    await server.kill('SIGKILL');
  });
  assert.deepEqual(await checkData(database), [], `killed in ${part}`);
}

// A task that ended its process three times is not resumed, so each person's offboarding is killed twice.
for (const [first, second] of [
  ['work', 'space'],
  ['groups', 'departments'],
  ['shares', 'requests'],
  ['held', 'account'],
] as const)
  // prettier-ignore
  test(`killed in the middle of ${first} and of ${second}: it goes on, and each step is there once`, async () => {
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
  });
