/** A group whose grace period is over: its stay in the administrators' bin, what is left of it, and its removal in steps. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { GroupId, InstanceId, SpaceId } from '@alcove/contract';
import { bins, children, isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/** Groups to hide or to remove, the longest overdue first, and whether each is hidden already. Those that the administrators' bin keeps wait. */
export async function findDue(database: Kysely<Tables>, most: number): Promise<{ groupId: GroupId; hidden: boolean }[]> {
  const due = await database
    .selectFrom('group_space')
    .select(['space_id', 'removing_at'])
    .where('dissolves_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`not exists (select from recycle r where r.instance_id = group_space.space_id and r.bin = ${bins.administrators})`)
    .orderBy('dissolves_at')
    .limit(most)
    .execute();
  return due.map((row) => ({ groupId: row.space_id as GroupId, hidden: row.removing_at !== null }));
}

/** False if its dissolution was canceled, or if it is being removed already. */
export async function setRemoving(transaction: Transaction<Tables>, groupId: GroupId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update group_space set removing_at = now() where space_id = ${groupId} and dissolves_at <= now() and removing_at is null`.execute(
    transaction,
  );
  return numAffectedRows !== 0n;
}

/** Hides the top folder, which has the group's id, from everyone. Meanwhile it has the group's name, by which the bin finds it. */
export async function hideTop(transaction: Transaction<Tables>, groupId: GroupId): Promise<void> {
  await sql`
    update instance i set deleted_at = now(), name = g.name, folded_name = g.folded_name from group_space g where i.id = ${groupId} and g.space_id = i.id`.execute(
    transaction,
  );
}

/**
 * An entry of the top folder stands for the whole group. The bytes of its files stay in the group's own quota, so they need no release; the
 * entry says that the leader has that quota back.
 */
export async function putIntoSecondBin(transaction: Transaction<Tables>, groupId: GroupId): Promise<void> {
  await sql`
    insert into recycle (id, instance_id, space_id, parent_id, deleted_by, expires_at, bin, left_at, bytes, files)
    select ${newId()}, s.root_id, s.id, s.root_id, s.owner_id, now(), ${bins.administrators}, now(), s.used_bytes,
      (select count(*) from instance i where i.space_id = s.id and i.is_file)
    from space s where s.id = ${groupId}`.execute(transaction);
}

export async function hasReturnedQuota(transaction: Transaction<Tables>, groupId: GroupId): Promise<boolean> {
  const { rows } = await sql`select from recycle where instance_id = ${groupId}`.execute(transaction);
  return rows.length > 0;
}

/** Takes a group out of the bin, as if its dissolution had been canceled. */
export async function takeOutOfBin(transaction: Transaction<Tables>, groupId: GroupId, name: string): Promise<void> {
  await sql`delete from recycle where instance_id = ${groupId}`.execute(transaction);
  await sql`update instance set deleted_at = null, name = '', folded_name = '' where id = ${groupId}`.execute(transaction);
  await sql`
    update group_space set dissolves_at = null, removing_at = null, name = ${name}, folded_name = ${foldName(name)} where space_id = ${groupId}`.execute(
    transaction,
  );
}

/** Whether a group that is there has the name. */
export async function isNameTaken(transaction: Transaction<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql`select from group_space where folded_name = ${foldName(name)} and removing_at is null`.execute(transaction);
  return rows.length > 0;
}

export interface Person {
  name: string;
  /** They may sign in. */
  active: boolean;
  /** They are leaving or have left. */
  leaves: boolean;
}

/** Undefined: there is no such person. */
export async function findPerson(transaction: Transaction<Tables>, userId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.real_name as name, ${isActive} as active, exists (select from offboarding o where o.user_id = u.id) as leaves
    from user_account u where u.id = ${userId}`.execute(transaction);
  return rows[0];
}

/** False while another process works on this group, or if one has just finished it. */
export async function tryLockGroup(transaction: Transaction<Tables>, groupId: GroupId): Promise<boolean> {
  const { rows } = await sql`select from group_space where space_id = ${groupId} for update skip locked`.execute(transaction);
  return rows.length > 0;
}

/** Some of the files of a space, found by index. */
export async function someFiles(database: Kysely<Tables>, spaceId: SpaceId, most: number): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from instance where space_id = ${spaceId} and deleted_at is null and is_file limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Some of everything below its top folder, deepest first. */
export async function someDeepest(database: Kysely<Tables>, rootId: InstanceId, most: number): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    with recursive under as (
      select id, 0 as depth from instance where parent_id = ${rootId}
      union all
      select c.id, under.depth + 1 from under cross join ${children('under.id', 'all')} c
    ) select id from under order by depth desc limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}

/** The owner and the size of the group's quota. Null if it has no leader or no longer exists. */
export async function findQuota(database: Kysely<Tables>, groupId: GroupId): Promise<{ leaderId: string; quotaBytes: number } | null> {
  const space = await database.selectFrom('space').select(['owner_id', 'quota_bytes']).where('id', '=', groupId).executeTakeFirst();
  return space?.owner_id ? { leaderId: space.owner_id, quotaBytes: space.quota_bytes ?? 0 } : null;
}

/** Whether its top folder has content, or the object of an upload is still to be collected. */
export async function isAnythingLeft(database: Kysely<Tables>, groupId: GroupId): Promise<boolean> {
  const { rows } = await sql`
    select from upload where space_id = ${groupId} and state <> 'saved' union all select from instance where parent_id = ${groupId} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/** Deletes the group and what was kept of its uploads and its recycle bin. The space is left. */
export async function deleteGroup(transaction: Transaction<Tables>, groupId: GroupId): Promise<void> {
  await sql`delete from upload where space_id = ${groupId}`.execute(transaction);
  await sql`delete from recycle where space_id = ${groupId}`.execute(transaction);
  await sql`delete from group_space where space_id = ${groupId}`.execute(transaction);
}
