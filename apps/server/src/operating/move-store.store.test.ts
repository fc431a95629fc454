/**
 * The store is moved under a running server that is uploaded to, killed at each step: at no moment do both stores belong to the database, or none, nothing
 * that was acknowledged is missing, and the old store is refused afterwards. Over S3: into it, and out of it again.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../config.ts';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { storeFault } from '../removal/index.ts';
import { openToLook } from '../storage/index.ts';
import { freshDataFolder } from '../testing/index.ts';
import { asTarget, checked, freshS3, killAt, openServer, run, Uploads } from './operator.test-support.ts';
import type { Env, OpenServer } from './operator.test-support.ts';

const base = freshDataFolder();
const s3 = freshS3();
const uploads = new Uploads();
let database: TestDatabase;
let server: OpenServer | null = null;
/** Where the files are, one after the other. */
let places: [first: Env, second: Env, third: Env];
before(async () => {
  database = await openTestDatabase();
  const at = (place: Env): Env => ({ DATABASE_URL: database.url, ALCOVE_DATA_DIR: join(base, 'first'), ...place });
  places = [at({}), at(s3?.env ?? { ALCOVE_DATA_DIR: join(base, 'second') }), at({ ALCOVE_DATA_DIR: join(base, 'third') })];
});
after(async () => {
  await uploads.stop();
  await server?.close();
  await database.stop();
  await s3?.remove();
  rmSync(base, { recursive: true, force: true });
});

async function start(env: Env): Promise<OpenServer> {
  server = await openServer(env);
  await uploads.signIn(server.origin);
  return server;
}

/** Exactly one store may be served with: this one. */
async function onlyIn(fits: Env, other: Env): Promise<void> {
  const faults = [fits, other].map(async (env) => {
    const store = await openToLook(readConfig(env).store);
    return storeFault(database.kysely, store).finally(() => store.close());
  });
  const [none, some] = await Promise.all(faults);
  assert.equal(none, null);
  assert.notEqual(some, null);
}

test('killed at each step under load: one store is served with, the next run goes on, and every acknowledged file is there', async () => {
  const [first, second] = places;
  const old = await start(first);
  await uploads.put('empty.bin', 0);
  await uploads.put('parts.bin', 9 * 2 ** 20);
  await sql`insert into service_config (code, value) values ('storageEncryption', 'true')`.execute(database.kysely);
  for (let n = 0; n < 4; n += 1) await uploads.put(`obfuscated-${n}.bin`, 3000 + n);
  uploads.work();
  const moving = { ...first, ...asTarget(s3?.env ?? { ALCOVE_DATA_DIR: second['ALCOVE_DATA_DIR']! }) };
  // Each step takes longer over S3, and goes on from the rows and the marks as it does on a disk.
  for (const step of s3 ? (['copied'] as const) : (['copied', 'held', 'marked'] as const)) {
    await killAt(step, moving, 'move-store');
    await onlyIn(first, second);
    await uploads.goesOn();
  }
  await killAt('switched', moving, 'move-store');
  await onlyIn(second, first);
  await old.moved;
  await uploads.stop();
  assert.ok(uploads.refusals.length > 0, 'changes were held');
  await old.close();
  await killAt('retired', moving, 'move-store');
  await onlyIn(second, first);
  const late = await run(moving, 'move-store');
  assert.deepEqual([late.code, late.said.includes('had been moved already')], [0, true], late.said);
  await assert.rejects(openServer(first), (error: Error) => {
    assert.match(error.message, /is no longer in use: its files were moved to /);
    const place = s3?.env['ALCOVE_S3_BUCKET'] ?? second['ALCOVE_DATA_DIR']!;
    assert.ok(error.message.includes(place) && !error.message.includes('ALCOVE_ADOPT_STORE'), error.message);
    return true;
  });
});

test('in one run, and from S3 back to a disk: changes are held for a moment, and the check finds nothing', async () => {
  const [, second, third] = places;
  const old = await start(second);
  await uploads.put('new.bin', 800);
  await uploads.intact();
  const made = await run({ ...second, ALCOVE_TO_DATA_DIR: third['ALCOVE_DATA_DIR']! }, 'move-store');
  assert.equal(made.code, 0, made.said);
  assert.match(made.said, /Changes were held for \d+\.\d s/);
  await old.moved;
  await old.close();
  await onlyIn(third, second);

  await start(third);
  await uploads.intact();
  await server!.close();
  server = null;
  const read = await run(third, 'verify-contents');
  assert.deepEqual([read.code, read.said.includes('every byte is what was stored')], [0, true], read.said);
  assert.match((await run(third, 'check', '--contents', '--rate=fast')).said, /^--rate needs MiB a second, more than 0/);
  await checked(third);
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where action like 'system.%StoreMove' or action = 'system.moveStore' order by id`.execute(
    database.kysely,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['system.beginStoreMove', 'system.moveStore', 'system.beginStoreMove', 'system.moveStore'],
    'killed runs belong to the move that the next run ends',
  );
  const log = await run(third, 'verify-log');
  assert.equal(log.code, 0, log.said);
});
