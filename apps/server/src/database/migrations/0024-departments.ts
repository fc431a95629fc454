import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { newId } from '../../ids.ts';

/** Each department has a space of its own, which its people may see. What ended departments leave behind is kept. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(database);
  await makeSpaces(database);
  await sql`set constraints all immediate`.execute(database);
  for (const statement of rules) await sql.raw(statement).execute(database);
}

// eslint-disable-next-line no-explicit-any
async function makeSpaces(database: Transaction<any>): Promise<void> {
  const { rows: departments } = await sql<{ id: string }>`select id from department order by id`.execute(database);
  if (departments.length === 0) return;
  const made = JSON.stringify(departments.map(({ id }) => ({ department_id: id, space_id: newId(), root_id: newId(), grant_id: newId() })));
  // It is not known who made the existing departments, so the first administrator counts as the creator.
  const given = sql`jsonb_to_recordset(${made}::jsonb) as m (department_id uuid, space_id uuid, root_id uuid, grant_id uuid),
    (select id from user_account order by admin_role is null, created_at, id limit 1) as maker (id)`;
  await sql`insert into space (id, kind, root_id) select m.space_id, 3, m.root_id from ${given}`.execute(database);
  await sql`insert into instance (id, space_id, is_file, name, folded_name, creator_id, editor_id)
    select m.root_id, m.space_id, false, '', '', maker.id, maker.id from ${given}`.execute(database);
  await sql`insert into folder_count (folder_id) select m.root_id from ${given}`.execute(database);
  await sql`update department d set space_id = m.space_id from ${given} where d.id = m.department_id`.execute(database);
  await sql`insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
    select m.grant_id, m.root_id, 'department', m.department_id, 'defaultRole', 'department', m.space_id, maker.id from ${given}`.execute(
    database,
  );
}

const tables = [
  `alter table department add column space_id uuid references space`,
  // The department's row is gone; `id` was its id. `heir_id` is the department whose managers have the space now.
  `create table ended_department (
    id uuid primary key,
    space_id uuid not null unique references space,
    name text not null,
    heir_id uuid not null references department,
    ended_at timestamptz not null default now(),
    opened_at timestamptz
  )`,
  `create index ended_department_heir on ended_department (heir_id)`,
  `create index ended_department_closed on ended_department (ended_at) where opened_at is null`,
];

const rules = [
  `alter table department alter column space_id set not null`,
  `create unique index department_space on department (space_id)`,
];
