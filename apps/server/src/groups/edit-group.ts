import type { Kysely, Transaction } from 'kysely';
import type { Group, RequestOf, calls } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { allotQuota, resizeQuota } from '../spaces/index.ts';
import { requireGroupName, requireGroupSize } from './create-group.ts';
import { lockQuotas, updateGroup } from './group-queries.ts';
import { lockGroup } from './lock-group.ts';
import type { LockedGroup } from './lock-group.ts';
import { showGroup } from './list-groups.ts';
import { peopleOf } from './member-queries.ts';

/**
 * Whoever manages the group changes its name and description; only the leader changes its quota. Throws what `createGroup` throws, and
 * GROUP_NOT_FOUND, NOT_ALLOWED, GROUP_LEADER_ONLY, GROUP_SIZE_BELOW_USE, GROUP_DISSOLVING.
 */
export async function editGroup(
  { database }: { database: Kysely<Tables> },
  { groupId, groupName, description, preallocatedSize }: RequestOf<typeof calls.group.editGroup>,
  { caller }: UserContext,
): Promise<Group> {
  const name = groupName?.trim();
  if (name !== undefined) requireGroupName(name);
  if (preallocatedSize !== undefined) requireGroupSize(preallocatedSize);
  await database.transaction().execute(async (transaction) => {
    const group = await lockGroup(transaction, caller, groupId, 'personnelManagement');
    if (group.dissolvesAt !== null) throw new Failure('GROUP_DISSOLVING');
    if (preallocatedSize !== undefined && preallocatedSize !== group.quotaBytes) {
      if (group.leaderId !== caller.userId) throw new Failure('GROUP_LEADER_ONLY', { field: 'preallocatedSize' });
      addBefore(groupId, { preallocatedSize: group.quotaBytes });
      await resizeGroup(transaction, group, preallocatedSize);
    }
    // Locked after the spaces, in the same order as `createGroup` (docs/decisions/0004).
    await updateGroup(transaction, groupId, { name, description: description?.trim() });
    await publish(transaction, [{ to: [...(await peopleOf(transaction, groupId))], event: 'spacesChanged' }]);
  });
  return showGroup(database, groupId, caller.userId);
}

async function resizeGroup(transaction: Transaction<Tables>, { groupId, leaderId, quotaBytes }: LockedGroup, bytes: number): Promise<void> {
  const field = 'preallocatedSize';
  await lockQuotas(transaction, groupId, [leaderId]);
  if (!(await resizeQuota(transaction, groupId, bytes))) throw new Failure('GROUP_SIZE_BELOW_USE', { field });
  if (!(await allotQuota(transaction, leaderId, bytes - quotaBytes))) throw new Failure('GROUP_SIZE_BEYOND_OWN', { field });
  await publish(transaction, [{ to: [leaderId], event: 'capacityChanged' }]);
}
