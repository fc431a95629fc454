import type { Transaction } from 'kysely';
import type { InstanceId, NoticePerson } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { removeGrants } from '../permission/index.ts';
import { deleteShare, lockSharesOn, membersOf } from './sharing-queries.ts';
import { tellTaken } from './tell-people.ts';

/** Ends every share on these items, because they move to a place where sharing is not possible. Recipients are notified. */
export async function endSharesOn(
  transaction: Transaction<Tables>,
  instanceIds: readonly InstanceId[],
  actor: NoticePerson,
): Promise<void> {
  for (const share of await lockSharesOn(transaction, instanceIds)) {
    const taken = await membersOf(transaction, [share.id]);
    await removeGrants(transaction, share.id);
    await deleteShare(transaction, share.id);
    const instance = { instanceId: share.instance_id, name: share.name };
    await tellTaken(transaction, { actor, initiatorId: share.initiator_id, instance, taken, left: [] });
  }
}
