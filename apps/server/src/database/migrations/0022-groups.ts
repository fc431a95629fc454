import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Groups: a space with a name, and ownership transfers. Members are grants on its top folder (migration 0021). */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table group_space (
    space_id uuid primary key references space,
    name text not null,
    folded_name text not null,
    description text not null default '',
    -- When the leader joined; everybody else's time is their grant's.
    leader_since timestamptz not null default now(),
    created_at timestamptz not null default now(),
    dissolves_at timestamptz,
    -- From here on nobody sees it any more and nothing brings it back.
    removing_at timestamptz,
    check (removing_at is null or dissolves_at is not null)
  )`,
  `create unique index group_space_name on group_space (folded_name) where removing_at is null`,
  `create index group_space_ending on group_space (dissolves_at) where dissolves_at is not null`,
  `create index space_group_leader on space (owner_id) where kind = 2`,
  // One column, never empty: there is exactly one leader at all times (I16).
  `alter table space add constraint space_group_has_leader check (kind <> 2 or owner_id is not null)`,

  `create table group_handover (
    id uuid primary key,
    group_id uuid not null references group_space on delete cascade,
    sender_id uuid not null references user_account,
    receiver_id uuid not null references user_account,
    state text not null default 'waiting' check (state in ('waiting', 'handedOver', 'rejected', 'withdrawn')),
    created_at timestamptz not null default now(),
    answered_at timestamptz,
    check (sender_id <> receiver_id)
  )`,
  `create unique index group_handover_waiting on group_handover (group_id) where state = 'waiting'`,
  `create index group_handover_of on group_handover (group_id, receiver_id, id)`,
  // When a group's files are deleted forever, every reference to each row is looked up.
  `create index space_root_id on space (root_id)`,
  `create index upload_parent on upload (parent_id)`,
  `create index upload_instance on upload (instance_id) where instance_id is not null`,
  `create index instant_ticket_instance on instant_ticket (instance_id) where instance_id is not null`,
  `create index recycle_parent on recycle (parent_id)`,
];
