/** A backup moves a company from the embedded database and the disk to another database and another store, as docs/running.md says. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeEmbedded, openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { freshDataFolder, openDatabaseOf } from '../testing/index.ts';
import { checked, freshS3, openServer, run, Uploads } from './operator.test-support.ts';
import type { OpenServer } from './operator.test-support.ts';

const base = freshDataFolder();
const folder = join(base, 'backup');
const original = { ALCOVE_DATA_DIR: join(base, 'original') };
const s3 = freshS3();
const uploads = new Uploads();
let target: TestDatabase;
let server: OpenServer | null = null;
before(async () => (target = await openTestDatabase({ migrated: false })));
after(async () => {
  await server?.close();
  await target.stop();
  await s3?.remove();
  rmSync(base, { recursive: true, force: true });
});

test('two backups move everything, the second while nobody works; files go on being uploaded there', async () => {
  await makeEmbedded(original.ALCOVE_DATA_DIR);
  server = await openServer(original);
  await uploads.signIn(server.origin);
  await uploads.put('empty.bin', 0);
  await uploads.put('small.bin', 300);
  await uploads.put('parts.bin', 9 * 2 ** 20);
  // Obfuscated, which only the host of the disk store can undo while people read.
  const database = await openDatabaseOf(original.ALCOVE_DATA_DIR);
  await database.pool.query(`insert into service_config (code, value) values ('storageEncryption', 'true')`);
  const obfuscated = async (): Promise<boolean> => (await database.pool.query('select from blob where confuse is not null')).rowCount! > 0;
  for (let n = 0; !(await obfuscated()); n += 1) await uploads.put(`obfuscated-${n}.bin`, 3000 + n);
  await database.stop();
  assert.equal((await run(original, 'backup', folder)).code, 0);
  await uploads.put('late.bin', 700);
  await server.close();
  server = null;
  assert.equal((await run(original, 'backup', folder)).code, 0);

  const moved = { ALCOVE_DATA_DIR: join(base, 'moved'), DATABASE_URL: target.url, ...s3?.env };
  const restored = await run(moved, 'restore', folder);
  assert.equal(restored.code, 0, restored.said);
  server = await openServer(moved);
  await uploads.signIn(server.origin);
  await uploads.put('new.bin', 800);
  await uploads.intact();
  await server.close();
  server = null;
  await checked(moved, '--contents');
  const log = await run(moved, 'verify-log');
  assert.equal(log.code, 0, log.said);
});
