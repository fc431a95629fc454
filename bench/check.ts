/** `serve check` over very many rows, beside a server at work: how long, how much memory, and what those feel who work meanwhile. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { diskBucket } from '../apps/server/src/storage/index.ts';
import { diskLayout } from '../apps/server/src/storage/disk-layout.ts';
import { encodeManifest } from '../apps/server/src/storage/disk-manifest.ts';
import type { Bench } from './bench.ts';
import { smallContent } from './content.ts';
import { elapsedMs, percentile } from './measure.ts';
import { memoryMiB, processTree } from './servers.ts';

const perFolder = 100;

export async function check(bench: Bench): Promise<void> {
  const { report, quick, client, alcove } = bench;
  const [entries, objects] = quick ? [100_000, 5_000] : [2_000_000, 50_000];
  const folderId = await client.createFolder('very many');
  const { instanceId } = await client.upload(smallContent(1003), 'seed.txt', folderId, 0, 1);
  await plant(bench, instanceId, folderId, entries, objects);

  const alone = await working(bench, 'alone', () => sleep(quick ? 5000 : 15_000));
  let [seconds, most, mostOfDatabase] = [0, 0, 0];
  const idle = memoryMiB(alcove.processes());
  const beside = await working(bench, 'beside', async () => {
    seconds =
      (await elapsedMs(async () => {
        const child = spawn('apps/server/serve', ['check'], {
          cwd: resolve(import.meta.dirname, '..'),
          stdio: ['ignore', 'ignore', 'pipe'],
          env: { ...process.env, NODE: process.execPath, ALCOVE_DATA_DIR: alcove.dataDir, DATABASE_URL: '' },
        });
        let said = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => void (said += text));
        const watch = setInterval(() => {
          most = Math.max(most, memoryMiB(processTree(child.pid!)));
          mostOfDatabase = Math.max(mostOfDatabase, memoryMiB(alcove.processes()));
        }, 250);
        const [code] = (await once(child, 'exit')) as [number];
        clearInterval(watch);
        if (code !== 0) throw new Error(`serve check ended with ${code}: ${said}`);
      })) / 1000;
  });
  report.add({ what: `check of ${entries} items, ${objects} objects`, value: seconds, unit: 's' });
  report.add({ what: 'memory of the check', value: most, unit: 'MiB', goal: '<= 160', holds: most <= 160 });
  report.add({ what: 'growth of server and PostgreSQL meanwhile', value: mostOfDatabase - idle, unit: 'MiB' });
  for (const what of ['page', 'folder', 'upload'] as const)
    report.compare(`${what}, p99 beside the check (beside: alone)`, beside[what], 'ms', alone[what], { most: 3, of: 'alone' });
}

/** The p99 of ordinary calls, in ms, until `work` is done. */
async function working(
  { client }: Bench,
  name: string,
  work: () => Promise<unknown>,
): Promise<Record<'page' | 'folder' | 'upload', number>> {
  const times: Record<'page' | 'folder' | 'upload', number[]> = { page: [], folder: [], upload: [] };
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
  return { page: percentile(times.page, 0.99), folder: percentile(times.folder, 0.99), upload: percentile(times.upload, 0.99) };
}

/**
 * Folders of a hundred files; every other file has a content of its own, of which `objects` lie in this store and all others in one that
 * this process does not look into. Without triggers: what they would have noted is noted here.
 */
async function plant({ alcove }: Bench, seedId: string, rootId: string, entries: number, objects: number): Promise<void> {
  const database = new pg.Client({ connectionString: alcove.databaseUrl(), statement_timeout: 0 });
  await database.connect();
  const folders = Math.floor(entries / (perFolder + 1));
  for (const [text, values] of [
    ['set session_replication_role = replica', []],
    ['create temporary table planted as select uuidv7() as id, n from generate_series(1, $1::int) n', [folders]],
    [
      `insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
        select planted.id, space_id, $2, false, 'folder ' || n, 'folder ' || n, creator_id, editor_id from instance seed, planted where seed.id = $1`,
      [seedId, rootId],
    ],
    [
      `create temporary table files as select uuidv7() as id, planted.id as parent_id, f, case when f % 2 = 0 then uuidv7() end as own,
        row_number() over (partition by f % 2) as n from planted, generate_series(1, $1::int) f`,
      [perFolder],
    ],
    [
      `insert into blob (id, size, md5, sha256, verified_at, created_at)
        select own, 3, md5(n::text), encode(sha256(n::text::bytea), 'hex'), now(), now() from files where own is not null`,
      [],
    ],
    [
      `insert into replica (blob_id, bucket, object_key) select own, case when n <= $1 then $2 else 'elsewhere' end, 'planted-' || n from files where own is not null`,
      [objects, diskBucket],
    ],
    [
      `insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
        select files.id, space_id, files.parent_id, true, 'file ' || f, 'file ' || f, category, coalesce(own, blob_id), case when own is null then size else 3 end, creator_id, editor_id
        from instance seed, files where seed.id = $1`,
      [seedId],
    ],
    [
      `insert into version (instance_id, number, blob_id, size, creator_id)
        select i.id, 1, i.blob_id, i.size, i.creator_id from files join instance i on i.id = files.id`,
      [],
    ],
    [`insert into instance_name (instance_id, space_id, keys) select i.id, i.space_id, '{}' from instance i on conflict do nothing`, []],
    [
      `insert into folder_count (folder_id, folders, files) select id, 0, $2::int from planted union all select $1::uuid, $3::int, 0
        on conflict (folder_id) do update set folders = folder_count.folders + excluded.folders`,
      [rootId, perFolder, folders],
    ],
    [
      `insert into folder_height (folder_id, counts_for, height) select id, parent_id, 1 from instance where id = $1 on conflict (folder_id) do nothing`,
      [rootId],
    ],
    [
      'insert into folder_height (folder_id, counts_for, height) select parent_id, null, 2 from instance where id = $1 on conflict (folder_id) do update set height = 2',
      [rootId],
    ],
    [
      `update space set used_bytes = used_bytes + (select sum(i.size) from files join instance i on i.id = files.id) where id = (select space_id from instance where id = $1)`,
      [seedId],
    ],
    ['drop table planted, files', []],
    ['vacuum analyze', []],
  ] as const)
    await database.query(text, [...values]);
  await database.end();

  const layout = diskLayout(`${alcove.dataDir}/objects`, diskBucket);
  const body = Buffer.from('old');
  const of = { size: 3, etag: '"0"', createdAt: new Date().toISOString(), md5: createHash('md5').update(body).digest('hex') };
  for (let n = 1; n <= objects; n += 1) {
    const path = layout.objectPath(`planted-${n}`);
    writeFileSync(path, Buffer.concat([body, encodeManifest({ key: `planted-${n}`, ...of })]));
  }
}
