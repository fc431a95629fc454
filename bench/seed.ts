/**
 * Rows for the long lists, written directly into the embedded database: a hundred thousand files through the API would take longer than all
 * measurements. Only the bench does this. The files share the content of one uploaded file.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { smallContent } from './content.ts';

/** `apart`: an empty folder that gets a hundred further files, so far apart in the table that no two are in one page of it. */
export async function seedFolder(
  { client, alcove }: Pick<Bench, 'client' | 'alcove'>,
  name: string,
  count: number,
  apart?: string,
): Promise<string> {
  const folderId = await client.createFolder(name);
  const { instanceId } = await client.upload(smallContent(1000), 'seed.txt', folderId, 0, 1);
  const database = new pg.Client({ connectionString: alcove.databaseUrl(), statement_timeout: 0 });
  await database.connect();
  await database.query(
    `
    with seed as (select * from instance where id = $1), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, version, blob_id, size, creator_id, editor_id, created_at, updated_at)
      select uuidv7(), space_id, case when n % ($2 / 100 + 1) = 0 then coalesce($3, parent_id) else parent_id end, true, f.name, lower(f.name), 1 + n % 7, 1, blob_id, size, creator_id, editor_id, now() - n * interval '1 minute', now() - (n * 7919 % $2) * interval '1 minute'
      from seed, generate_series(2, $2::int + case when $3::uuid is null then 0 else 100 end) n, lateral (select (array['季度报告','Plan','会议记录','Invoice','合同'])[1 + n % 5] || ' ' || n || '.docx' as name) f
      returning id, blob_id, size, creator_id)
    insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`,
    [instanceId, count, apart],
  );
  await namesIndexed(database);
  await database.query('vacuum analyze');
  await database.end();
  return folderId;
}

/** The server prepares new names for its search, which takes it seconds for so many at once: whatever is measured meanwhile is measured beside that. */
export async function namesIndexed(database: pg.Client): Promise<void> {
  const waiting = async () => (await database.query('select from instance_name where keys is null limit 1')).rowCount! > 0;
  while (await waiting()) await sleep(200);
}
