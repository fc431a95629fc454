import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Company roles: administration items, and a cap on the file items of their holders. Everybody keeps what they may do: existing people get
 * the role with all file items, administrators the role with everything. Whoever changes a role or its holders makes all processes drop
 * their cached callers.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const items =
  '{list,comment,onlineReading,preview,upload,historyManage,historyView,historyRestore,fileSync,download,collect,share,tag,search,attribute,copy,move,delete,rename,personnelManagement}';

const statements = [
  `create table role (
    id uuid primary key,
    name text not null,
    type text not null check (type in ('ordinary', 'advanced')),
    admin_items text[] not null,
    file_items text[] not null,
    built_in text unique check (built_in in ('administrator', 'employee', 'employeeSharing')),
    created_at timestamptz not null default now(),
    constraint role_has_an_item check (type = 'advanced' or cardinality(admin_items) + cardinality(file_items) > 0)
  )`,
  `create unique index role_name on role (lower(name))`,
  `create table user_role (
    user_id uuid not null references user_account,
    role_id uuid not null references role,
    primary key (user_id, role_id)
  )`,
  `create index user_role_holders on user_role (role_id)`,
  `insert into role (id, name, type, admin_items, file_items, built_in) values
    (gen_random_uuid(), 'Administrator', 'advanced', '{}', '${items}', 'administrator'),
    (gen_random_uuid(), 'Employee', 'ordinary', '{}', array_remove('${items}'::text[], 'share'), 'employee'),
    (gen_random_uuid(), 'Employee with external sharing', 'ordinary', '{}', '${items}', 'employeeSharing')`,
  `insert into user_role (user_id, role_id) select u.id, r.id from user_account u join role r
    on r.built_in = case when u.admin_role is null then 'employeeSharing' else 'administrator' end`,
  `drop trigger user_standing on user_account`,
  `create trigger user_standing after update of frozen_at, expires_at, speed_limit, account_name, real_name on user_account for each row execute function signal_user()`,
  `alter table user_account drop column admin_role`,
  `create function signal_roles() returns trigger language plpgsql as $$
    begin perform pg_notify('alcove_roles', ''); return null; end $$`,
  `create trigger role_changed after update or delete on role for each statement execute function signal_roles()`,
  `create trigger user_role_changed after insert or update or delete on user_role for each statement execute function signal_roles()`,
];
