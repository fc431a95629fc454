/**
 * A server is killed while it reads a directory, when everything is read, and between two sets: nothing is half, and the next run begins anew. So it is
 * in the middle of what a platform pushes.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { SyncRun } from '@alcove/contract';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import type { Tables } from '../database/index.ts';
import { base, foundation, openSlapd, person, service } from '../directories/slapd.test-support.ts';
import type { Slapd } from '../directories/slapd.test-support.ts';
import { checkData } from '../integrity-check/index.ts';
import { oktaUser, patch, providerFor } from '../scim/provider.test-support.ts';
import { adminPassword, Client, freePort, freshDataFolder, startServer, stopServers } from '../testing/index.ts';
import type { ServerProcess } from '../testing/index.ts';

const { adminPlatform, user } = calls;
/** More than one page, and more than one set. */
const many = 700;
const points = ['reading', 'read', 'between two sets'] as const;
type Point = (typeof points)[number];

const dataDir = freshDataFolder();
let slapd: Slapd;
let opened: TestDatabase;
let database: Kysely<Tables>;
let port: number;
let server: ServerProcess;
let admin: Client;
let platformId: string;

/** At each point, the run waits for whoever has its lock. */
const waits = (n: number, table: string, when: string): string => `
  create function wait_${n}() returns trigger language plpgsql as $$ begin if ${when} then perform pg_advisory_xact_lock(95, ${n}); end if; return new; end $$;
  create trigger waits before insert or update on ${table} for each row execute function wait_${n}()`;
const waitAtPoints = [
  waits(0, 'directory_entry', `tg_op = 'INSERT' and new.place = 500`),
  waits(1, 'directory_run', `new.state = 'applying'`),
  waits(2, 'directory_person', '(select count(*) from directory_person) >= 500'),
  // Of a pushed person everything is written by then, except for the account.
  waits(3, 'user_account', `tg_op = 'UPDATE' and new.account_name = 'pushed' and new.frozen_at is not null`),
];

const start = (): Promise<ServerProcess> =>
  startServer(dataDir, port, { env: { DATABASE_URL: opened.url, ALCOVE_OUTGOING_NETWORKS: '127.0.0.2/32' } });
before(async () => {
  slapd = await openSlapd([...foundation, ...Array.from({ length: many }, (_, n) => person(`killed_${n}`, 'any'))]);
  opened = await openTestDatabase();
  database = opened.kysely;
  port = await freePort();
  server = await start();
  admin = new Client(server.origin);
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
  for (const statements of waitAtPoints) await sql.raw(statements).execute(database);
  const at = { protocol: 'ldap' as const, url: `ldaps://127.0.0.2:${slapd.securePort}`, authority: slapd.authority, base };
  const names = { accountNameClaim: 'uid', realNameClaim: 'cn', mailClaim: 'mail', filter: '(objectClass=inetOrgPerson)' };
  const reader = { user: service.user, secret: service.password };
  platformId = (await admin.call(adminPlatform.createDirectory, { name: 'Corp', enabled: true, ...at, ...names, ...reader })).platformId;
});
after(async () => {
  assert.equal(await server.kill('SIGTERM'), 0);
  stopServers();
  await opened.stop();
  await slapd.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The run, once it waits for nothing. A server that has just begun ends what a killed one left. */
async function ended(runId: string): Promise<SyncRun> {
  for (;;) {
    const run = (await admin.call(adminPlatform.syncState, { platformId })).runs.find((one) => one.runId === runId)!;
    if (!['waiting', 'reading', 'applying'].includes(run.state)) return run;
    await sleep(50);
  }
}

/** Begins something, kills the server when that waits, and starts another one. */
async function killedIn<Begun>(lock: number, begin: () => Promise<Begun>): Promise<Begun> {
  const begun = await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(95, ${lock})`.execute(transaction);
    const beginning = await begin();
    for (;;) {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = 95 and not granted`.execute(transaction);
      if (rows.length > 0) break;
      await sleep(10);
    }
    await server.kill('SIGKILL');
    return beginning;
  });
  server = await start();
  return begun;
}
const killedAt = async (point: Point): Promise<SyncRun> =>
  ended((await killedIn(points.indexOf(point), () => admin.call(adminPlatform.sync, { platformId }))).runId);
const count = async (table: 'directory_person' | 'directory_entry' | 'identity_link'): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database)).rows[0]!.n;

test('killed while it reads, when everything is read, and between two sets; the next run does the rest', async () => {
  const interrupted = failures.SYNC_INTERRUPTED['en-US'];
  for (const point of points) {
    const run = await killedAt(point);
    assert.deepEqual([run.state, run.failure], ['failed', interrupted], point);
    assert.deepEqual(await checkData(database), [], point);
    // A set is there whole, with what belongs to each of its people, or not at all.
    const whole = point === 'between two sets' ? 500 : 0;
    assert.deepEqual([await count('directory_person'), await count('identity_link'), run.done], [whole, whole, whole], point);
    if (point === 'reading') assert.equal(await count('directory_entry'), 0, 'half an answer is not kept');
    const [listed] = await admin.call(adminPlatform.page, {});
    assert.ok(listed && 'lastSync' in listed && listed.lastSync === null, point);
  }
  const last = await ended((await admin.call(adminPlatform.sync, { platformId })).runId);
  assert.deepEqual([last.state, last.done, last.same, await count('directory_person')], ['done', 200, 500, many]);
  assert.deepEqual(await checkData(database), []);
});

test('killed in the middle of a push of several changes: none of them is there, and pushed again all are', async () => {
  const pushing = await providerFor(admin, 'Pushing');
  const { body: before } = await pushing.send('POST', '/Users', oktaUser('pushed'));
  const path = `/Users/${before.id}`;
  const operations = patch(
    { op: 'replace', path: 'userName', value: 'pushed.renamed' },
    { op: 'replace', path: 'displayName', value: 'Another' },
    { op: 'replace', path: 'active', value: false },
  );
  const stands = async () => {
    const { rows } = await sql`select real_name, frozen_at is not null as frozen from user_account where id = ${before.id}`.execute(
      database,
    );
    const { userName, displayName, active } = (await pushing.send('GET', path)).body;
    return [userName, displayName, active, rows[0]];
  };
  const was = await stands();
  let cut = false;
  await killedIn(3, async () => void pushing.send('PATCH', path, operations).catch(() => (cut = true)));
  assert.ok(cut, 'nobody was told that it was done');
  assert.deepEqual(await stands(), was);
  assert.deepEqual(await checkData(database), []);
  assert.equal((await pushing.send('PATCH', path, operations)).status, 200);
  assert.deepEqual(await stands(), ['pushed.renamed', 'Another', false, { real_name: 'Test User', frozen: true }]);
});
