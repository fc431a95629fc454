import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { limits, spaceKinds } from '@alcove/contract';
import type { Account, AccountStatus, SpaceId } from '@alcove/contract';
import { among, isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { byKeyword } from '../departments/index.ts';
import type { AdminRole } from '../roles/index.ts';
import { foldText } from '../search-text.ts';

export interface AccountFilter {
  keyword?: string | undefined;
  departmentId?: string | null | undefined;
  withBelow: boolean;
  status?: AccountStatus | undefined;
  roleId?: string | undefined;
  expiresBefore?: string | undefined;
  neverSignedIn?: boolean | undefined;
  lastSeenBefore?: string | undefined;
}

export interface AccountOrder {
  sortField: 'realName' | 'accountName' | 'createTime' | 'expiresAt' | 'lastSeen';
  sortOrder: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** Frozen comes before expired, because an administrator did it. */
const status = sql<AccountStatus>`case when u.left_at is not null then 'left' when u.frozen_at is not null then 'frozen' when ${isActive} then 'active' else 'expired' end`;

/** Each is an index together with the id, over the accounts `u` and the last use `l`. */
const orders = (direction: 'asc' | 'desc'): Record<AccountOrder['sortField'], RawBuilder<unknown>> => {
  const by = (...columns: RawBuilder<unknown>[]) => sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`));
  return {
    realName: by(sql`left(u.search_text, 64) collate "C"`, sql`u.id`),
    accountName: by(sql`lower(u.account_name)`),
    createTime: by(sql`u.created_at`, sql`u.id`),
    expiresAt: by(sql`u.expires_at`, sql`u.id`),
    lastSeen: sql`l.seen_at ${direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}, l.user_id ${sql.raw(direction)}`,
  };
};

/** The name of a leaver is followed by `~` and their id once it is free for others (offboarding/). */
const accountName = sql`split_part(u.account_name, '~', 1)`;

const roles = sql`(select coalesce(json_agg(json_build_object('roleId', r.id, 'name', r.name, 'builtIn', r.built_in) order by r.built_in, lower(r.name)), '[]')
  from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id)`;

/** A CTE: the department of the filter, and those below it. */
const belowOf = ({ departmentId }: AccountFilter): RawBuilder<unknown> => sql`below as (
    select d.id from department d where d.id = ${departmentId ?? null}::uuid
    union
    select d.id from department d join below b on d.parent_id = b.id
  )`;

/** `inOrder`: no index is asked for the keyword, so that the rows come in the order of the list until a page is full. */
async function conditions(filter: AccountFilter, { inOrder = false } = {}): Promise<RawBuilder<unknown>> {
  const { keyword, departmentId, withBelow, status: wanted, roleId, expiresBefore, neverSignedIn, lastSeenBefore } = filter;
  const all: RawBuilder<unknown>[] = [wanted === 'left' ? sql`u.left_at is not null` : sql`u.left_at is null`];
  const folded = foldText(keyword ?? '').trim();
  if (folded !== '') {
    const written = (column: RawBuilder<unknown>): RawBuilder<unknown> => (inOrder ? sql`(${column} || '')` : column);
    const { either } = await byKeyword(folded, written(sql`u.search_text`));
    const digits = (keyword ?? '').replace(/[^0-9]/g, '');
    // The number is asked first, because it is shorter.
    all.push(digits.length < 3 ? either : sql`(${written(sql`u.phone_digits`)} like ${`%${digits}%`} or ${either})`);
  }
  if (departmentId === null) all.push(sql`u.department_id is null`);
  if (typeof departmentId === 'string')
    all.push(withBelow ? sql`(u.department_id in (select id from below)) is true` : sql`u.department_id = ${departmentId}`);
  if (wanted !== undefined && wanted !== 'left') all.push(sql`${status} = ${wanted}`);
  if (roleId !== undefined) all.push(sql`exists (select from user_role ur where ur.user_id = u.id and ur.role_id = ${roleId})`);
  if (expiresBefore !== undefined) all.push(sql`u.expires_at < ${expiresBefore}::timestamptz`);
  if (neverSignedIn !== undefined) all.push(neverSignedIn ? sql`l.seen_at is null` : sql`l.seen_at is not null`);
  if (lastSeenBefore !== undefined) all.push(sql`l.seen_at < ${lastSeenBefore}::timestamptz`);
  return sql.join(all, sql` and `);
}

type AccountRow = Omit<Account, 'expiresAt' | 'createTime' | 'lastSeen'> & {
  expiresAt: Date | null;
  createTime: Date;
  lastSeen: Date | null;
};

/** Whether it asks for more than a department. A department is counted to its end, as in the tree. */
const isNarrow = ({ keyword = '', status: wanted, roleId, expiresBefore, neverSignedIn, lastSeenBefore }: AccountFilter): boolean =>
  keyword.trim() !== '' || [wanted, roleId, expiresBefore, neverSignedIn, lastSeenBefore].some((asked) => asked !== undefined);

/**
 * One page of the accounts that the filter finds, and how many it finds: `more` than `total` if it is not counted to the end. The rest of a
 * row is read for the page alone.
 */
export async function findAccounts(
  database: Kysely<Tables>,
  filter: AccountFilter,
  { sortField, sortOrder, offset, limit }: AccountOrder,
): Promise<{ total: number; more: boolean; rows: AccountRow[] }> {
  const filtersSeen = filter.neverSignedIn !== undefined || filter.lastSeenBefore !== undefined;
  const from = (withSeen: boolean) => sql`user_account u ${withSeen ? sql`join last_seen l on l.user_id = u.id` : sql``}`;
  const most = isNarrow(filter) ? limits.countedPeople : null;
  const { rows: counted } = await sql<{ total: number }>`with recursive ${belowOf(filter)} select count(*) as total
    from (select from ${from(filtersSeen)} where ${await conditions(filter)} limit ${most === null ? null : most + 1}) as found`.execute(
    database,
  );
  const total = counted[0]?.total ?? 0;
  const more = most !== null && total > most;
  // The plan of the statement does not know the keyword. It would sort all people that a keyword in every name finds.
  const where = await conditions(filter, { inOrder: more });
  const order = orders(sortOrder)[sortField];
  const { rows } = await sql<AccountRow>`with recursive ${belowOf(filter)}, found as materialized (
        select u.id from ${from(filtersSeen || sortField === 'lastSeen')} where ${where} order by ${order} limit ${limit} offset ${offset}
      )
      select u.id as "userId", ${accountName} as "accountName", coalesce(u.user_name, '') as "userName", u.real_name as "realName",
        u.department_id as "departmentId", coalesce(d.name, '') as "departmentName", ${roles} as roles, u.phone, u.email, ${status} as status,
        u.expires_at as "expiresAt", s.quota_bytes as "quotaBytes", s.used_bytes + s.allotted_bytes as "usedBytes", u.speed_limit as "speedLimit",
        u.must_change_password as "mustChangePassword", u.created_at as "createTime", l.seen_at as "lastSeen",
        (select p.name from directory_person dp join platform p on p.id = dp.platform_id where dp.user_id = u.id and p.enabled) as "directoryName"
      from found join user_account u on u.id = found.id join last_seen l on l.user_id = u.id
        join space s on s.owner_id = u.id and s.kind = ${sql.lit(spaceKinds.personal)}
        left join department d on d.id = u.department_id
      order by ${order}`.execute(database);
  return { total: more ? most : total, more, rows };
}

export type ListedAccount = Pick<
  AccountRow,
  | 'accountName'
  | 'userName'
  | 'realName'
  | 'departmentId'
  | 'roles'
  | 'phone'
  | 'email'
  | 'status'
  | 'expiresAt'
  | 'quotaBytes'
  | 'speedLimit'
  | 'createTime'
>;

/** All accounts that the filter finds, by account name, `limit` at a time: those that come after `last`. */
export async function accountsInOrder(
  database: Kysely<Tables>,
  filter: AccountFilter,
  { last, limit }: { last: string | null; limit: number },
): Promise<ListedAccount[]> {
  const { rows } = await sql<ListedAccount>`
    with recursive ${belowOf(filter)}
    select u.account_name as "accountName", coalesce(u.user_name, '') as "userName", u.real_name as "realName", u.department_id as "departmentId",
      ${roles} as roles, u.phone, u.email, ${status} as status, u.expires_at as "expiresAt", s.quota_bytes as "quotaBytes",
      u.speed_limit as "speedLimit", u.created_at as "createTime"
    from user_account u join space s on s.owner_id = u.id and s.kind = ${sql.lit(spaceKinds.personal)}
    where ${await conditions(filter)} and lower(u.account_name) > coalesce(lower(${last}::text), '')
    order by lower(u.account_name) limit ${limit}`.execute(database);
  return rows;
}

export async function isAccount(database: Kysely<Tables>, userId: string): Promise<boolean> {
  const { rows } = await sql`select from user_account where id = ${userId}`.execute(database);
  return rows.length > 0;
}

export interface LockedAccount {
  userId: string;
  accountName: string;
  userName: string | null;
  realName: string;
  roles: AdminRole[];
  spaceId: SpaceId;
  /** What a change replaces, by the names of its fields. */
  values: { departmentId: string | null; expiresAt: string | null; quotaBytes: number | null; speedLimit: number | null };
  frozen: boolean;
  left: boolean;
  /** Their name, email and department come from a directory, which is switched on. */
  ofDirectory: boolean;
  /** Their offboarding runs, or has gone too far to be undone. */
  leaving: boolean;
}

/** Locks accounts until the transaction ends, and returns those that exist. */
export async function lockAccounts(transaction: Transaction<Tables>, userIds: readonly string[]): Promise<LockedAccount[]> {
  const { rows } = await sql<LockedAccount>`
    with locked as materialized (
      select id, account_name, user_name, real_name, department_id, expires_at, speed_limit, frozen_at, left_at from user_account where id = any(${userIds}::uuid[]) order by id for update
    )
    select u.id as "userId", u.account_name as "accountName", u.user_name as "userName", u.real_name as "realName", s.id as "spaceId",
      json_build_object('departmentId', u.department_id, 'expiresAt', u.expires_at, 'quotaBytes', s.quota_bytes, 'speedLimit', u.speed_limit) as values,
      u.frozen_at is not null as frozen, u.left_at is not null as left,
      exists (select from directory_person dp join platform p on p.id = dp.platform_id where dp.user_id = u.id and p.enabled) as "ofDirectory", exists (
        select from offboarding o left join task t on t.id = o.task_id
        where o.user_id = u.id and (o.passed_at is not null or t.state in ('waiting', 'running'))) as leaving,
      (select coalesce(json_agg(json_build_object('type', r.type, 'adminItems', r.admin_items)), '[]')
        from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id) as roles
    from locked u join space s on s.owner_id = u.id and s.kind = ${sql.lit(spaceKinds.personal)}`.execute(transaction);
  return rows;
}

export interface WrittenFields {
  user_name?: string | null;
  real_name?: string;
  search_text?: string;
  department_id?: string | null;
  phone?: string;
  email?: string;
  expires_at?: Date | null;
  speed_limit?: number | null;
}

/** Writes the given columns of all these accounts; the others stay as they are. */
export async function writeAccounts(transaction: Transaction<Tables>, userIds: readonly string[], fields: WrittenFields): Promise<void> {
  if (Object.keys(fields).length > 0) await transaction.updateTable('user_account').set(fields).where('id', '=', among(userIds)).execute();
}

/** An account that is frozen already keeps its time. */
export async function writeFrozen(transaction: Transaction<Tables>, userIds: readonly string[], frozen: boolean): Promise<void> {
  await sql`update user_account set frozen_at = ${frozen ? sql`now()` : null}
    where id = any(${userIds}::uuid[]) and (frozen_at is null) = ${frozen}`.execute(transaction);
}

/** Locks the department, so that it cannot be closed meanwhile. False if there is none. */
export async function lockDepartment(transaction: Transaction<Tables>, departmentId: string): Promise<boolean> {
  const { rows } = await sql`select from department where id = ${departmentId} for share`.execute(transaction);
  return rows.length > 0;
}

/** What a directory says of an account. `department`: undefined: it stays. */
export interface SyncedData {
  userId: string;
  realName: string;
  searchText: string;
  email: string;
  departmentId: string | null | undefined;
}

/** Writes the data of many accounts, each its own, in one statement. */
export async function writeSynced(transaction: Transaction<Tables>, people: readonly SyncedData[]): Promise<void> {
  const all = <Field extends keyof SyncedData>(field: Field): SyncedData[Field][] => people.map((one) => one[field]);
  await sql`
    update user_account u set real_name = t.real_name, search_text = t.search_text, email = t.email,
      department_id = case when t.moves then t.department_id else u.department_id end
    from unnest(${all('userId')}::uuid[], ${all('realName')}::text[], ${all('searchText')}::text[], ${all('email')}::text[],
      ${all('departmentId').map((id) => id ?? null)}::uuid[], ${all('departmentId').map((id) => id !== undefined)}::boolean[])
      as t (id, real_name, search_text, email, department_id, moves)
    where u.id = t.id`.execute(transaction);
}
