import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { migrate, readMigrations } from '../database/migrate.ts';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { grantsOn } from '../permission/index.ts';

let fresh: TestDatabase;
before(async () => {
  fresh = await openTestDatabase({ migrated: false });
});
after(() => fresh.stop());

test('departments of an older release have a space of their own after the migration, which their people may see', async () => {
  const { kysely } = fresh;
  const all = await readMigrations();
  await migrate(
    kysely,
    all.filter(({ name }) => name < '0024'),
  );
  const [person, admin, top, team] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into user_account (id, account_name, real_name, search_text) values (${person}, 'older', 'Older', '')`.execute(kysely);
  await sql`insert into user_account (id, account_name, real_name, search_text, admin_role) values (${admin}, 'admin', 'Admin', '', 'administrator')`.execute(
    kysely,
  );
  await sql`insert into department (id, name, search_text) values (${top}, '公司', '')`.execute(kysely);
  await sql`insert into department (id, parent_id, name, search_text) values (${team}, ${top}, '小组', '')`.execute(kysely);
  await migrate(kysely, all);
  const { rows } = await sql<{
    id: string;
    kind: number;
    owner_id: null;
    space_id: string;
    root_id: InstanceId;
    creator_id: string;
    quota_bytes: null;
  }>`
    select d.id, s.kind, s.owner_id, s.id as space_id, s.root_id, i.creator_id, s.quota_bytes
    from department d join space s on s.id = d.space_id join instance i on i.id = s.root_id and i.space_id = s.id and i.parent_id is null
      join folder_count c on c.folder_id = i.id order by d.parent_id is not null`.execute(kysely);
  assert.deepEqual(
    rows.map(({ id, kind, owner_id, creator_id, quota_bytes }) => ({ id, kind, owner_id, creator_id, quota_bytes })),
    [top, team].map((id) => ({ id, kind: 3, owner_id: null, creator_id: admin, quota_bytes: null })),
  );
  const grants = await grantsOn(
    kysely,
    rows.map((row) => row.root_id),
  );
  assert.deepEqual(
    grants
      .map(({ instanceId, subject, role, source }) => ({ instanceId, subject, role, source }))
      .toSorted((a, b) => (a.instanceId < b.instanceId ? -1 : 1)),
    rows
      .map((row) => ({
        instanceId: row.root_id,
        subject: { kind: 'department', id: row.id },
        role: 'defaultRole',
        source: { kind: 'department', id: row.space_id },
      }))
      .toSorted((a, b) => (a.instanceId < b.instanceId ? -1 : 1)),
  );
});
