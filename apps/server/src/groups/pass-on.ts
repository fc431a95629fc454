/** Groups of a leader who left the company: they get another leader without the old one taking part. */
import type { Transaction } from 'kysely';
import type { GroupId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { publish } from '../live-updates/index.ts';
import { removeGrants } from '../permission/index.ts';
import { allotQuota } from '../spaces/index.ts';
import { lockGroupRow, lockQuotas, readGroup } from './group-queries.ts';
import { withdraw } from './hand-over.ts';
import { setLeader, waitingHandover } from './handover-queries.ts';
import { countPeople, ownMembership, peopleOf } from './member-queries.ts';
import { waitingFor } from './pass-on-queries.ts';

/**
 * Makes somebody else the leader, also of a group that is being dissolved, and withdraws what the old leader had offered to another person.
 * The quota moves with the group; the old leader does not stay in it. Returns how many people are in the group; null if it is gone or
 * somebody else leads it by now. Throws HANDOVER_NO_SPACE.
 */
export async function passOnGroup(
  transaction: Transaction<Tables>,
  { groupId, fromId, toId }: { groupId: GroupId; fromId: string; toId: string },
): Promise<{ people: number } | null> {
  if (!(await lockGroupRow(transaction, groupId))) return null;
  const { leaderId, quotaBytes } = await readGroup(transaction, groupId);
  if (leaderId !== fromId) return null;
  const waiting = await waitingHandover(transaction, groupId);
  if (waiting) await withdraw(transaction, waiting);
  const receiver = { kind: 'person', id: toId } as const;
  const before = await ownMembership(transaction, groupId, receiver);
  await lockQuotas(transaction, groupId, [fromId, toId]);
  await setLeader(transaction, groupId, toId, before?.since ?? new Date());
  if (!(await allotQuota(transaction, toId, quotaBytes))) throw new Failure('HANDOVER_NO_SPACE');
  await allotQuota(transaction, fromId, -quotaBytes);
  await removeGrants(transaction, groupId, { subject: receiver });
  await publish(transaction, [
    { to: [toId], event: 'capacityChanged' },
    { to: [...(await peopleOf(transaction, groupId))], event: 'spacesChanged' },
  ]);
  return { people: (await countPeople(transaction, [groupId])).get(groupId) ?? 0 };
}

/** Nobody waits any more for this person to take over a group. Returns how many did. */
export async function endHandoversTo(transaction: Transaction<Tables>, userId: string): Promise<number> {
  const waiting = await waitingFor(transaction, userId);
  for (const handover of waiting) {
    await lockGroupRow(transaction, handover.group_id);
    const now = await waitingHandover(transaction, handover.group_id);
    if (now?.id === handover.id) await withdraw(transaction, now);
  }
  return waiting.length;
}
