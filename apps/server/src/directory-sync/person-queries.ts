/** Statements on whose data come from a directory. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { KnownPerson, LinkedPerson } from './judge-person.ts';

/** An SQL expression of type json: the account `u` as `judgePerson` compares it; null if there is none. */
export const knownPerson = (
  platformId: string,
  subject: ReturnType<typeof sql>,
) => sql`case when u.id is null then null else json_build_object(
    'userId', u.id, 'accountName', u.account_name, 'realName', u.real_name, 'email', u.email,
    'department', (select dd.subject from directory_department dd where dd.department_id = u.department_id and dd.platform_id = ${platformId}),
    'departmentName', coalesce((select d.name from department d where d.id = u.department_id), ''),
    'frozen', u.frozen_at is not null, 'expired', coalesce(u.expires_at <= now(), false), 'left', u.left_at is not null,
    'frozenBySync', coalesce((select dp.frozen_at = u.frozen_at from directory_person dp where dp.user_id = u.id and dp.platform_id = ${platformId}), false),
    'synced', exists (select from directory_person dp where dp.user_id = u.id and dp.platform_id = ${platformId}),
    'ofOther', exists (select from directory_person dp where dp.user_id = u.id and dp.platform_id <> ${platformId})
      or exists (select from identity_link il where il.user_id = u.id and il.platform_id = ${platformId} and il.subject <> ${subject}),
    'advanced', exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.type = 'advanced')) end`;

/** The accounts with this id, or with this account name in upper or lower case, as they stand to an entry of the platform. */
export async function findKnownPerson(
  transaction: Transaction<Tables>,
  platformId: string,
  who: { userId: string } | { accountName: string },
): Promise<KnownPerson | null> {
  const isThem = 'userId' in who ? sql`u.id = ${who.userId}` : sql`lower(u.account_name) = lower(${who.accountName})`;
  const { rows } = await sql<{ known: KnownPerson }>`
    select ${knownPerson(platformId, sql`u.id::text`)} as known from user_account u where ${isThem}`.execute(transaction);
  return rows[0]?.known ?? null;
}

/** Who these entries are here, by their subjects. */
export async function findLinked(
  database: Kysely<Tables>,
  platformId: string,
  subjects: readonly string[],
): Promise<Map<string, LinkedPerson>> {
  const { rows } = await sql<LinkedPerson & { subject: string }>`
    select il.subject, u.id as "userId", u.real_name as "realName", u.email, dd.subject as department, coalesce(d.name, '') as "departmentName",
      u.frozen_at is not null as frozen, coalesce(dp.frozen_at = u.frozen_at, false) as "frozenBySync", u.left_at is not null as left,
      dp.user_id is not null as synced
    from platform p join identity_link il on il.platform_id = p.id and il.issuer = p.issuer join user_account u on u.id = il.user_id
      left join directory_person dp on dp.user_id = u.id and dp.platform_id = p.id
      left join department d on d.id = u.department_id
      left join directory_department dd on dd.department_id = d.id and dd.platform_id = p.id
    where p.id = ${platformId} and il.subject = any(${subjects}::text[])`.execute(database);
  return new Map(rows.map(({ subject, ...person }) => [subject, person]));
}

/** The next people of the platform, by their ids: those who are not frozen, and the id of the last one. Null: there are no more. */
export async function findPresent(
  database: Kysely<Tables>,
  platformId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ present: Owned[]; last: string } | null> {
  const { rows } = await sql<{ userId: string; subject: string | null }>`
    select dp.user_id as "userId", l.subject
    from (select user_id from directory_person where platform_id = ${platformId} and user_id > ${after} order by user_id limit ${limit}) dp
      left join lateral (
        select il.subject from platform p join identity_link il on il.platform_id = p.id and il.issuer = p.issuer
          join user_account u on u.id = il.user_id
        where p.id = ${platformId} and il.user_id = dp.user_id and u.frozen_at is null offset 0) l on true
    order by dp.user_id`.execute(database);
  const last = rows.at(-1)?.userId;
  if (last === undefined) return null;
  return { present: rows.flatMap(({ userId, subject }) => (subject === null ? [] : [{ userId, subject }])), last };
}

export interface Owned {
  subject: string;
  userId: string;
}

/** Their data come from the platform from now on, and they sign in with it as this entry. */
export async function insertOwned(transaction: Transaction<Tables>, platformId: string, owned: readonly Owned[]): Promise<void> {
  const ids = owned.map(({ userId }) => userId);
  await sql`
    insert into identity_link (platform_id, issuer, subject, user_id)
    select p.id, p.issuer, t.subject, t.user_id from platform p,
      unnest(${owned.map(({ subject }) => subject)}::text[], ${ids}::uuid[]) as t (subject, user_id) where p.id = ${platformId}
    on conflict do nothing`.execute(transaction);
  await sql`insert into directory_person (user_id, platform_id) select id, ${platformId} from unnest(${ids}::uuid[]) as id`.execute(
    transaction,
  );
}

/** The same moment as in the account, which was frozen in this transaction. */
export async function noteFrozen(transaction: Transaction<Tables>, userIds: readonly string[]): Promise<void> {
  await sql`update directory_person set frozen_at = now() where user_id = any(${userIds}::uuid[])`.execute(transaction);
}

/** The departments of these entries. */
export async function departmentsOf(
  database: Kysely<Tables>,
  platformId: string,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; departmentId: string }>`
    select subject, department_id as "departmentId" from directory_department
    where platform_id = ${platformId} and subject = any(${subjects}::text[])`.execute(database);
  return new Map(rows.map(({ subject, departmentId }) => [subject, departmentId]));
}

export async function matchesAccounts(database: Kysely<Tables>, platformId: string): Promise<boolean> {
  const row = await database.selectFrom('platform').select('matches_accounts').where('id', '=', platformId).executeTakeFirst();
  return row?.matches_accounts ?? false;
}

/** Null: it does not exist. */
export async function nameOfPlatform(transaction: Transaction<Tables>, platformId: string): Promise<string | null> {
  const row = await transaction.selectFrom('platform').select('name').where('id', '=', platformId).executeTakeFirst();
  return row?.name ?? null;
}
