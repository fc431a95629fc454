/** Rows and objects for the check: very many files in folders of a hundred, written directly into the embedded database and the store. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { diskBucket } from '../apps/server/src/storage/index.ts';
import { diskLayout } from '../apps/server/src/storage/disk-layout.ts';
import { encodeManifest } from '../apps/server/src/storage/disk-manifest.ts';
import type { Bench } from './bench.ts';

const perFolder = 100;

/**
 * Folders of a hundred files. Every other file has its own content; `objects` of these are in this store, the others in one that the
 * process does not check. Triggers are off, so their rows are written here.
 */
export async function seedCheck({ alcove }: Bench, seedId: string, rootId: string, entries: number, objects: number): Promise<void> {
  const database = new pg.Client({ connectionString: alcove.databaseUrl(), statement_timeout: 0 });
  await database.connect();
  await database.query("set maintenance_work_mem = '256MB'");
  const indexes = await dropIndexes(database);
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
    ...indexes.map((index) => [index, []] as const),
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

/** Creating the indexes after inserting millions of rows saves minutes. Returns the statements that create them again. */
async function dropIndexes(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string; made: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as made from pg_index x join pg_class c on c.oid = x.indexrelid
      where x.indrelid = any(array['instance', 'version', 'blob', 'instance_name']::regclass[])
        and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`,
  );
  for (const { name } of rows) await database.query(`drop index ${name}`);
  return rows.map(({ made }) => made);
}
