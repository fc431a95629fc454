/** Whatever a superuser of the database does to the log, a verification names it, with the first position that is wrong. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openSealedLog } from './seals.test-support.ts';
import type { SealedLog } from './seals.test-support.ts';

let log: SealedLog;
let ids: number[];
before(async () => {
  log = await openSealedLog();
  ids = await log.enters(25);
  await log.seals();
  // These are chained and not yet sealed.
  ids.push(...(await log.enters(5)));
  await log.chains();
});
after(() => log.close());

const columns = 'at, deed, action, result, actor_kind, object_kind, object_name, detail';
const put = (id: string, from: string, where: string) =>
  `insert into audit_log (id, ${columns}) overriding system value select ${id}, ${columns} from ${from} where ${where}`;

/** Tampers, looks, and puts everything back as it was. */
async function tampered(...statements: string[]): Promise<[string, number | null] | null> {
  const tables = ['audit_log', 'audit_log_hash', 'audit_seal_state'];
  await log.tampers(...tables.map((table) => `create table kept_${table} as table ${table}`));
  try {
    await log.tampers(...statements);
    return await log.fault();
  } finally {
    for (const table of tables)
      await log.tampers(
        `delete from ${table}`,
        `insert into ${table} ${table === 'audit_log' ? 'overriding system value' : ''} select * from kept_${table}`,
        `drop table kept_${table}`,
      );
    assert.equal(await log.fault(), null);
  }
}

test('nothing is wrong with a log that nobody touched, also while it waits to be sealed', async () => {
  assert.equal(await log.fault(), null);
});

test('a deleted entry, wherever it is: the first, in the middle, the last that is sealed, and one that waits', async () => {
  for (const index of [0, 12, 24, 27])
    assert.deepEqual(await tampered(`delete from audit_log where id = ${ids[index]}`), ['missing', ids[index]]);
});

test('several deleted entries, also with their hashes: the first', async () => {
  const some = [ids[7], ids[8], ids[20]].join();
  const from = ['audit_log', 'audit_log_hash'].map((table) => `delete from ${table} where id in (${some})`);
  assert.deepEqual(await tampered(...from), ['missing', ids[7]]);
});

test('an edited entry, in each column', async () => {
  const edits: Record<string, string> = {
    at: `at + interval '1 microsecond'`,
    deed: `'read'`,
    action: `'instance.remove'`,
    result: '5',
    actor_kind: `'unknown'`,
    person_id: 'gen_random_uuid()',
    actor_name: `'somebody'`,
    object_kind: `'space'`,
    object_id: 'gen_random_uuid()',
    object_name: `object_name || ' '`,
    space_id: 'gen_random_uuid()',
    space_name: `''`,
    folder_id: 'gen_random_uuid()',
    folder_name: `'folder'`,
    address: `'127.0.0.1'`,
    device: `'device'`,
    agent: `'agent'`,
    trace_id: `'trace'`,
    detail: `detail || '{"a": 1}'`,
  };
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'audit_log' and column_name <> 'id'`.execute(
    log.database,
  );
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), Object.keys(edits).toSorted());
  await log.tampers('create table kept as table audit_log');
  for (const [column, value] of Object.entries(edits)) {
    await log.tampers(`update audit_log set ${column} = ${value} where id = ${ids[11]}`);
    assert.deepEqual(await log.fault(), ['changed', ids[11]], column);
    await log.tampers(`delete from audit_log where id = ${ids[11]}`, put('id', 'kept', `id = ${ids[11]}`));
  }
  await log.tampers('drop table kept');
  assert.deepEqual(await tampered(`update audit_log set result = 1 where id = ${ids[28]}`), ['changed', ids[28]]);
});

test('two entries that changed places', async () => {
  const [one, other] = [ids[13]!, ids[15]!];
  const swap = [
    `update audit_log set id = -1 where id = ${one}`,
    `update audit_log set id = ${one} where id = ${other}`,
    `update audit_log set id = ${other} where id = -1`,
  ];
  await log.tampers('alter table audit_log alter column id drop identity');
  assert.deepEqual(await tampered(...swap), ['swapped', one]);
  await log.tampers(
    'alter table audit_log alter column id add generated always as identity',
    `select setval(pg_get_serial_sequence('audit_log', 'id'), ${ids.at(-1)})`,
  );
});

test('an entry that is added: into a gap of ids, and before the first', async () => {
  // The gap is one that a transaction left that was rolled back.
  await sql`select nextval(pg_get_serial_sequence('audit_log', 'id'))`.execute(log.database);
  const later = await log.enters(6);
  await log.seals();
  assert.equal(await log.fault(), null);
  assert.deepEqual(await tampered(put(`${later[0]! - 1}`, 'audit_log', `id = ${ids[1]}`)), ['added', later[0]! - 1]);
  assert.deepEqual(await tampered(put('0', 'audit_log', `id = ${ids[1]}`)), ['added', 0]);
});

test('an edited entry whose chain was computed again from there on', async () => {
  const rest = `id >= ${ids[9]}`;
  assert.deepEqual(
    await tampered(
      `update audit_log set object_name = 'other' where id = ${ids[9]}`,
      `update audit_log_hash set hash = sha256(hash) where ${rest}`,
    ),
    ['changed', ids[9]],
  );
});

test('only the hashes in the database: the log is as it was sealed, and still this is seen', async () => {
  const { rows } = await sql<{ id: number }>`select sealed_to as id from audit_seal_state`.execute(log.database);
  assert.deepEqual(await tampered('update audit_log_hash set hash = sha256(hash)'), ['changed', rows[0]!.id]);
});

test('an older database: what was sealed later is gone from all its tables', async () => {
  const rest = `id > ${ids[5]}`;
  assert.deepEqual(
    await tampered(
      `delete from audit_log where ${rest}`,
      `delete from audit_log_hash where ${rest}`,
      `update audit_seal_state set sealed_to = ${ids[5]}, newest_key = null, newest_hash = null`,
    ),
    ['olderDatabase', ids[6]],
  );
});

test('entries that wait for more than a quarter of an hour, because nobody seals any more', async () => {
  const [late] = await log.enters(1, `clock_timestamp() - interval '16 minutes'`);
  await log.chains();
  assert.deepEqual(await log.fault(), ['notSealed', late]);
  await log.seals();
  assert.equal(await log.fault(), null);
});

test('a seal that is removed from the store, or altered there', async () => {
  const objects = join(log.folder, 'alcove', 'objects');
  const files = (await readdir(objects, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  assert.ok(files.length >= 3, `${files.length} seals`);
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const bytes = await readFile(path);
    await rm(path);
    assert.match((await log.fault())?.[0] ?? '', /^seal(Missing|Altered)$/, `${bytes.length} bytes removed`);
    const altered = Buffer.from(
      bytes.toString('latin1').replace(/"chain":"(.)/, (_, digit) => `"chain":"${digit === 'a' ? 'b' : 'a'}`),
      'latin1',
    );
    assert.equal(altered.equals(bytes), false);
    await writeFile(path, altered);
    assert.match((await log.fault())?.[0] ?? '', /^(sealAltered|missing|changed|olderDatabase)$/, `${bytes.length} bytes altered`);
    await rm(path);
    await writeFile(path, bytes);
  }
  assert.equal(await log.fault(), null);
});
