/**
 * The embedded database is moved to a server of its own while people upload and read, killed at each step: nothing acknowledged is missing, at no moment
 * can both databases be used, and the old one is closed.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls, failures } from '@alcove/contract';
import { makeEmbedded, openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { freePort, freshDataFolder, RefusedCall, startServer, stopServers } from '../testing/index.ts';
import { checked, killAt, openServer, run, Uploads } from './operator.test-support.ts';
import type { OpenServer } from './operator.test-support.ts';

const base = freshDataFolder();
const embedded = { ALCOVE_DATA_DIR: join(base, 'original') };
const uploads = new Uploads();
let targets: [first: TestDatabase, second: TestDatabase];
let server: OpenServer | null = null;
let working = true;
before(async () => {
  const empty = () => openTestDatabase({ migrated: false });
  targets = [await empty(), await empty()];
});
after(async () => {
  working = false;
  await uploads.stop();
  stopServers();
  await server?.close();
  for (const target of targets) await target.stop();
  rmSync(base, { recursive: true, force: true });
});

/** Reads all the time, as people do, until `working` ends. `refused`: what was refused, except by a server that stops. */
function readers(some: string): { reads: () => number; refused: unknown[]; ended: Promise<void> } {
  const { client, parentId } = uploads;
  const refused: unknown[] = [];
  let reads = 0;
  const isStopping = ({ reply }: RefusedCall): boolean => reply.errcode === failures.UNAVAILABLE.errcode;
  const ended = (async () => {
    for (; working; await sleep(100))
      await Promise.all([
        uploads.read(some).then(() => (reads += 1)),
        client.call(calls.user.currentUser, {}),
        client.call(calls.instance.queryFolderByParentId, { parentId }),
      ]).catch((error: unknown) => (error instanceof RefusedCall && !isStopping(error) ? refused.push(error.reply) : null));
  })();
  return { reads: () => reads, refused, ended };
}

const held = (error: unknown): boolean => error instanceof RefusedCall && error.reply.errcode === failures.BEING_MOVED.errcode;

test('killed at each step under load: people read until the end, one database can be used, and the next run ends it', async () => {
  await makeEmbedded(embedded.ALCOVE_DATA_DIR);
  const first = await startServer(embedded.ALCOVE_DATA_DIR, await freePort());
  await uploads.signIn(first.origin);
  await uploads.put('parts.bin', 9 * 2 ** 20);
  const some = await uploads.put('small.bin', 700);
  const [target] = targets;
  const moving = { ...embedded, ALCOVE_TO_DATABASE_URL: target.url };
  const moved = { ...embedded, DATABASE_URL: target.url };
  const rehearsed = await run(moving, 'move-database', '--rehearse');
  assert.deepEqual([rehearsed.code, /would hold changes for about \d+ s/.test(rehearsed.said)], [0, true], rehearsed.said);

  uploads.work();
  const reading = readers(some);
  await killAt('made', moving, 'move-database');
  await assert.rejects(openServer(moved), /was not finished/);
  await uploads.goesOn();
  const readBefore = reading.reads();
  await killAt('closed', moving, 'move-database');
  assert.equal(await first.ended, 1, 'the server with the old settings stops by itself');
  assert.ok(reading.reads() > readBefore, 'people read while it was moved');
  working = false;
  await Promise.all([uploads.stop(), reading.ended]);
  assert.deepEqual(reading.refused, [], 'nobody who only reads is refused');
  assert.ok(uploads.refusals.some(held));
  await assert.rejects(openServer(embedded), /This database was moved to /);
  await assert.rejects(openServer(moved), /was not finished/);

  const late = await run(moving, 'move-database');
  assert.deepEqual([late.code, late.said.includes('had been moved already')], [0, true], late.said);
  const downloads = `select count(*) as n from audit_log where action = 'instance.download'`;
  assert.ok(
    (await target.pool.query<{ n: number }>(downloads)).rows[0]!.n >= reading.reads(),
    'whatever was handed out until the end has its entry',
  );
  const { rows } = await target.pool.query<{ settled: boolean }>(
    'select seen_by is null or seen_by <= pg_snapshot_xmax(pg_current_snapshot()) as settled from audit_log_read',
  );
  assert.equal(rows[0]!.settled, true, 'the log waits for no transaction of the old database');
});

test('in one run, from one external database to another; the old one can be taken back', async () => {
  const [first, second] = [
    { ...embedded, DATABASE_URL: targets[0].url },
    { ...embedded, DATABASE_URL: targets[1].url },
  ];
  server = await openServer(first);
  await uploads.signIn(server.origin);
  await uploads.put('new.bin', 800);
  await uploads.intact();
  const toSecond = { ...first, ALCOVE_TO_DATABASE_URL: targets[1].url };
  for (const hold of ['0', 'soon', '']) {
    const wrong = await run(toSecond, 'move-database', `--hold=${hold}`);
    assert.deepEqual([wrong.code, wrong.said.startsWith('--hold needs the seconds')], [1, true], wrong.said);
  }
  const late = await run(toSecond, 'move-database', '--hold=0.001');
  assert.deepEqual([late.code, late.said.includes('The copy took longer than')], [1, true], late.said);
  assert.deepEqual(
    (await targets[1].pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rows,
    [],
    'nothing stays there',
  );
  // The server asks twice a second whether changes may go on. Until then a client tries again.
  const put = (): Promise<unknown> =>
    uploads.put('after giving up.bin', 900).catch((error: unknown) => (held(error) ? sleep(100).then(put) : Promise.reject(error)));
  await put();
  const made = await run(toSecond, 'move-database');
  assert.equal(made.code, 0, made.said);
  assert.match(made.said, /Changes were held for \d+\.\d s/);
  await server.moved;
  await server.close();
  server = await openServer(second);
  await uploads.signIn(server.origin);
  await uploads.intact();
  await server.close();
  server = null;
  await checked(second);
  const moves = `select action, detail ->> 'place' like '%(%)' as placed from audit_log where action ~ '^system\\.(begin|give|move|take).*Database' order by id`;
  const entry = (action: string) => ({ action: `system.${action}`, placed: true });
  assert.deepEqual((await targets[1].pool.query(moves)).rows, [
    ...['beginDatabaseMove', 'beginDatabaseMove', 'moveDatabase'].map(entry),
    ...['beginDatabaseMove', 'giveUpDatabaseMove', 'beginDatabaseMove', 'moveDatabase'].map(entry),
  ]);
  assert.match((await run(embedded, 'move-database', '--take-back')).said, /is in use again/);
  const again = await openServer(embedded);
  await again.close();
});
