import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authorise, isRoot } from '../permission/index.ts';

export interface HeldGroup {
  groupId: string;
  name: string;
  leaderId: string;
  leaderSince: Date;
  quotaBytes: number;
  dissolvesAt: Date | null;
  /** What the caller may do with the group as a whole. */
  items: readonly PermissionItem[];
}

/**
 * Keeps a group's members, leader and end as they are until the transaction ends, and only then asks for the caller's right: of
 * two who change a group at once one comes after the other and is judged by what the first one left. The uploads of its members
 * do not wait. Throws GROUP_NOT_FOUND for what is missing or not theirs to see, NOT_ALLOWED.
 */
export async function holdGroup(
  transaction: Transaction<Tables>,
  caller: Caller,
  groupId: string,
  item: PermissionItem = 'list',
): Promise<HeldGroup> {
  await lockGroup(transaction, groupId);
  const { items } = await seen(() => authorise(transaction, caller, groupId, item));
  // Read after the lock was waited for: what the one before committed is in it.
  const row = await transaction
    .selectFrom('group_space as g')
    .innerJoin('space as s', 's.id', 'g.space_id')
    .select(['g.name', 'g.leader_since', 'g.dissolves_at', 's.owner_id', 's.quota_bytes'])
    .where('g.space_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return {
    groupId,
    name: row.name,
    leaderId: row.owner_id ?? '',
    leaderSince: row.leader_since,
    quotaBytes: row.quota_bytes ?? 0,
    dissolvesAt: row.dissolves_at,
    items,
  };
}

export async function lockGroup(transaction: Transaction<Tables>, groupId: string): Promise<void> {
  const { rows } = await sql`select from group_space where space_id = ${groupId} and removing_at is null for update`.execute(transaction);
  if (rows.length === 0) throw new Failure('GROUP_NOT_FOUND');
}

/** Keeps a group's people as they are until the transaction ends. Throws GROUP_NOT_FOUND, GROUP_DISSOLVING. */
export async function holdLastingGroup(transaction: Transaction<Tables>, groupId: string): Promise<void> {
  await lockGroup(transaction, groupId);
  const { rows } = await sql`select from group_space where space_id = ${groupId} and dissolves_at is not null`.execute(transaction);
  if (rows.length > 0) throw new Failure('GROUP_DISSOLVING');
}

/** The same for what the leader alone may do. Throws GROUP_LEADER_ONLY to other members. */
export async function holdLedGroup(transaction: Transaction<Tables>, caller: Caller, groupId: string): Promise<HeldGroup> {
  const group = await holdGroup(transaction, caller, groupId);
  if (group.leaderId !== caller.userId) throw new Failure('GROUP_LEADER_ONLY');
  return group;
}

/** A group that the caller may see. Throws GROUP_NOT_FOUND. */
export async function requireGroup(database: Kysely<Tables>, caller: Caller, groupId: string): Promise<void> {
  const { place } = await seen(() => authorise(database, caller, groupId, 'list'));
  if (place.spaceKind !== spaceKinds.group || !isRoot(place)) throw new Failure('GROUP_NOT_FOUND');
}

/** Of a group that the caller cannot see it is said that the group, not a file, does not exist. */
async function seen<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure && error.code === 'FILE_NOT_FOUND') throw new Failure('GROUP_NOT_FOUND');
    throw error;
  }
}
