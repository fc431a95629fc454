import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const conditions = {
  live: sql`deleted_at is null`,
  folders: sql`deleted_at is null and not is_file`,
  all: sql`true`,
};

/**
 * What lies in the folder that `folder` names (a column such as `under.id`), as a table to join: for statements that walk down a tree.
 * `offset 0` makes each folder one look-up by index. Left to itself, the planner takes any tree for ten rows and, when a tree has grown
 * since it last counted, may compare each item with each: a folder of 100,000 files took it longer than five minutes.
 */
export const children = (folder: string, which: keyof typeof conditions = 'live'): RawBuilder<unknown> =>
  sql`lateral (select * from instance where parent_id = ${sql.ref(folder)} and ${conditions[which]} offset 0)`;
