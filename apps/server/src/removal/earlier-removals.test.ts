import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '../database/index.ts';
import { readMigrations } from '../database/migrate.ts';
import { openTestDatabase } from '../database/testing.ts';

test('what an earlier version was removing when it ended is settled: needed content is stored as ever, the rest goes, uploads too', async (t) => {
  const { kysely, stop } = await openTestDatabase({ migrated: false });
  t.after(stop);
  const all = await readMigrations();
  await migrate(
    kysely,
    all.filter(({ name }) => name < '0046'),
  );
  const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
  const [user, space, root, file, needed, unneeded] = [id(1), id(2), id(3), id(4), id(5), id(6)];
  await kysely.transaction().execute(async (transaction) => {
    const run = (statement: string) => sql.raw(statement).execute(transaction);
    await run(`set constraints all deferred`);
    await run(`insert into user_account (id, account_name, real_name, search_text) values ('${user}', 'a', 'A', '')`);
    await run(`insert into space (id, kind, owner_id, root_id) values ('${space}', 1, '${user}', '${root}')`);
    for (const blob of [needed, unneeded]) {
      await run(
        `insert into blob (id, size, md5, verified_at, unneeded_since, sha256) values ('${blob}', 1, 'm', now(), now() - interval '2 days', '${blob}')`,
      );
      await run(`insert into replica (blob_id, bucket, object_key, state) values ('${blob}', 'alcove', 'key-${blob}', 'removing')`);
    }
    const columns = 'id, space_id, parent_id, is_file, name, folded_name, blob_id, size, creator_id, editor_id';
    await run(`insert into instance (${columns}) values ('${root}', '${space}', null, false, '', '', null, 0, '${user}', '${user}')`);
    await run(
      `insert into instance (${columns}) values ('${file}', '${space}', '${root}', true, 'f', 'f', '${needed}', 1, '${user}', '${user}')`,
    );
    await run(`insert into version (instance_id, number, blob_id, size, creator_id) values ('${file}', 1, '${needed}', 1, '${user}')`);
    await run(`insert into upload (id, user_id, space_id, parent_id, name, size, md5, object_key, token, part_size, part_count, reserved_bytes, state, expires_at)
      values ('${id(7)}', '${user}', '${space}', '${root}', 'u', 1, 'm', 'key-upload', 't', 1, 1, 0, 'removing', now())`);
  });
  await migrate(kysely);
  const blobs = await kysely.selectFrom('blob').select(['id', 'unneeded_since']).orderBy('id').execute();
  assert.deepEqual(
    blobs.map((blob) => [blob.id, blob.unneeded_since === null]),
    [
      [needed, true],
      [unneeded, false],
    ],
  );
  assert.deepEqual(await kysely.selectFrom('object_removal').select('object_key').execute(), [{ object_key: 'key-upload' }]);
  assert.deepEqual(await kysely.selectFrom('upload').select('id').execute(), []);
});
