import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { departmentSearchText, personSearchText } from '../../search-text.ts';

/** People and departments are found by name, account and pinyin. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(database);
  const { rows: people } = await sql<{
    id: string;
    account_name: string;
    real_name: string;
  }>`select id, account_name, real_name from user_account`.execute(database);
  for (const { id, account_name: accountName, real_name: realName } of people)
    await sql`update user_account set search_text = ${await personSearchText({ accountName, realName })} where id = ${id}`.execute(
      database,
    );
  const { rows: departments } = await sql<{ id: string; name: string }>`select id, name from department`.execute(database);
  for (const { id, name } of departments)
    await sql`update department set search_text = ${await departmentSearchText(name)} where id = ${id}`.execute(database);
  for (const statement of rules) await sql.raw(statement).execute(database);
}

const columns = [`alter table user_account add column search_text text`, `alter table department add column search_text text`];

const rules = [
  // No default: a name that is written without its search text is refused.
  `alter table user_account alter column search_text set not null`,
  `alter table department alter column search_text set not null`,
  // Trigrams also serve searches for a beginning: the marker before a key counts as a word boundary.
  `create index user_account_search on user_account using gin (search_text gin_trgm_ops)`,
  `create index department_search on department using gin (search_text gin_trgm_ops)`,
  // The people of a department, counted and sorted by reading. Cut to 64 characters, because an index entry has a maximum size.
  `create index user_account_listed on user_account (department_id, (left(search_text, 64)) collate "C", id) include (expires_at) where frozen_at is null`,
  `create index user_account_real_name on user_account (lower(real_name))`,
  `create index user_account_email on user_account (lower(email)) where email <> ''`,
  `create index department_below on department (parent_id)`,
];
