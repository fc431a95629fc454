import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { byKeyword } from './keyword-queries.ts';

export interface PersonRow {
  id: string;
  account_name: string;
  real_name: string;
  department_id: string | null;
}

const columns = sql`u.id, u.account_name, u.real_name, u.department_id`;
/** The order of people: by the reading of their names. For `u`. */
const byReading = sql`left(u.search_text, 64) collate "C", u.id`;

/** The most matches of each kind that are sorted. Someone who has typed a single letter is about to type the next. */
const mostWeighed = 500;

/** `is true` makes PostgreSQL use a hashed set. A join would be scanned for each person. */
const within = (departmentId: string | undefined): RawBuilder<unknown> =>
  departmentId === undefined ? sql`true` : sql`(u.department_id in (select id from below)) is true`;

const below = (departmentId: string | undefined): RawBuilder<unknown> =>
  sql`with recursive below as (
    select d.id from department d where d.id = ${departmentId ?? null}
    union
    select d.id from department d join below b on d.parent_id = b.id
  )`;

/**
 * Active people that match a folded keyword. Matches at the beginning of the name come first; among these, people of the department `near`.
 */
export async function findPeople(
  database: Kysely<Tables>,
  { keyword, near, parentId, limit }: { keyword: string; near: string | null; parentId: string | undefined; limit: number },
): Promise<PersonRow[]> {
  const { begins, inside } = await byKeyword(keyword, sql`u.search_text`);
  const some = (where: RawBuilder<unknown>) =>
    sql`(select u.id from user_account u where ${where} and ${isActive} and ${within(parentId)} limit ${mostWeighed})`;
  const { rows } = await sql<PersonRow>`${below(parentId)}, found as materialized (
      ${some(sql`u.department_id = ${near} and (${begins} or ${inside})`)}
      union ${some(begins)}
      union ${some(inside)}
    )
    select ${columns} from found join user_account u on u.id = found.id
    order by not ${begins}, u.department_id is distinct from ${near}, ${byReading} limit ${limit}`.execute(database);
  return rows;
}

/**
 * The people that each name means, up to `most` for each, in the order of the names. `at` is the position of the name, `total` the number
 * of people it means.
 */
export async function findPeopleByNames(
  database: Kysely<Tables>,
  names: readonly string[],
  { near, most }: { near: string | null; most: number },
): Promise<(PersonRow & { at: number; total: number })[]> {
  const { rows } = await sql<PersonRow & { at: number; total: number }>`
    select * from (
      select n.at::integer as at, ${columns}, count(*) over (partition by n.at) as total,
        row_number() over (partition by n.at order by u.department_id is distinct from ${near}, ${byReading}) as place
      from unnest(${names}::text[]) with ordinality as n (name, at)
      cross join lateral (
        select id from user_account where lower(account_name) = lower(n.name)
        union select id from user_account where lower(email) = lower(n.name) and email <> ''
        union select id from user_account where lower(real_name) = lower(n.name)
      ) as named join user_account u on u.id = named.id where ${isActive}
    ) as found where place <= ${most} order by at, place`.execute(database);
  return rows;
}

/** People directly in a department (null: in none), sorted by the reading of their names. */
export async function pageOfPeople(
  database: Kysely<Tables>,
  departmentId: string | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: PersonRow[] }> {
  const here = departmentId === null ? sql`u.department_id is null` : sql`u.department_id = ${departmentId}`;
  const [{ rows: counted }, { rows }] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from user_account u where ${here} and ${isActive}`.execute(database),
    sql<PersonRow>`select ${columns} from user_account u where ${here} and ${isActive} order by ${byReading}
      limit ${limit} offset ${offset}`.execute(database),
  ]);
  return { total: counted[0]?.total ?? 0, rows };
}

/** The department of a person, or null. */
export async function departmentOf(database: Kysely<Tables>, userId: string): Promise<string | null> {
  const row = await database.selectFrom('user_account').select('department_id').where('id', '=', userId).executeTakeFirst();
  return row?.department_id ?? null;
}

/** How many of these people are active. */
export async function countPeople(database: Kysely<Tables>, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from user_account u where u.id = any(${userIds}::uuid[]) and ${isActive}`.execute(database);
  return rows[0]?.people ?? 0;
}

interface Choice {
  userIds: readonly string[];
  departmentIds: readonly string[];
}

/** The number of active people who are in one of the departments, below one, or chosen themselves, each once. */
export async function countReached(database: Kysely<Tables>, choice: Choice): Promise<number> {
  const { rows } = await sql<{ people: number }>`${reached(choice, sql`count(*) as people`)}`.execute(database);
  return rows[0]?.people ?? 0;
}

/** The ids of the same people. */
export async function peopleReached(database: Kysely<Tables>, choice: Choice): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${reached(choice, sql`reached.id`)}`.execute(database);
  return rows.map(({ id }) => id);
}

const reached = ({ userIds, departmentIds }: Choice, columns: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    with recursive below as (
      select d.id from department d where d.id = any(${departmentIds}::uuid[])
      union
      select d.id from department d join below b on d.parent_id = b.id
    )
    select ${columns} from (
      select u.id from below join user_account u on u.department_id = below.id where ${isActive}
      union select u.id from user_account u where u.id = any(${userIds}::uuid[]) and ${isActive}
    ) as reached`;
