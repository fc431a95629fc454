/** A backup is made while people work, survives being killed, and brings everything back that was acknowledged before it began. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@alcove/contract';
import { makeEmbedded } from '../database/testing.ts';
import { freePort, freshDataFolder, startServer, stopServers } from '../testing/index.ts';
import type { ServerProcess } from '../testing/index.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { checked, killWhen, openServer, run as runWith, Uploads } from './operator.test-support.ts';
import type { OpenServer } from './operator.test-support.ts';

const base = freshDataFolder();
const original = join(base, 'original');
const folder = join(base, 'backup');
const uploads = new Uploads();
const { hashes } = uploads;
/** The one that is killed, in a process of its own. */
let victim: ServerProcess;
let server: OpenServer | null = null;
const stop = async (): Promise<void> => {
  await server?.close();
  server = null;
};
after(async () => {
  stopServers();
  await stop();
  rmSync(base, { recursive: true, force: true });
});

const envOf = (dataDir: string) => ({ ALCOVE_DATA_DIR: dataDir });
const run = (dataDir: string, ...words: string[]) => runWith(envOf(dataDir), ...words);
async function start(dataDir: string): Promise<void> {
  server = await openServer(envOf(dataDir));
  await uploads.signIn(server.origin);
}
async function until(what: () => boolean): Promise<void> {
  while (!what()) await sleep(5);
}
const objects = (): string[] => globSync('objects/*/*', { cwd: folder }).sort();
const sets = (): string[] => (existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : []);
const newest = (): string => join(folder, 'backups', sets().sort().at(-1)!);
/** A copy of the backups, to be damaged. */
function copied(name: string): string {
  const copy = join(base, name);
  cpSync(folder, copy, { recursive: true });
  return copy;
}

before(async () => {
  await makeEmbedded(original);
  victim = await startServer(original, await freePort());
  await uploads.signIn(victim.origin);
  await uploads.put('empty.bin', 0);
  await uploads.put('parts.bin', 9 * 2 ** 20);
  for (let n = 0; n < 20; n += 1) await uploads.put(`file-${n}.bin`, 2000 + n);
});

test('a backup under load, killed with -9 and gone on with, while the server is killed too, brings back every file that was acknowledged before', async () => {
  let working = true;
  const load = (async () => {
    for (let n = 0; working; n += 1) {
      const made = await uploads.put(`load-${n}.bin`, 500 + n).catch(() => null);
      if (made === null) return;
      // Some go again, for good, while they are being copied.
      if (n % 3 === 0) {
        hashes.delete(made);
        await uploads.client.call(calls.instance.remove, { instanceIds: [made] }).catch(() => {});
      }
    }
  })();

  await killWhen(() => sets().length > 0 && objects().length > 0, envOf(original), 'backup', folder);
  assert.deepEqual(await run(join(base, 'none'), 'restore', folder), { code: 1, said: `${folder} contains no complete backup.\n` });
  assert.ok(!existsSync(join(base, 'none')), 'nothing was made for a backup that is none');

  const acknowledged = new Map(hashes);
  const second = run(original, 'backup', folder);
  await until(() => sets().length === 1 && existsSync(join(newest(), 'audit_log.copy.gz')));
  await victim.kill('SIGKILL');
  working = false;
  const { code, said } = await second;
  await load;
  assert.equal(code, 0, said);
  assert.equal(sets().length, 1, 'what the killed one left is gone');

  const restored = join(base, 'restored');
  const back = await run(restored, 'restore', folder);
  assert.equal(back.code, 0, back.said);
  await checked(envOf(restored), '--contents');
  await start(restored);
  await uploads.intact(acknowledged);
  await stop();
});

test('the next backup copies only what is new; --keep removes older ones and what only they had', async () => {
  await start(original);
  await uploads.intact();
  const before = objects();
  const added = await uploads.put('added.bin', 4321);
  const { code, said } = await run(original, 'backup', folder);
  assert.equal(code, 0, said);
  const own = objects().filter((name) => !before.includes(name));
  assert.deepEqual(own.filter((name) => name.endsWith(hashes.get(added)!)).length, 1);
  assert.ok(own.length < before.length / 2, said);
  assert.equal(sets().length, 2);

  writeFileSync(join(folder, 'objects/00', `${'00'.repeat(32)}.${'11'.repeat(32)}`), 'only in an older backup');
  const kept = await run(original, 'backup', folder, '--keep=1');
  assert.equal(kept.code, 0, kept.said);
  assert.match(kept.said, /Older backups removed: 2\./);
  assert.equal(sets().length, 1);
  assert.ok(!objects().some((name) => name.includes('00'.repeat(32))));
  await stop();
});

test('a backup is restored only where nothing is', async () => {
  const inUse = await run(original, 'restore', folder);
  assert.deepEqual([inUse.code, /^The database is not empty \(it has the table \w+\)/.test(inUse.said)], [1, true], inUse.said);
  const withStore = join(base, 'with-store');
  cpSync(join(original, 'objects'), join(withStore, 'objects'), { recursive: true });
  const besideStore = await run(withStore, 'restore', folder);
  assert.deepEqual([besideStore.code, besideStore.said.slice(0, 32)], [1, "The store 'alcove' is not empty."]);
  const other = await run(original, 'backup', original);
  assert.equal(other.code, 1, 'a folder with other files is not written to');
  await start(original);
  await uploads.intact();
  await stop();
});

test('a drill restores the newest backup aside, checks it, and leaves only its result', async () => {
  const scratch = join(base, 'scratch');
  mkdirSync(scratch, { mode: 0o711 });
  const { code, said } = await run(original, 'restore-drill', folder, `--scratch=${scratch}`);
  assert.equal(code, 0, said);
  assert.match(said, /^Checked: everything hangs together\.\nThe drill succeeded: /m);
  assert.deepEqual(readdirSync(scratch), []);
  const result = JSON.parse(readFileSync(join(folder, 'last-drill.json'), 'utf8')) as { name: string; check: number };
  assert.deepEqual([result.name, result.check], [sets().sort().at(-1), 0]);
});

test('a damaged backup is refused, and what is damaged is named; the rest can be had', async () => {
  const target = join(base, 'damaged-target');
  const copy = copied('damaged');
  const file = globSync('objects/*/*', { cwd: copy }).find((name) => name.endsWith([...hashes.values()][3]!))!;
  const bytes = readFileSync(join(copy, file));
  bytes[5]! ^= 1;
  writeFileSync(join(copy, file), bytes);
  const refusedOne = await run(target, 'restore', copy);
  assert.equal(refusedOne.code, 1);
  assert.ok(refusedOne.said.includes(`1 objects are missing or not what was written`) && refusedOne.said.includes(file), refusedOne.said);
  const despite = await run(target, 'restore', copy, '--despite-damage');
  assert.equal(despite.code, 1);
  assert.match(despite.said, /^The backup .* was restored: /m);
  await start(target);
  const [lost, ...others] = [...hashes].sort(([, hash]) => (hash === [...hashes.values()][3] ? -1 : 1));
  await uploads.intact(new Map(others));
  await assert.rejects(uploads.intact(new Map([lost!])));
  await stop();

  const set = join(copy, 'backups', readdirSync(join(copy, 'backups'))[0]!);
  truncateSync(join(set, 'instance.copy.gz'), 40);
  const cut = await run(join(base, 'never'), 'restore', copy);
  assert.deepEqual([cut.code, cut.said.includes(join(set, 'instance.copy.gz'))], [1, true], cut.said);
  writeFileSync(join(set, 'manifest.json'), readFileSync(join(set, 'manifest.json'), 'utf8').replace('"rows": 2', '"rows": 3'));
  const bent = await run(join(base, 'never'), 'restore', copy);
  assert.deepEqual([bent.code, bent.said.includes('manifest.json')], [1, true], bent.said);
  assert.ok(!existsSync(join(base, 'never')));
});

test('a backup of a newer release is refused', async () => {
  const copy = copied('newer');
  const set = join(copy, 'backups', readdirSync(join(copy, 'backups'))[0]!);
  const manifest = readManifest(readFileSync(join(set, 'manifest.json'), 'utf8'));
  assert.ok(manifest !== null && manifest !== 'newer');
  const later = { ...manifest, migrations: [...manifest.migrations, '9999-of-the-future'] };
  writeFileSync(join(set, 'manifest.json'), writeManifest(later));
  const newer = await run(join(base, 'never'), 'restore', copy);
  assert.deepEqual([newer.code, newer.said.includes('9999-of-the-future')], [1, true], newer.said);
  writeFileSync(join(set, 'manifest.json'), writeManifest({ ...manifest, format: 99 }));
  const form = await run(join(base, 'never'), 'restore', copy);
  assert.deepEqual([form.code, form.said.includes('was made by a newer Alcove')], [1, true], form.said);
});
