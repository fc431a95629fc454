/** Statements on the people whom a platform pushed. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Wanted } from './filters.ts';
import type { PersonContent, PersonResource } from './person-resource.ts';
import type { Walk } from './walks.ts';

/** As they are kept. `active` is what the account says, whoever froze it. */
export interface StoredPerson extends PersonResource {
  userId: string;
  active: boolean;
  deleted: boolean;
  created: Date;
  changed: Date;
}

const shown = sql`sp.user_id as "userId", sp.user_name as "userName", sp.external_id as "externalId", sp.content,
  u.frozen_at is null as active, sp.deleted_at is not null as deleted, sp.created_at as created, sp.changed_at as changed`;

const ourId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The id that was sent, if it can be one of ours. Compared as a text, it would be looked for in all rows of the platform. */
export const idIn = (sent: string): string | null => (ourId.test(sent) ? sent : null);

const from = sql`scim_person sp join user_account u on u.id = sp.user_id`;

/** Locked until the transaction ends. Null also if they were deleted, or are of another platform. */
export async function lockPushed(transaction: Transaction<Tables>, platformId: string, userId: string): Promise<StoredPerson | null> {
  const { rows } = await sql<StoredPerson>`
    select ${shown} from ${from} where sp.platform_id = ${platformId} and sp.user_id = ${idIn(userId)} and sp.deleted_at is null for update of sp`.execute(
    transaction,
  );
  return rows[0] ?? null;
}

export async function findPushed(database: Kysely<Tables>, platformId: string, userId: string): Promise<StoredPerson | null> {
  const { rows } = await sql<StoredPerson>`
    select ${shown} from ${from} where sp.platform_id = ${platformId} and sp.user_id = ${idIn(userId)} and sp.deleted_at is null`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** Who has this user name, in upper or lower case, or this external id; also those who were deleted. */
export async function findSame(
  transaction: Transaction<Tables>,
  platformId: string,
  { userName, externalId }: Pick<PersonResource, 'userName' | 'externalId'>,
): Promise<StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    select ${shown} from ${from}
    where sp.platform_id = ${platformId} and (lower(sp.user_name) = lower(${userName}) or sp.external_id = ${externalId}::text) for update of sp`.execute(
    transaction,
  );
  return rows;
}

/** The page of those who are wanted, in the order of their ids, and how many there are. Without a walk, those before the page are passed in the index. */
export async function pageOfPushed(
  database: Kysely<Tables>,
  platformId: string,
  wanted: Wanted,
  { offset, limit, walk }: { offset: number; limit: number; walk: Walk | null },
): Promise<{ total: number; rows: StoredPerson[] }> {
  const conditions = [sql`sp.platform_id = ${platformId}`, sql`sp.deleted_at is null`];
  for (const [name, value] of wanted) {
    if (name === 'id') conditions.push(sql`sp.user_id = ${idIn(value)}`);
    if (name === 'userName') conditions.push(sql`lower(sp.user_name) = lower(${value})`);
    if (name === 'externalId') conditions.push(sql`sp.external_id = ${value}`);
  }
  const where = sql.join(conditions, sql` and `);
  const begins = walk
    ? sql`${where} and sp.user_id > ${walk.after} order by sp.user_id`
    : sql`${where} order by sp.user_id offset ${offset}`;
  const { rows } = await sql<StoredPerson>`
    with page as materialized (select sp.user_id as id from scim_person sp where ${begins} limit ${limit})
    select ${shown} from page join ${from} on sp.user_id = page.id order by sp.user_id`.execute(database);
  if (walk) return { total: walk.total, rows };
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from scim_person sp where ${where}`.execute(database);
  return { total: counted[0]!.n, rows };
}

/** Keeps what was said, for somebody new or known. Whoever was deleted is no longer. */
export async function putPushed(
  transaction: Transaction<Tables>,
  platformId: string,
  userId: string,
  { userName, externalId, content }: { userName: string; externalId: string | null; content: PersonContent },
): Promise<void> {
  const row = {
    user_name: userName,
    external_id: externalId,
    content: JSON.stringify(content),
    deleted_at: null,
    changed_at: sql<Date>`now()`,
  };
  await transaction
    .insertInto('scim_person')
    .values({ user_id: userId, platform_id: platformId, ...row })
    .onConflict((same) => same.column('user_id').doUpdateSet(row))
    .execute();
}

export async function setDeleted(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await sql`delete from scim_member where user_id = ${userId}`.execute(transaction);
  await sql`update scim_person set deleted_at = now(), changed_at = now() where user_id = ${userId}`.execute(transaction);
}

/** The brake counts it. */
export async function setStopped(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await sql`update scim_person set stopped_at = now() where user_id = ${userId}`.execute(transaction);
}
