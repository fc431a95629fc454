import type { Kysely, Transaction } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { GroupId, PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authorise, isRoot } from '../permission/index.ts';
import { isDissolving, lockGroupRow, readGroup } from './group-queries.ts';
import type { GroupFacts } from './group-queries.ts';

export interface LockedGroup extends GroupFacts {
  groupId: GroupId;
  /** What the caller may do with the group as a whole. */
  items: readonly PermissionItem[];
}

/**
 * Locks a group's members, leader and end until the transaction ends, and then checks the caller's permission. Of two concurrent changes,
 * the second is judged by the result of the first. Members' uploads do not wait. Throws NOT_ALLOWED, and GROUP_NOT_FOUND if the group does
 * not exist or the caller may not see it.
 */
export async function lockGroup(
  transaction: Transaction<Tables>,
  caller: Caller,
  groupId: GroupId,
  item: PermissionItem = 'list',
): Promise<LockedGroup> {
  await lockExisting(transaction, groupId);
  const { items } = await asGroupNotFound(() => authorise(transaction, caller, groupId, item));
  // Read after the lock was acquired, so it includes what the previous holder committed.
  return { ...(await readGroup(transaction, groupId)), groupId, items };
}

async function lockExisting(transaction: Transaction<Tables>, groupId: string): Promise<void> {
  if (!(await lockGroupRow(transaction, groupId))) throw new Failure('GROUP_NOT_FOUND');
}

/** Locks a group's members until the transaction ends. Throws GROUP_NOT_FOUND, GROUP_DISSOLVING. */
export async function lockLastingGroup(transaction: Transaction<Tables>, groupId: string): Promise<void> {
  await lockExisting(transaction, groupId);
  if (await isDissolving(transaction, groupId)) throw new Failure('GROUP_DISSOLVING');
}

/** The same, for changes that only the leader may make. Throws GROUP_LEADER_ONLY for other members. */
export async function lockLedGroup(transaction: Transaction<Tables>, caller: Caller, groupId: GroupId): Promise<LockedGroup> {
  const group = await lockGroup(transaction, caller, groupId);
  if (group.leaderId !== caller.userId) throw new Failure('GROUP_LEADER_ONLY');
  return group;
}

/** Checks that the caller may see the group. Throws GROUP_NOT_FOUND. */
export async function requireGroup(database: Kysely<Tables>, caller: Caller, groupId: GroupId): Promise<void> {
  const { place } = await asGroupNotFound(() => authorise(database, caller, groupId, 'list'));
  if (place.spaceKind !== spaceKinds.group || !isRoot(place)) throw new Failure('GROUP_NOT_FOUND');
}

/** If the caller may not see the group, the error says that the group, not a file, does not exist. */
async function asGroupNotFound<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure && error.code === 'FILE_NOT_FOUND') throw new Failure('GROUP_NOT_FOUND');
    throw error;
  }
}
