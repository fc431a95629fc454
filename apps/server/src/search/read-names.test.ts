/** In a database of its own: the server of a company reads and merges, too. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { createPerson } from '../identity/index.ts';
import type { SpaceId } from '@alcove/contract';
import { nameKeysOf } from './name-keys-of.ts';
import { readNames, readNamesOfBefore } from './read-names.ts';

let own: TestDatabase;
let spaceId: SpaceId;
before(async () => {
  own = await openTestDatabase();
  const admin = { accountName: 'admin', realName: 'Admin', passwordHash: 'x', quotaBytes: null, role: 'administrator' } as const;
  await own.kysely.transaction().execute((transaction) => createPerson(transaction, admin));
  spaceId = (await own.kysely.selectFrom('space').select('id').executeTakeFirstOrThrow()).id;
});
after(() => own.stop());

async function addFolders(count: number, name: string): Promise<void> {
  await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, size, creator_id, editor_id)
    select gen_random_uuid(), s.id, s.root_id, false, ${name} || n, ${name} || n, r.category, 0, r.creator_id, r.editor_id
    from space s join instance r on r.id = s.root_id, generate_series(1, ${count}::int) n`.execute(own.kysely);
}
const waiting = async (): Promise<number> => (await sql`select from instance_name where keys is null`.execute(own.kysely)).rows.length;

afterEach(async () => {
  assert.equal(await waiting(), 0);
  const { rows } = await sql<{ pages: number }>`select gin_clean_pending_list('instance_name_keys') as pages`.execute(own.kysely);
  assert.equal(Number(rows[0]!.pages), 0, 'pages of keys that wait to be merged');
});

test('no search has to look through names that were read but wait to be merged into the index', async () => {
  await addFolders(30, '季度报告 ');
  assert.equal(await readNames(own.kysely, 200), 30);
});

test('nor through those that a search read itself', async () => {
  await addFolders(3, '会议纪要 ');
  assert.ok(await nameKeysOf(own.kysely, spaceId, '纪要'));
});

test('nor through those of an earlier release, which get keys for all spaces', async () => {
  await sql`insert into name_before values ('00000000-0000-0000-0000-000000000000')`.execute(own.kysely);
  while ((await readNamesOfBefore(own.kysely, 20)) > 0);
});
