/** Statements on imports of people and their rows. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Places } from './columns.ts';
import type { Problem, SheetPerson } from './row-rules.ts';

export async function insertImport(
  database: Kysely<Tables>,
  { id, authorId, fileName, places }: { id: string; authorId: string; fileName: string; places: Places },
): Promise<void> {
  await database
    .insertInto('people_import')
    .values({ id, author_id: authorId, file_name: fileName, places: JSON.stringify(places), task_id: null })
    .execute();
}

export async function deleteImport(database: Kysely<Tables>, id: string): Promise<void> {
  await database.deleteFrom('people_import').where('id', '=', id).execute();
}

/** Deletes the older ones of a person's checks that were not imported, so that at most `kept` remain. */
export async function deleteOlderChecks(database: Kysely<Tables>, authorId: string, kept: number): Promise<void> {
  await sql`delete from people_import where run_at is null and id in (
    select id from people_import where author_id = ${authorId} and run_at is null and checked_at is not null order by created_at desc, id desc offset ${kept})`.execute(
    database,
  );
}

export interface CheckedRow {
  row: number;
  person: SheetPerson;
  problems: Problem[];
}

/** A row with a problem keeps nothing but its account name. */
export async function insertRows(database: Kysely<Tables>, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  await sql`insert into people_import_row (import_id, row, account_name, person, problems)
    select ${importId}, * from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ person }) => person.accountName)}::text[],
      ${rows.map(({ person, problems }) => (problems.length > 0 ? null : JSON.stringify(person)))}::jsonb[],
      ${rows.map(({ problems }) => JSON.stringify(problems))}::jsonb[])`.execute(database);
}

const problem = (column: string, code: string, details = sql`'{}'::jsonb`) =>
  sql`jsonb_build_object('column', ${sql.lit(column)}, 'code', ${sql.lit(code)}, 'details', ${details})`;

/**
 * Marks the rows whose account name an account has, or an earlier row. The problem comes first, because the name is the first column. Names
 * that are wrong already are not compared.
 */
export async function markTaken(transaction: Transaction<Tables>, importId: string): Promise<void> {
  await sql`
    with numbered as (
      select row, lower(account_name) as name, min(row) over (partition by lower(account_name)) as first
      from people_import_row where import_id = ${importId} and (problems -> 0 ->> 'column') is distinct from 'accountName'
    ), judged as (
      select row, case when exists (select from user_account u where lower(u.account_name) = name) then ${problem('accountName', 'ACCOUNT_NAME_TAKEN')}
        when row > first then ${problem('accountName', 'IMPORT_TWICE', sql`jsonb_build_object('row', first)`)} end as problem
      from numbered
    )
    update people_import_row r set problems = jsonb_build_array(j.problem) || r.problems, person = null
    from judged j where r.import_id = ${importId} and r.row = j.row and j.problem is not null`.execute(transaction);
}

export async function setChecked(transaction: Transaction<Tables>, importId: string): Promise<void> {
  await sql`
    update people_import set checked_at = now(), (rows, valid, errors) = (
      select count(*), count(person), coalesce(sum(jsonb_array_length(problems)), 0) from people_import_row where import_id = ${importId})
    where id = ${importId}`.execute(transaction);
}

export interface ImportRow {
  id: string;
  fileName: string;
  places: Places;
  rows: number;
  valid: number;
  errors: number;
  made: number;
  taskId: string | null;
  createdAt: Date;
  endsAt: Date;
}

const endsAt = sql`case when run_at is null then created_at + ${sql.lit(limits.importCheckHours)} * interval '1 hour'
  else run_at + ${daysOf('importDays')} end`;

/** The checked imports of a person that have not ended, newest first; only the one with this id if one is given. */
export async function findImports(database: Kysely<Tables>, authorId: string, id: string | null = null): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select id, file_name as "fileName", places, rows, valid, errors, task_id as "taskId", created_at as "createdAt", ${endsAt} as "endsAt",
      case when run_at is null then 0 else (select count(*)::int from people_import_row r where r.import_id = people_import.id and r.user_id is not null) end as made
    from people_import where author_id = ${authorId} and checked_at is not null and ${endsAt} > now() and (${id}::uuid is null or id = ${id})
    order by created_at desc, id desc limit ${sql.lit(limits.importsListed)}`.execute(database);
  return rows;
}

/** Locks an import until the transaction ends. Null under the same conditions as `findImports`. */
export async function lockImport(
  transaction: Transaction<Tables>,
  authorId: string,
  id: string,
): Promise<{ valid: number; fileName: string; taskId: string | null } | null> {
  const { rows } = await sql<{ valid: number; fileName: string; taskId: string | null }>`
    select valid, file_name as "fileName", task_id as "taskId" from people_import
    where author_id = ${authorId} and id = ${id} and checked_at is not null and ${endsAt} > now() for update`.execute(transaction);
  return rows[0] ?? null;
}

export async function setRun(transaction: Transaction<Tables>, id: string, taskId: string): Promise<void> {
  await sql`update people_import set run_at = now(), task_id = ${taskId} where id = ${id}`.execute(transaction);
}

/** The wrong cells in their order: by row, and as the row has them. */
export async function findProblems(
  database: Kysely<Tables>,
  importId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<(Problem & { row: number })[]> {
  const { rows } = await sql<Problem & { row: number }>`
    select r.row, p.problem ->> 'column' as column, p.problem ->> 'code' as code, coalesce(p.problem -> 'details', '{}') as details
    from people_import_row r cross join jsonb_array_elements(r.problems) with ordinality as p (problem, at)
    where r.import_id = ${importId} and r.problems <> '[]' order by r.row, p.at limit ${limit} offset ${offset}`.execute(database);
  return rows;
}

export interface WaitingRow {
  row: number;
  person: SheetPerson;
}

/** The next rows to import, after the row `after`. Null if there is no such import anymore. */
export async function findWaiting(database: Kysely<Tables>, importId: string, after: number, limit: number): Promise<WaitingRow[] | null> {
  const { rows } = await sql<WaitingRow>`
    select row, person from people_import_row where import_id = ${importId} and row > ${after} and person is not null order by row limit ${limit}`.execute(
    database,
  );
  if (rows.length > 0) return rows;
  const still = await database.selectFrom('people_import').select('id').where('id', '=', importId).executeTakeFirst();
  return still ? [] : null;
}

export interface ImportedRow {
  row: number;
  userId: string | null;
  problem: Problem | null;
}

/** What became of rows: an account, or a problem. What the sheet said of them is deleted. */
export async function settleRows(transaction: Transaction<Tables>, importId: string, rows: readonly ImportedRow[]): Promise<void> {
  await sql`
    update people_import_row r set person = null, user_id = s.user_id, problems = r.problems || s.problems
    from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ userId }) => userId)}::uuid[],
      ${rows.map(({ problem: one }) => JSON.stringify(one ? [one] : []))}::jsonb[]) as s (row, user_id, problems)
    where r.import_id = ${importId} and r.row = s.row`.execute(transaction);
  const failed = rows.filter(({ problem: one }) => one !== null).length;
  await sql`update people_import set errors = errors + ${failed} where id = ${importId} and ${failed} > 0`.execute(transaction);
}

/** Deletes a check or an import that has ended. Returns how many; the next run deletes another. */
export async function deleteEndedImports(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql`
    delete from people_import where ${endsAt} < now() and id = (
      select id from people_import where coalesce(run_at, created_at) < now() - interval '1 hour' and ${endsAt} < now() limit 1)
    returning id`.execute(database);
  return rows.length;
}
