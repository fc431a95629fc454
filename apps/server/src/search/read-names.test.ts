/** In a database of its own: the server of a company reads and merges, too. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import type { Tables } from '../database/index.ts';
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

/** Where `work` goes on once the first statement is answered. */
const afterFirst = (work: () => Promise<void>): Kysely<Tables> => {
  let begun: Promise<void> | undefined;
  return own.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await (begun ??= work());
      return result;
    },
  });
};

test('whoever searches for a name that somebody else is reading finds it all the same', async () => {
  await addFolders(3, '岗位说明 ');
  const reading = afterFirst(async () => {
    assert.ok(await nameKeysOf(own.kysely, spaceId, '岗位'));
    assert.equal(await waiting(), 0);
  });
  assert.equal(await readNames(reading, 200), 0);
});

test('a name that changes while it is read waits for nobody, and is read again', async () => {
  await addFolders(2, '旧名称 ');
  const reading = afterFirst(async () => {
    await own.kysely.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '2s'`.execute(transaction);
      await sql`update instance set name = '新名称', folded_name = '新名称' where name = '旧名称 1'`.execute(transaction);
    });
  });
  assert.equal(await readNames(reading, 200), 1);
  assert.equal(await waiting(), 1);
  assert.equal(await readNames(own.kysely, 200), 1);
  const keys = await nameKeysOf(own.kysely, spaceId, '新名');
  const { rows } = await sql`select from instance_name where keys @> ${keys}::integer[]`.execute(own.kysely);
  assert.equal(rows.length, 1);
});
