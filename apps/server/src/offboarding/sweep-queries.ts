/** Ends what belongs to a person alone, and finds what would be left without a living owner. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { SpaceId } from '@alcove/contract';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

const deleted = async (transaction: Transaction<Tables>, statement: ReturnType<typeof sql>): Promise<number> =>
  Number((await statement.execute(transaction)).numAffectedRows ?? 0n);

/** Everything that lets somebody act as the person. Freezing has ended most of it. */
export async function deleteAccess(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await sql`delete from session where user_id = ${userId}`.execute(transaction);
  await sql`delete from first_secret where user_id = ${userId}`.execute(transaction);
  await sql`delete from qr_sign_in where user_id = ${userId}`.execute(transaction);
  await sql`delete from folder_download where user_id = ${userId}`.execute(transaction);
}

/** With these go the means to draw one-time passwords for the imported people. */
export const deleteImports = (transaction: Transaction<Tables>, userId: string): Promise<number> =>
  deleted(transaction, sql`delete from people_import where author_id = ${userId}`);

export const deleteFavourites = (transaction: Transaction<Tables>, userId: string): Promise<number> =>
  deleted(transaction, sql`delete from favourite where user_id = ${userId}`);

/** The list of finished uploads and downloads, which only the person sees. */
export const deleteTransfers = (transaction: Transaction<Tables>, userId: string): Promise<number> =>
  deleted(transaction, sql`delete from finished_transfer where user_id = ${userId}`);

export const deleteNotices = (transaction: Transaction<Tables>, userId: string): Promise<number> =>
  deleted(transaction, sql`delete from notice where user_id = ${userId}`);

/** Everything that was granted to the person. Returns how many memberships of groups, and how many others. */
export async function deleteGrantsTo(transaction: Transaction<Tables>, userId: string): Promise<{ memberships: number; held: number }> {
  const { rows } = await sql<{ memberships: number; held: number }>`
    with gone as (
      delete from file_grant where subject_kind = 'person' and subject_id = ${userId} returning source_kind = 'group' and instance_id = source_id as member
    ) select count(*) filter (where member) as memberships, count(*) filter (where not member) as held from gone`.execute(transaction);
  return rows[0]!;
}

/** Makes another person the giver of what was granted in groups and departments. Recipients keep it. */
export const changeGrantor = (transaction: Transaction<Tables>, userId: string, toId: string): Promise<number> =>
  deleted(
    transaction,
    sql`update file_grant set grantor_id = ${toId} where grantor_id = ${userId} and source_kind not in ('share', 'link')`,
  );

/** Grants on the items of a space. */
export async function deleteGrantsIn(transaction: Transaction<Tables>, spaceId: SpaceId): Promise<void> {
  await sql`delete from file_grant where instance_id in (select id from instance where space_id = ${spaceId} and granted)`.execute(
    transaction,
  );
}

/** Withdraws what the person asked for. Returns the requests. */
export async function withdrawAsked(transaction: Transaction<Tables>, userId: string, officerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update access_request set state = 'withdrawn', answered_at = now(), answered_by = ${officerId}
    where asker_id = ${userId} and state = 'open' returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** The requests that the person was to answer. Somebody else is looked for where nobody else was told. */
export async function passOnToAnswer(transaction: Transaction<Tables>, userId: string): Promise<number> {
  const { rows } = await sql<{ subject_id: string }>`
    delete from notice where user_id = ${userId} and subject_id is not null and settled_at is null returning subject_id`.execute(
    transaction,
  );
  await sql`
    update access_request r set told_at = null, look_at = now()
    where r.id = any(${rows.map((row) => row.subject_id)}::uuid[]) and r.state = 'open' and not exists (
      select from notice n join user_account u on u.id = n.user_id
      where n.subject_id = r.id and n.settled_at is null and u.frozen_at is null)`.execute(transaction);
  return rows.length;
}

/** The account is closed for good, in no department and without a role. */
export async function closeAccount(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await sql`
    update user_account set left_at = now(), password_hash = null, must_change_password = false, department_id = null where id = ${userId}`.execute(
    transaction,
  );
  await sql`delete from user_role where user_id = ${userId}`.execute(transaction);
}

/** The account names of people who left longer ago than they are held are free: `~` is in no name. */
export async function freeNamesOfLeavers(database: Kysely<Tables>): Promise<number> {
  const { numAffectedRows } = await sql`
    update user_account set account_name = account_name || '~' || id
    where left_at < now() - ${daysOf('leaverNameDays')} and position('~' in account_name) = 0`.execute(database);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Whatever is alive and names the person as its owner, giver, leader, manager or asker: by table, how much. A personal space that is empty or
 * kept for a term does not count. Nothing is left of a person who was offboarded.
 */
export async function aliveOf(database: Kysely<Tables>, userId: string): Promise<{ what: string; n: number }[]> {
  const person = sql`${userId}::uuid`;
  const { rows } = await sql<{ what: string; n: number }>`
    select what, n from (
      select 'space' as what, count(*) as n from space s where s.owner_id = ${person} and s.kind = ${sql.lit(spaceKinds.personal)}
        and exists (select from instance i where i.parent_id = s.root_id)
        and not exists (select from offboarding o where o.user_id = s.owner_id and o.kept_until is not null)
      union all select 'group', count(*) from space s join group_space g on g.space_id = s.id where s.owner_id = ${person} and g.removing_at is null
      union all select 'allotted', count(*) from space s where s.owner_id = ${person} and s.kind = ${sql.lit(spaceKinds.personal)} and s.allotted_bytes > (
        select coalesce(sum(r.quota_bytes), 0) from space r join group_space g on g.space_id = r.id where r.owner_id = ${person} and g.removing_at is not null)
      union all select 'grant held', count(*) from file_grant g where g.subject_kind = 'person' and g.subject_id = ${person}
      union all select 'grant given', count(*) from file_grant g where g.grantor_id = ${person} and (g.expires_at is null or g.expires_at > now())
      union all select 'link', count(*) from link where creator_id = ${person}
      union all select 'share', count(*) from share where initiator_id = ${person}
      union all select 'handover', count(*) from group_handover where receiver_id = ${person} and state = 'waiting'
      union all select 'request asked', count(*) from access_request where asker_id = ${person} and state = 'open'
      union all select 'task', count(*) from task where owner_id = ${person} and state in ('waiting', 'running') and not cancel_asked
      union all select 'upload', count(*) from upload where user_id = ${person} and state = 'open'
      union all select 'download', count(*) from folder_download where user_id = ${person}
      union all select 'import', count(*) from people_import where author_id = ${person}
      union all select 'favorite', count(*) from favourite where user_id = ${person}
      union all select 'notice', count(*) from notice where user_id = ${person}
      union all select 'session', count(*) from session where user_id = ${person}
      union all select 'secret', count(*) from first_secret where user_id = ${person}
      union all select 'code', count(*) from qr_sign_in where user_id = ${person}
      union all select 'role', count(*) from user_role where user_id = ${person}
    ) as alive where n > 0`.execute(database);
  return rows;
}
