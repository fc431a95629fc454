/** Statements on the settings and on their changes. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { ServiceConfigCode } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface ChangeRow {
  changeId: string;
  code: string;
  time: Date;
  userId: string;
  name: string;
  before: { value: unknown } | null;
  after: { value: unknown } | null;
  note: string;
}

/** SQL null: there was no row. A JSON null is a value. */
const shown = sql`c.id as "changeId", c.code, c.changed_at as time, c.user_id as "userId", u.real_name as name,
  case when c.before is not null then jsonb_build_object('value', c.before) end as before,
  case when c.after is not null then jsonb_build_object('value', c.after) end as after, c.note`;

export async function readSettings(database: Kysely<Tables>): Promise<{ code: string; value: unknown; note: string }[]> {
  return database.selectFrom('service_config').select(['code', 'value', 'note']).execute();
}

/** The latest change of each code that has any. */
export async function latestChanges(database: Kysely<Tables>): Promise<Map<string, ChangeRow>> {
  const { rows } = await sql<ChangeRow>`
    select distinct on (c.code) ${shown} from service_config_change c join user_account u on u.id = c.user_id order by c.code, c.id desc`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.code, row]));
}

/** The changes of one code, newest first, and how many there are. */
export async function changesOf(
  database: Kysely<Tables>,
  code: ServiceConfigCode,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: ChangeRow[] }> {
  const [{ rows: counted }, { rows }] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from service_config_change where code = ${code}`.execute(database),
    sql<ChangeRow>`
      select ${shown} from service_config_change c join user_account u on u.id = c.user_id
      where c.code = ${code} order by c.id desc limit ${limit} offset ${offset}`.execute(database),
  ]);
  return { total: counted[0]!.total, rows };
}

export async function findChange(database: Kysely<Tables>, code: ServiceConfigCode, changeId: string): Promise<ChangeRow | null> {
  const { rows } = await sql<ChangeRow>`
    select ${shown} from service_config_change c join user_account u on u.id = c.user_id where c.id = ${changeId} and c.code = ${code}`.execute(
    database,
  );
  return rows[0] ?? null;
}

interface NewSetting {
  changeId: string;
  code: ServiceConfigCode;
  userId: string;
  /** Null: the default, so the row is removed. */
  after: { value: unknown } | null;
  note: string;
}

/** Writes a setting and its entry in the history. */
export async function writeSetting(transaction: Transaction<Tables>, { changeId, code, userId, after, note }: NewSetting): Promise<void> {
  const value = after && JSON.stringify(after.value);
  await sql`
    insert into service_config_change (id, code, user_id, before, after, note)
    values (${changeId}, ${code}, ${userId}, (select value from service_config where code = ${code}), ${value}::jsonb, ${note})`.execute(
    transaction,
  );
  if (value === null) await transaction.deleteFrom('service_config').where('code', '=', code).execute();
  else
    await transaction
      .insertInto('service_config')
      .values({ code, value, note })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ value, note }))
      .execute();
}
