/** Runs `serve check` over very many rows while the server works, and measures its time, its memory and its effect on other calls. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { smallContent } from './content.ts';
import { elapsedMs, percentile } from './measure.ts';
import { seedCheck } from './seed-check.ts';
import { memoryMiB, processTree } from './servers.ts';

const kinds = ['page', 'folder', 'upload'] as const;
/** In ms. */
type Times = Record<(typeof kinds)[number], number[]>;

export async function check(bench: Bench): Promise<void> {
  const { report, quick, client, alcove } = bench;
  const [entries, objects] = quick ? [100_000, 5_000] : [2_000_000, 50_000];
  const folderId = await client.createFolder('very many');
  const { instanceId } = await client.upload(smallContent(1003), 'seed.txt', folderId, 0, 1);
  await seedCheck(bench, instanceId, folderId, entries, objects);

  const alone: Times = { page: [], folder: [], upload: [] };
  const beside: Times = { page: [], folder: [], upload: [] };
  const database = new pg.Client({ connectionString: alcove.databaseUrl() });
  await database.connect();
  const idle = memoryMiB(alcove.processes());
  // The baseline is measured before and after the check, so that other load on the machine affects both alike.
  await working(bench, 'before', alone, () => sleep(quick ? 5000 : 30_000));
  const written = await temporaryBytes(database);
  let [seconds, most, mostOfDatabase, waited] = [0, 0, 0, 0];
  await working(bench, 'beside', beside, async () => {
    const watch = setInterval(() => {
      mostOfDatabase = Math.max(mostOfDatabase, memoryMiB(alcove.processes()));
      void longestLockWait(database).then((ms) => (waited = Math.max(waited, ms)));
    }, 250);
    const ms = await elapsedMs(() => serveCheck(alcove.dataDir, (memory) => (most = Math.max(most, memory))));
    seconds = ms / 1000;
    clearInterval(watch);
  });
  const temporary = ((await temporaryBytes(database)) - written) / 2 ** 20;
  await working(bench, 'behind', alone, () => sleep(quick ? 5000 : 30_000));
  await database.end();

  report.add({ what: `check of ${entries} items, ${objects} objects`, value: seconds, unit: 's' });
  report.add({ what: 'memory of the check', value: most, unit: 'MiB', goal: '<= 160', holds: most <= 160 });
  report.add({ what: 'growth of server and PostgreSQL meanwhile', value: mostOfDatabase - idle, unit: 'MiB' });
  report.add({ what: 'temporary files of PostgreSQL', value: temporary, unit: 'MiB', goal: '<= 16', holds: temporary <= 16 });
  report.add({ what: 'longest wait for a lock', value: waited, unit: 'ms', goal: '<= 100', holds: waited <= 100 });
  for (const kind of kinds)
    for (const part of [0.5, 0.99])
      report.compare(
        `${kind}, p${part * 100} during the check (baseline: alone)`,
        percentile(beside[kind], part),
        'ms',
        percentile(alone[kind], part),
        { most: 2, of: 'alone' },
      );
}

/** Measures the memory four times a second. */
async function serveCheck(dataDir: string, watched: (memory: number) => void): Promise<void> {
  const child = spawn('apps/server/serve', ['check'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE: process.execPath, ALCOVE_DATA_DIR: dataDir, DATABASE_URL: '' },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said += text));
  const watch = setInterval(() => watched(memoryMiB(processTree(child.pid!))), 250);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(watch);
  if (code !== 0) throw new Error(`serve check ended with ${code}: ${said}`);
}

/** Makes ordinary calls, one after the other, until `work` is done. */
async function working({ client }: Bench, name: string, times: Times, work: () => Promise<unknown>): Promise<void> {
  const folderId = await client.createFolder(`working ${name}`);
  let goesOn = true;
  const calls = (async () => {
    for (let n = 0; goesOn; n += 1) {
      times.page.push(await elapsedMs(() => client.page(client.user.personalRootId, 1, 'instanceName', 'asc')));
      times.folder.push(await elapsedMs(() => client.createFolder(`${name} ${n}`)));
      const content = smallContent(10_240);
      times.upload.push(await elapsedMs(() => client.upload(content, `${n}.txt`, folderId, 0, 1)));
      await sleep(50);
    }
  })();
  await Promise.race([work(), calls]);
  goesOn = false;
  await calls;
}

/** The bytes counted so far. PostgreSQL takes up to a second to count them. */
async function temporaryBytes(database: pg.Client): Promise<number> {
  await sleep(1500);
  const { rows } = await database.query<{ bytes: string }>(
    'select temp_bytes as bytes from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]!.bytes);
}

/** The longest current wait for a lock, in ms. */
async function longestLockWait(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ ms: number | null }>(
    `select (extract(epoch from max(clock_timestamp() - waitstart)) * 1000)::float8 as ms from pg_locks where not granted`,
  );
  return rows[0]!.ms ?? 0;
}
