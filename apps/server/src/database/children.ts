import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const conditions = {
  live: sql`deleted_at is null`,
  folders: sql`deleted_at is null and not is_file`,
  all: sql`true`,
};

/**
 * The children of the folder in column `folder` (such as `under.id`), as a table to join in statements that walk down a tree. `offset 0`
 * makes each folder one index lookup. Without it, the planner assumes ten rows for any tree. If the tree has grown since the last
 * statistics, the planner may compare each item with each other: a folder of 100,000 files took more than five minutes.
 */
export const children = (folder: string, which: keyof typeof conditions = 'live'): RawBuilder<unknown> =>
  sql`lateral (select * from instance where parent_id = ${sql.ref(folder)} and ${conditions[which]} offset 0)`;
