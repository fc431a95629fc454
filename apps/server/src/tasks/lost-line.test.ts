/** The connection to the database breaks during a large copy. The copy is resumed and ends complete. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { openCompany, placingTasks } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';

const files = 8000;
let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

test('a copy under way when the line breaks is done a moment later, once', async () => {
  const person = await company.person();
  const tree = await person.folder('large');
  const seed = await person.uploads('seed', 'seed.txt', tree.instanceId);
  await sql`
    with seed as (select * from instance where id = ${seed.instanceId}), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select gen_random_uuid(), space_id, parent_id, true, 'f ' || n, 'f ' || n, category, blob_id, size, creator_id, editor_id from seed, generate_series(2, ${files}::int) n
      returning id, blob_id, size, creator_id
    ), charged as (update space set used_bytes = used_bytes + (select sum(size) from made) where id = (select space_id from seed))
    insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`.execute(
    company.database,
  );
  const [sent] = await person.call(calls.instance.copy, {
    instanceIds: [tree.instanceId],
    targetParentId: person.rootId,
    onConflict: 'rename',
  });
  assert.ok(sent?.done && 'taskId' in sent);
  const task = async () => (await placingTasks(person)).find(({ taskId }) => taskId === sent.taskId);
  while (((await task())?.done ?? 0) === 0) await sleep(5);
  // Only the connection of the copy is closed. The others stay open, so the server could mark the task as failed.
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '5 milliseconds'
      and state in ('active', 'idle in transaction')`.execute(company.database);
  assert.ok(rows.length > 0, 'a line was cut');
  for (const began = performance.now(); !(await task().catch(() => undefined))?.endTime; await sleep(50))
    assert.ok(performance.now() - began < 40_000, 'the copy ends');
  const { state, failed } = (await task())!;
  assert.deepEqual({ state, failed }, { state: 'done', failed: [] });
  const { items } = await person.call(calls.instance.page, { parentId: person.rootId });
  assert.deepEqual(items.map(({ instanceName }) => instanceName).sort(), ['large', 'large (1)']);
  for (const { instanceId } of items) assert.equal((await person.call(calls.instance.queryFolderSize, { instanceId })).files, files);
  assert.deepEqual(await checkData(company.database), []);
});
