import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Who may do what where: one table of grants for all sources (design section 5). */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // `source_id` is the space for a group or department, the share for a share. Grants of one source are compared with each other.
  `create table file_grant (
    id uuid primary key,
    instance_id uuid not null references instance on delete cascade,
    subject_kind text not null check (subject_kind in ('person', 'department')),
    subject_id uuid not null,
    role text not null,
    source_kind text not null check (source_kind in ('group', 'department', 'share')),
    source_id uuid not null,
    grantor_id uuid not null references user_account,
    created_at timestamptz not null default now(),
    expires_at timestamptz
  )`,
  `create unique index file_grant_once on file_grant (instance_id, source_id, subject_kind, subject_id)`,
  `create index file_grant_subject on file_grant (subject_id, instance_id)`,
  `create index file_grant_source on file_grant (source_id, instance_id)`,
  `create index file_grant_ended on file_grant (expires_at) where expires_at is not null`,
  // A list asks which of ten thousand children a grant names. There are few, found in an index of just those. The mark is never removed.
  `alter table instance add column granted boolean not null default false`,
  `create index instance_granted on instance (space_id, parent_id) where granted`,
  `create function mark_granted() returns trigger language plpgsql as $$
    begin
      update instance set granted = true where id = new.instance_id and not granted;
      return null;
    end
  $$`,
  `create trigger file_grant_marks after insert on file_grant for each row execute function mark_granted()`,
  // What the owner of a personal space allotted to their groups (specification 2 section 8, handover).
  `alter table space add column allotted_bytes bigint not null default 0 check (allotted_bytes >= 0)`,
];
