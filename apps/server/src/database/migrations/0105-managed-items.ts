import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What a task of an administrator does with many items of others: a row each, in the order of the task. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // The item may be deleted for good meanwhile, so it is no reference.
  `create table managed_item (
    task_id uuid not null references task on delete cascade,
    place int not null,
    instance_id uuid not null,
    name text not null,
    done boolean not null default false,
    refusal text,
    told uuid[] not null default '{}',
    primary key (task_id, place)
  )`,
  `create index managed_item_told on managed_item (task_id) where told <> '{}'`,
];
