import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { migrate, readMigrations } from '../database/migrate.ts';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { findDepartments } from './department-queries.ts';
import { findPeople } from './people-queries.ts';

let fresh: TestDatabase;
before(async () => {
  fresh = await openTestDatabase({ migrated: false });
});
after(() => fresh.stop());

test('people and departments of an older release are found after the migration, and none can be written unfindable', async () => {
  const { kysely } = fresh;
  const all = await readMigrations();
  await migrate(
    kysely,
    all.filter(({ name }) => name < '0010'),
  );
  await sql`insert into department (id, name) values (${randomUUID()}, '解决方案部')`.execute(kysely);
  await sql`insert into user_account (id, account_name, real_name) values (${randomUUID()}, 'old_hand', '单雄信')`.execute(kysely);
  await migrate(kysely, all);
  const found = await findPeople(kysely, { keyword: 'shanxx', near: null, parentId: undefined, limit: 10 });
  assert.deepEqual(
    found.map((row) => row.real_name),
    ['单雄信'],
  );
  const { rows: departments } = await findDepartments(kysely, { keyword: 'jjfa', parentId: undefined, limit: 10 });
  assert.deepEqual(
    departments.map((row) => row.name),
    ['解决方案部'],
  );
  await assert.rejects(sql`insert into department (id, name) values (${randomUUID()}, '无名')`.execute(kysely), { code: '23502' });
});
