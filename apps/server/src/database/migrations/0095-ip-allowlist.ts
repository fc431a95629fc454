import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * From which addresses somebody or something may be reached. Every process is told of whatever decides it: the rules, the networks of regions, and to which
 * departments people belong (roles have a signal of their own).
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table allowlist_rule (
    id uuid primary key,
    object text not null check (object in ('everybody', 'administration', 'signIn', 'links', 'role', 'department', 'person')),
    role_id uuid references role on delete cascade,
    department_id uuid references department on delete cascade,
    person_id uuid references user_account on delete cascade,
    networks cidr[] not null,
    note text not null,
    enabled boolean not null,
    changed_by uuid references user_account on delete set null,
    changed_at timestamptz not null default now(),
    check ((object = 'role') = (role_id is not null)),
    check ((object = 'department') = (department_id is not null)),
    check ((object = 'person') = (person_id is not null))
  )`,
  `create index allowlist_rule_role on allowlist_rule (role_id) where role_id is not null`,
  `create index allowlist_rule_department on allowlist_rule (department_id) where department_id is not null`,
  `create index allowlist_rule_person on allowlist_rule (person_id) where person_id is not null`,
  `create table allowlist_region (
    rule_id uuid not null references allowlist_rule on delete cascade,
    region_id uuid not null references region,
    primary key (rule_id, region_id)
  )`,
  `create index allowlist_region_region on allowlist_region (region_id)`,
  `create function signal_allowlist() returns trigger language plpgsql as $$
    begin perform pg_notify('alcove_allowlist', ''); return null; end $$`,
  ...[
    'allowlist_rule_changed after insert or update or delete or truncate on allowlist_rule',
    'allowlist_region_changed after insert or update or delete or truncate on allowlist_region',
    'region_changed after update or delete on region',
    'department_placed after update of parent_id or delete on department',
    'user_account_placed after update of department_id on user_account',
  ].map((when) => `create trigger ${when} for each statement execute function signal_allowlist()`),
];
