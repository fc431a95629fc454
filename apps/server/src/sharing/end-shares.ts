import type { Transaction } from 'kysely';
import type { GrantSubject, InstanceId, NoticePerson } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { peopleReached } from '../departments/index.ts';
import { notify } from '../notices/index.ts';
import { removeGrants } from '../permission/index.ts';
import { deleteShare, lockSharesOn, membersOf } from './sharing-queries.ts';
import { tellTaken } from './tell-people.ts';

/** A share that somebody else ended, and whom it was for. */
export interface EndedShare {
  instanceId: InstanceId;
  name: string;
  initiatorId: string;
  members: readonly GrantSubject[];
}

/** Ends every share on these items. The caller tells the recipients (`tellEnded`), once for all items of the same act. */
export async function endSharesOn(
  transaction: Transaction<Tables>,
  instanceIds: readonly InstanceId[],
  actor: NoticePerson,
): Promise<EndedShare[]> {
  const ended: EndedShare[] = [];
  for (const share of await lockSharesOn(transaction, instanceIds)) {
    const { instance_id: instanceId, initiator_id: initiatorId, name } = share;
    const members = await membersOf(transaction, [share.id]);
    await removeGrants(transaction, share.id);
    await deleteShare(transaction, share.id);
    await tellTaken(transaction, { actor, initiatorId, instance: { instanceId, name }, taken: members, left: [], silent: true });
    ended.push({ instanceId, name, initiatorId, members: members.map(({ kind, id }) => ({ kind, id })) });
  }
  return ended;
}

/** One notice for each recipient, however many items it is about. Whoever shared an item hears nothing of it here. */
export async function tellEnded(transaction: Transaction<Tables>, by: NoticePerson, ended: readonly EndedShare[]): Promise<void> {
  const lost = new Map<string, EndedShare[][]>();
  // Thousands of items are often for the same few people and departments, whose people are looked up once.
  for (const alike of Map.groupBy(ended, membersKey).values()) {
    const { members, initiatorId } = alike[0]!;
    const idsOf = (kind: GrantSubject['kind']) => members.filter((one) => one.kind === kind).map(({ id }) => id);
    for (const userId of await peopleReached(transaction, { userIds: idsOf('person'), departmentIds: idsOf('department') }))
      if (userId !== by.userId && userId !== initiatorId) lost.set(userId, [...(lost.get(userId) ?? []), alike]);
  }
  const people = [...lost].map(([userId, parts]) => {
    const items = new Map(parts.flat().map(({ instanceId, name }) => [instanceId, name]));
    const [instanceName = ''] = items.values();
    return { userId, instanceName, others: items.size - 1 };
  });
  for (const alike of Map.groupBy(people, ({ instanceName, others }) => `${others} ${instanceName}`).values()) {
    const { instanceName, others } = alike[0]!;
    const userIds = alike.map(({ userId }) => userId);
    await notify(transaction, userIds, { kind: 'shareWithdrawn', data: { by, instanceName, ...(others > 0 && { others }) } });
  }
}

const membersKey = ({ initiatorId, members }: EndedShare): string =>
  [initiatorId, ...members.map(({ kind, id }) => `${kind} ${id}`).sort()].join();
