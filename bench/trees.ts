/** Moving, deleting and restoring a tree inside a space: a few entries beside very many, which must take the same time. */
import pg from 'pg';
import type { Bench } from './bench.ts';
import { smallContent } from './content.ts';
import { elapsedMs, median } from './measure.ts';

const small = 10;

export async function trees({ report, quick, client, alcove }: Bench): Promise<void> {
  const large = quick ? 100_000 : 1_000_000;
  const [here, there] = [await client.createFolder('trees here'), await client.createFolder('trees there')];
  const ids = { small: await client.createFolder('small tree'), large: await client.createFolder('large tree') };
  const { instanceId } = await client.upload(smallContent(1002), 'seed.txt', ids.small, 0, 1);
  const database = new pg.Client({ host: alcove.socketFolder(), user: 'alcove', database: 'postgres', statement_timeout: 0 });
  await database.connect();
  await plant(database, instanceId, ids.small, small);
  await plant(database, instanceId, ids.large, large);
  await database.query('vacuum analyze');
  await database.end();

  const times: Record<'move' | 'delete' | 'restore', Record<'small' | 'large', number[]>> = {
    move: { small: [], large: [] },
    delete: { small: [], large: [] },
    restore: { small: [], large: [] },
  };
  // In turns: whatever else the machine does falls on both alike.
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
    report.compare(`${what} a tree of ${large} entries (beside: of ${small}), p50`, median(of.large), 'ms', median(of.small), {
      most: 2,
      of: `a tree of ${small}`,
    });
}

/** A tenth of the entries are folders, a hundred to a level, each with files in it. */
async function plant(database: pg.Client, seedId: string, rootId: string, entries: number): Promise<void> {
  await database.query(
    `with seed as (select * from instance where id = $1), folders as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
      select gen_random_uuid(), space_id, $2::uuid, false, 'folder ' || n, 'folder ' || n, creator_id, editor_id from seed, generate_series(1, greatest(1, $3::int / 10)) n
      returning id
    ), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select gen_random_uuid(), seed.space_id, folders.id, true, 'file ' || n, 'file ' || n, seed.category, seed.blob_id, seed.size, seed.creator_id, seed.editor_id
      from seed, folders, generate_series(1, 9) n returning id, blob_id, size, creator_id
    ) insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`,
    [seedId, rootId, entries],
  );
}
