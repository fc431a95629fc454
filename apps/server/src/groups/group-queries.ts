/** Every statement on groups as a whole. For members, see member-queries. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { foldName, spaceKinds } from '@alcove/contract';
import type { FileRole, GroupId, GroupSortField, GroupTab, SpaceId } from '@alcove/contract';
import { daysOf, like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { createSpace } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { departmentsAbove } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';

export interface GroupRow {
  id: GroupId;
  name: string;
  description: string;
  owner_id: string;
  leader_name: string;
  used_bytes: number;
  quota_bytes: number;
  created_at: Date;
  dissolves_at: Date | null;
  /** Of the caller. */
  role: FileRole;
  by_department: boolean;
}

const sortColumns: Record<GroupSortField, RawBuilder<unknown>> = {
  groupName: sql`name collate zh_natural`,
  createTime: sql`created_at`,
  usedSize: sql`used_bytes`,
};

export interface GroupFilter {
  /** Undefined means both. */
  tab?: GroupTab;
  groupId?: string;
  keyword?: string | undefined;
  order?: { field: GroupSortField; order: 'asc' | 'desc' };
  offset?: number;
  limit?: number;
}

/**
 * One person's groups. They are found by ownership and by the grants that reach the person, so the cost depends on the person's groups, not
 * on the company's. Of several grants in a group, the one nearest to the person counts. A leader has no grant, and is shown with the highest
 * level.
 */
export async function findGroups(
  database: Kysely<Tables>,
  userId: string,
  { tab, groupId, keyword, order = { field: 'groupName', order: 'asc' }, offset = 0, limit = 1 }: GroupFilter,
): Promise<{ total: number; rows: GroupRow[] }> {
  const person = sql`${userId}::uuid`;
  const columns = sql`g.space_id as id, g.name, g.description, s.owner_id, s.used_bytes, s.quota_bytes, g.created_at, g.dissolves_at`;
  const fits = sql`g.removing_at is null and ${groupId === undefined ? sql`true` : sql`g.space_id = ${groupId}`}
    and ${keyword ? sql`g.folded_name like ${like(foldName(keyword))}` : sql`true`}`;
  const led = sql`select ${columns}, 'manager' as role, false as by_department from space s join group_space g on g.space_id = s.id
    where s.owner_id = ${person} and s.kind = ${sql.lit(spaceKinds.group)} and ${fits}`;
  const joined = sql`select ${columns}, m.role, m.subject_kind = 'department' as by_department
    from mine m join group_space g on g.space_id = m.source_id join space s on s.id = g.space_id where s.owner_id <> ${person} and ${fits}`;
  const { rows } = await sql<GroupRow & { total: number }>`
    with recursive ${departmentsAbove(person)}, mine as (
      select distinct on (g.source_id) g.source_id, g.role, g.subject_kind from file_grant g left join above d on g.subject_kind = 'department' and d.id = g.subject_id
      where g.subject_id = any(array(select ${person} union select id from above)) and g.source_kind = 'group' and g.instance_id = g.source_id
        and (g.expires_at is null or g.expires_at > now())
      order by g.source_id, coalesce(d.distance, 0)
    ),
    found as (${tab === 'personal' ? led : tab === 'group' ? joined : sql`${led} union all ${joined}`}),
    page as (select * from found order by ${sortColumns[order.field]} ${sql.raw(order.order)}, id ${sql.raw(order.order)} limit ${limit} offset ${offset})
    select t.total, page.*, u.real_name as leader_name from (select count(*) as total from found) t left join page on true left join user_account u on u.id = page.owner_id
    order by ${sortColumns[order.field]} ${sql.raw(order.order)}, id ${sql.raw(order.order)}`.execute(database);
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** Inserts a space of kind 2 with its top folder; both have the same id. Throws GROUP_NAME_TAKEN. */
export async function insertGroup(
  transaction: Transaction<Tables>,
  { name, description, bytes, leaderId }: { name: string; description: string; bytes: number; leaderId: string },
): Promise<GroupId> {
  const id = newId<GroupId>();
  await createSpace(transaction, {
    spaceId: id,
    rootId: id,
    kind: spaceKinds.group,
    ownerId: leaderId,
    makerId: leaderId,
    quotaBytes: bytes,
  });
  await uniquelyNamed(() =>
    transaction
      .insertInto('group_space')
      .values({ space_id: id, name, folded_name: foldName(name), description })
      .execute(),
  );
  return id;
}

export async function updateGroup(
  transaction: Transaction<Tables>,
  groupId: GroupId,
  { name, description }: { name?: string | undefined; description?: string | undefined },
): Promise<void> {
  if (name === undefined && description === undefined) return;
  await uniquelyNamed(() =>
    transaction
      .updateTable('group_space')
      .set({ ...(name !== undefined && { name, folded_name: foldName(name) }), ...(description !== undefined && { description }) })
      .where('space_id', '=', groupId)
      .execute(),
  );
}

/** The unique index decides which of two concurrent requests gets the name. Throws GROUP_NAME_TAKEN. */
export async function uniquelyNamed(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'group_space_name')
      throw new Failure('GROUP_NAME_TAKEN', { field: 'groupName' }, error);
    throw error;
  }
}

/** Locks the group's space and these people's own spaces, before quota moves between them. */
export async function lockQuotas(transaction: Transaction<Tables>, groupId: GroupId, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: SpaceId;
  }>`select id from space where owner_id = any(${userIds}::uuid[]) and kind = ${sql.lit(spaceKinds.personal)}`.execute(transaction);
  await lockSpaces(transaction, [groupId, ...rows.map(({ id }) => id)]);
}

/** Locks the group's row until the transaction ends. False if there is no such group or if it is being removed. */
export async function lockGroupRow(transaction: Transaction<Tables>, groupId: string): Promise<boolean> {
  const { rows } = await sql`select from group_space where space_id = ${groupId} and removing_at is null for update`.execute(transaction);
  return rows.length > 0;
}

export interface GroupFacts {
  name: string;
  leaderId: string;
  leaderSince: Date;
  quotaBytes: number;
  dissolvesAt: Date | null;
}

/** The group must exist. */
export async function readGroup(database: Kysely<Tables>, groupId: GroupId): Promise<GroupFacts> {
  const row = await database
    .selectFrom('group_space as g')
    .innerJoin('space as s', 's.id', 'g.space_id')
    .select(['g.name', 'g.leader_since', 'g.dissolves_at', 's.owner_id', 's.quota_bytes'])
    .where('g.space_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    leaderId: row.owner_id ?? '',
    leaderSince: row.leader_since,
    quotaBytes: row.quota_bytes ?? 0,
    dissolvesAt: row.dissolves_at,
  };
}

/** Whether its end is set. */
export async function isDissolving(database: Kysely<Tables>, groupId: string): Promise<boolean> {
  const { rows } = await sql`select from group_space where space_id = ${groupId} and dissolves_at is not null`.execute(database);
  return rows.length > 0;
}

/** Null cancels the end. */
export async function setEnd(transaction: Transaction<Tables>, groupId: GroupId, ends: boolean): Promise<Date | null> {
  const row = await transaction
    .updateTable('group_space')
    .set({ dissolves_at: ends ? sql<Date>`now() + ${daysOf('groupGraceDays')}` : null })
    .where('space_id', '=', groupId)
    .returning('dissolves_at')
    .executeTakeFirstOrThrow();
  return row.dissolves_at;
}
