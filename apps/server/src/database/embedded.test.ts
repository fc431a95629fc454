import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { programUsers } from '../reserved-users.ts';
import { runningEmbedded } from './embedded-access.ts';
import { openDatabase } from './pool.ts';
import { isAlive } from './postmaster.ts';
import { makeEmbedded, openTestDatabase } from './testing.ts';

let root: string;
before(() => {
  root = mkdtempSync(join(tmpdir(), 'alcove-embedded-'));
  chmodSync(root, 0o711);
});
after(() => rmSync(root, { recursive: true, force: true }));

const open = (name: string) => openDatabase({ database: { kind: 'embedded', folder: join(root, name, 'postgres') }, poolSize: 2 });

/** Starts another Alcove on the same data folder and returns the process id of its postmaster. */
async function openElsewhere(name: string): Promise<{ child: ChildProcess; postmaster: number }> {
  await makeEmbedded(join(root, name));
  const source = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const database = await openDatabase({ database: { kind: 'embedded', folder: ${JSON.stringify(join(root, name, 'postgres'))} }, poolSize: 2 });
    await database.pool.query('create table if not exists kept (n int)');
    await database.pool.query('insert into kept values (7)');
    process.send(database.embeddedProcessId);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [postmaster] = (await once(child, 'message')) as [number];
  return { child, postmaster };
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('what was written is there after a stop and a start; nothing stays behind in between', async () => {
  const first = await open('restart');
  await first.pool.query('create table kept (n bigint); insert into kept values (42)');
  await first.stop();
  assert.equal(isAlive(first.embeddedProcessId!), false);
  assert.deepEqual(readdirSync(join(root, 'restart')).sort(), ['postgres-18', 'postgres-18.log', 'postgres-18.secret']);
  const second = await open('restart');
  assert.deepEqual((await second.pool.query('select n from kept')).rows, [{ n: 42 }]);
  await second.stop();
});

test('Alcove is killed: the next start finds the PostgreSQL it left, stops it and keeps what was committed', async () => {
  const { child, postmaster } = await openElsewhere('orphan');
  await killHard(child);
  assert.equal(isAlive(postmaster), true);
  const database = await open('orphan');
  assert.equal(isAlive(postmaster), false);
  assert.deepEqual((await database.pool.query('select n from kept')).rows, [{ n: 7 }]);
  await database.stop();
});

test('PostgreSQL itself is killed: the next start recovers', async () => {
  const { child, postmaster } = await openElsewhere('crash');
  process.kill(postmaster, 'SIGKILL');
  await killHard(child);
  const database = await open('crash');
  assert.deepEqual((await database.pool.query('select n from kept')).rows, [{ n: 7 }]);
  await database.stop();
});

test('a second Alcove on the data folder of a living one is refused, and the first goes on', async () => {
  const { child, postmaster } = await openElsewhere('shared');
  await assert.rejects(open('shared'), { name: 'DataFolderError', message: /inUse/ });
  assert.equal(isAlive(postmaster), true);
  await killHard(child);
  await (await open('shared')).stop();
});

test('a folder of another major version is refused and left alone', async () => {
  mkdirSync(join(root, 'older/postgres-17'), { recursive: true });
  await assert.rejects(open('older'), /another major version/);
  assert.equal(existsSync(join(root, 'older/postgres-18')), false);
});

test(
  'as root, a folder that PostgreSQL cannot enter is named',
  { skip: process.getuid?.() !== 0 ? 'only root changes users' : false },
  async () => {
    mkdirSync(join(root, 'closed'), { mode: 0o700 });
    await assert.rejects(open('closed/inside'), /cannot pass through .*closed: choose another ALCOVE_DATA_DIR/);
  },
);

/** Connects in a process of that user. The tests do not need psql for it. */
function connectAs(uid: number | undefined, connection: object): Promise<string> {
  const source = `
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))});
    const { uid, connection } = JSON.parse(process.argv[1]);
    if (uid !== undefined) { process.setgroups([]); process.setgid(uid); process.setuid(uid); }
    const client = new pg.Client(connection);
    await client.connect().then(() => console.log('let in'), (error) => console.log(error.code));
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source, JSON.stringify({ uid, connection })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout).then((said) => said.trim());
}

test('without the secret nobody gets in; other users do not even reach the socket, nor the secret and the data', async () => {
  const database = await open('closed-to-others');
  const connection = runningEmbedded(join(root, 'closed-to-others/postgres'))!;
  const { password, ...withoutSecret } = connection;
  assert.equal(await connectAs(undefined, connection), 'let in');
  assert.equal(await connectAs(undefined, { ...withoutSecret, password: `${password}0` }), '28P01');
  assert.notEqual(await connectAs(undefined, withoutSecret), 'let in');
  const modes = ['postgres-18', 'postgres-18.secret', 'postgres-18.log'].map((name) => statSync(join(root, 'closed-to-others', name)).mode);
  assert.deepEqual(
    [...modes, statSync(connection.host).mode].map((mode) => mode & 0o077),
    [0, 0, 0, 0],
  );
  if (process.getuid?.() === 0) {
    for (const uid of [65_534, programUsers.first]) assert.equal(await connectAs(uid, connection), 'EACCES');
    const { uid } = statSync(`/proc/${database.embeddedProcessId}`);
    assert.ok(uid !== 0 && uid !== 65_534 && (uid < programUsers.first || uid > programUsers.last));
  }
  await database.stop();
});

/** A folder as older releases left it: anyone who reaches the socket is trusted, and as root the folder belongs to nobody. */
function makeOld(name: string): string {
  const folder = join(root, name, 'postgres-18');
  rmSync(`${folder}.secret`);
  writeFileSync(join(folder, 'pg_hba.conf'), 'local all all trust\n');
  const owner = process.getuid?.() === 0 ? 65_534 : process.getuid!();
  for (const path of [folder, ...readdirSync(folder, { recursive: true }).map((each) => join(folder, String(each)))])
    chownSync(path, owner, owner);
  return folder;
}

test('a data folder of an older release is closed at the start, also after one that was killed in it, and keeps what is in it', async () => {
  await makeEmbedded(join(root, 'brought-over'));
  const first = await open('brought-over');
  await first.pool.query('create table kept (n bigint); insert into kept values (42)');
  await first.stop();
  const folder = makeOld('brought-over');
  writeFileSync(`${folder}.secret.new`, 'never set');
  writeFileSync(`${folder}.rules`, 'half');
  const second = await open('brought-over');
  assert.deepEqual((await second.pool.query('select n from kept')).rows, [{ n: 42 }]);
  const { password, ...withoutSecret } = runningEmbedded(join(root, 'brought-over/postgres'))!;
  assert.match(password, /^[0-9a-f]{64}$/);
  assert.notEqual(await connectAs(undefined, { ...withoutSecret, password: 'guessed' }), 'let in');
  const owners = new Set(readdirSync(folder, { recursive: true }).map((each) => lstatSync(join(folder, String(each))).uid));
  assert.deepEqual([...owners], [statSync(`/proc/${second.embeddedProcessId}`).uid]);
  await second.stop();
});

test('a statement whose columns changed under it fails once at most', async () => {
  const database = await openTestDatabase({ migrated: false });
  await database.pool.query('create table shape (a int); insert into shape values (1)');
  const ask = () =>
    database.kysely
      .selectFrom('shape' as never)
      .selectAll()
      .execute();
  for (let n = 0; n < 5; n++) await ask();
  await database.pool.query('alter table shape add column b int default 2');
  await ask().catch(() => {});
  assert.deepEqual(await ask(), [{ a: 1, b: 2 }]);
  await database.stop();
});
