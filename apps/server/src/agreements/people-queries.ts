/** Statements on who accepted the agreements. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { limits } from '@alcove/contract';
import type { AccountStatus, AgreementDocument } from '@alcove/contract';
import { isActive, isAgreed } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { byKeyword } from '../departments/index.ts';
import { foldText } from '../search-text.ts';

/**
 * Accepts an edition, in one statement with the question whether it is the one to accept. Accepting it again changes nothing. False: a
 * later one asks to be accepted, or there is no such edition.
 */
export async function insertAcknowledgement(database: Kysely<Tables>, userId: string, edition: number): Promise<boolean> {
  const { rows } = await sql`
    with accepted as (
      update user_account u set agreement_edition = greatest(u.agreement_edition, ${edition}::int), agreement_at = coalesce(u.agreement_at, now())
      where u.id = ${userId} and exists (select from agreement_version where edition = ${edition})
        and ${edition}::int >= (select coalesce(max(v.edition), 0) from agreement_version v where v.asks)
      returning u.id
    ), kept as (
      insert into agreement_acknowledgement (user_id, edition) select id, ${edition} from accepted on conflict do nothing
    )
    select from accepted`.execute(database);
  return rows.length > 0;
}

/** Of those who can sign in now. */
export async function countPeople(database: Kysely<Tables>): Promise<{ total: number; accepted: number }> {
  const { rows } = await sql<{ total: number; accepted: number }>`
    select count(*)::int as total, (count(*) filter (where ${isAgreed}))::int as accepted
    from user_account u where u.left_at is null and ${isActive}`.execute(database);
  return rows[0]!;
}

/** For each document, the version of an edition. */
const numbersOf = (edition: RawBuilder<unknown>): RawBuilder<Record<AgreementDocument, number>> =>
  sql`(select json_object_agg(n.document, n.number) from (
    select v.document, max(v.number) as number from agreement_version v where v.edition <= ${edition} group by v.document) n)`;

export interface PersonRow {
  userId: string;
  accountName: string;
  realName: string;
  departmentName: string;
  time: Date | null;
  numbers: Record<AgreementDocument, number> | null;
}

/** One page of those who can sign in now, by name. They are counted up to a bound, as in the list of people. */
export async function findPeople(
  database: Kysely<Tables>,
  { accepted, keyword }: { accepted: boolean; keyword: string | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; more: boolean; rows: PersonRow[] }> {
  const folded = foldText(keyword ?? '').trim();
  const named = folded === '' ? sql`true` : (await byKeyword(folded, sql`u.search_text`)).either;
  const where = sql`u.left_at is null and ${isActive} and ${accepted ? isAgreed : sql`not (${isAgreed})`} and ${named}`;
  const most = limits.countedPeople;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (select from user_account u where ${where} limit ${most + 1}) as found`.execute(database);
  const { rows } = await sql<PersonRow>`
    select u.id as "userId", u.account_name as "accountName", u.real_name as "realName", coalesce(d.name, '') as "departmentName",
      a.acknowledged_at as time, case when a.edition is not null then ${numbersOf(sql`a.edition`)} end as numbers
    from (select u.id from user_account u where ${where} order by left(u.search_text, 64) collate "C", u.id limit ${limit} offset ${offset}) found
      join user_account u on u.id = found.id
      left join department d on d.id = u.department_id
      left join agreement_acknowledgement a on a.user_id = u.id and a.edition = u.agreement_edition
    order by left(u.search_text, 64) collate "C", u.id`.execute(database);
  const total = counted[0]!.total;
  return { total: Math.min(total, most), more: total > most, rows };
}

export type ExportedRow = PersonRow & { status: AccountStatus };
export interface ExportedAfter {
  accountName: string;
  edition: number;
}

/**
 * Everybody who has an account or had one, by account name, `limit` rows at a time: one for each time that they accepted, and one for who never
 * did. The rows after `last`.
 */
export async function peopleInOrder(
  database: Kysely<Tables>,
  last: ExportedAfter | null,
  limit: number,
): Promise<(ExportedRow & { edition: number; fullAccountName: string })[]> {
  const { rows } = await sql<ExportedRow & { edition: number; fullAccountName: string }>`
    select u.id as "userId", u.account_name as "fullAccountName", split_part(u.account_name, '~', 1) as "accountName", u.real_name as "realName",
      coalesce(d.name, '') as "departmentName", coalesce(a.edition, 0) as edition, a.acknowledged_at as time,
      case when a.edition is not null then ${numbersOf(sql`a.edition`)} end as numbers,
      case when u.left_at is not null then 'left' when u.frozen_at is not null then 'frozen' when ${isActive} then 'active' else 'expired' end as status
    from (
      select * from user_account where lower(account_name) >= lower(${last?.accountName ?? ''}) order by lower(account_name) limit ${limit + 1}
    ) u
      left join agreement_acknowledgement a on a.user_id = u.id
      left join department d on d.id = u.department_id
    where (lower(u.account_name), coalesce(a.edition, 0)) > (lower(${last?.accountName ?? ''}), ${last?.edition ?? -1})
    order by lower(u.account_name), coalesce(a.edition, 0) limit ${limit}`.execute(database);
  return rows;
}
