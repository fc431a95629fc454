import type { Kysely, Transaction } from 'kysely';
import { limits, nameFault } from '@alcove/contract';
import type { calls, Group, GroupId, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { allotQuota } from '../spaces/index.ts';
import { insertGroup } from './group-queries.ts';
import { isGroupSize } from './group-rules.ts';
import { showGroup } from './list-groups.ts';

export function requireGroupName(name: string): void {
  const fault = nameFault(name, limits.groupNameLength);
  if (fault) throw new Failure(fault, { limit: limits.groupNameLength, field: 'groupName' });
}

export function requireGroupSize(bytes: number): void {
  if (!isGroupSize(bytes)) throw new Failure('GROUP_SIZE_WRONG', { field: 'preallocatedSize' });
}

/** Creates the group and charges its quota to the leader in one transaction. Throws GROUP_NAME_TAKEN, GROUP_SIZE_BEYOND_OWN. */
export async function createGroupIn(
  transaction: Transaction<Tables>,
  group: { name: string; description: string; bytes: number; leaderId: string },
): Promise<GroupId> {
  const { leaderId, bytes } = group;
  if (!(await allotQuota(transaction, leaderId, bytes))) throw new Failure('GROUP_SIZE_BEYOND_OWN', { field: 'preallocatedSize' });
  const groupId = await insertGroup(transaction, group);
  await publish(transaction, [
    { to: [leaderId], event: 'capacityChanged' },
    { to: [leaderId], event: 'spacesChanged' },
  ]);
  return groupId;
}

/** Creates a group whose quota comes out of its leader's own. Throws NAME_*, GROUP_NAME_TAKEN, GROUP_SIZE_WRONG, GROUP_SIZE_BEYOND_OWN. */
export async function createGroup(
  { database }: { database: Kysely<Tables> },
  { groupName, description, preallocatedSize }: RequestOf<typeof calls.group.createGroup>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<Group> {
  const name = groupName.trim();
  requireGroupName(name);
  requireGroupSize(preallocatedSize);
  const id = await database
    .transaction()
    .execute((transaction) =>
      createGroupIn(transaction, { name, description: description.trim(), bytes: preallocatedSize, leaderId: userId }),
    );
  return showGroup(database, id, userId);
}
