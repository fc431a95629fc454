/** Moves, deletes and restores a tree inside a space. A tree of very many entries must take as long as one of a few. */
import pg from 'pg';
import type { Bench } from './bench.ts';
import { smallContent } from './content.ts';
import { elapsedMs, median } from './measure.ts';
import { namesIndexed } from './seed.ts';

const small = 10;

export async function trees({ report, quick, client, alcove }: Bench): Promise<void> {
  const large = quick ? 100_000 : 1_000_000;
  const [here, there] = [await client.createFolder('trees here'), await client.createFolder('trees there')];
  const ids = { small: await client.createFolder('small tree'), large: await client.createFolder('large tree') };
  const { instanceId } = await client.upload(smallContent(1002), 'seed.txt', ids.small, 0, 1);
  const database = new pg.Client({ connectionString: alcove.databaseUrl(), statement_timeout: 0 });
  await database.connect();
  await namesIndexed(database);
  await plant(database, instanceId, ids.small, small);
  await plant(database, instanceId, ids.large, large);
  await database.query('vacuum analyze');
  await database.end();

  const times: Record<'move' | 'delete' | 'restore', Record<'small' | 'large', number[]>> = {
    move: { small: [], large: [] },
    delete: { small: [], large: [] },
    restore: { small: [], large: [] },
  };
  // In turn, so that other load on the machine affects both alike.
  for (let n = -4; n < 20; n += 1) {
    for (const tree of ['small', 'large'] as const) {
      const act = async (what: keyof typeof times, path: string, fields: object): Promise<void> => {
        const ms = await elapsedMs(() => client.json(`/disk/api/instance/${path}`, { instanceIds: [ids[tree]], ...fields }));
        if (n >= 0) times[what][tree].push(ms);
      };
      await act('move', 'move', { targetParentId: n % 2 === 0 ? there : here });
      await act('delete', 'remove', {});
      await act('restore', 'undoRemove', {});
    }
  }
  for (const [what, of] of Object.entries(times))
    report.compare(`${what} a tree of ${large} entries (baseline: ${small}), p50`, median(of.large), 'ms', median(of.small), {
      most: 2,
      of: `a tree of ${small}`,
    });
}

/**
 * A tenth of the entries are folders, each with nine files. Triggers and per-row checks are off, because they would take many minutes for a
 * million; their rows are written at the end. All have the keys of the seed's name, as if they had been read for the search.
 */
async function plant(database: pg.Client, seedId: string, rootId: string, entries: number): Promise<void> {
  const folders = Math.max(1, Math.floor(entries / 10));
  await database.query(`set session_replication_role = replica`);
  await database.query(`create temporary table planted as select uuidv7() as id, n from generate_series(1, ${folders}) n`);
  await database.query(
    `insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
      select planted.id, space_id, $2, false, 'folder ' || n, 'folder ' || n, creator_id, editor_id from instance seed, planted where seed.id = $1`,
    [seedId, rootId],
  );
  await database.query(
    `insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select uuidv7(), space_id, planted.id, true, 'file ' || f, 'file ' || f, category, blob_id, size, creator_id, editor_id
        from instance seed, planted, generate_series(1, 9) f where seed.id = $1`,
    [seedId],
  );
  await database.query(
    `insert into version (instance_id, number, blob_id, size, creator_id)
      select i.id, 1, i.blob_id, i.size, i.creator_id from planted join instance i on i.parent_id = planted.id`,
  );
  await database.query(
    `insert into instance_name (instance_id, space_id, keys)
      select i.id, i.space_id, seed.keys from instance_name seed, instance i
        where seed.instance_id = $1 and (i.parent_id = $2 or i.parent_id in (select id from planted)) on conflict do nothing`,
    [seedId, rootId],
  );
  await database.query(
    `insert into folder_count (folder_id, folders, files) select id, 0, 9 from planted union all select $1::uuid, ${folders}, 0
      on conflict (folder_id) do update set folders = folder_count.folders + excluded.folders`,
    [rootId],
  );
  await database.query(
    `insert into folder_height (folder_id, counts_for, height) select id, parent_id, 1 from instance where id = $1 on conflict (folder_id) do nothing`,
    [rootId],
  );
  await database.query(`drop table planted`);
  await database.query(`set session_replication_role = origin`);
}
