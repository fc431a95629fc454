/** Transfers a group to another leader: the leader asks, and the transfer happens when the receiver accepts (specification 2 section 4). */
import type { Kysely, Transaction } from 'kysely';
import type { calls, GroupId, Handover, RequestOf } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { notify, settle } from '../notices/index.ts';
import { putGrants, removeGrants } from '../permission/index.ts';
import { allotQuota } from '../spaces/index.ts';
import { lockQuotas } from './group-queries.ts';
import { handoverRefusal } from './group-rules.ts';
import {
  endHandover,
  insertHandover,
  lastHandoverTo,
  readHandover,
  receiverFacts,
  setLeader,
  waitingHandover,
} from './handover-queries.ts';
import type { HandoverRow } from './handover-queries.ts';
import { lockGroup, lockLedGroup, requireGroup } from './lock-group.ts';
import type { LockedGroup } from './lock-group.ts';
import { isMember, ownMembership, peopleOf } from './member-queries.ts';

type Deps = { database: Kysely<Tables> };

/** Cluster sync will create the first sync group. Until then nobody has one. */
const hasSyncGroup = (): boolean => false;

/** Throws PERSON_NOT_FOUND and what `handoverRefusal` returns. */
async function requirePossible(
  transaction: Transaction<Tables>,
  group: LockedGroup,
  receiverId: string,
  waiting: HandoverRow | undefined,
): Promise<void> {
  const receiver = await receiverFacts(transaction, receiverId, group.quotaBytes);
  if (!receiver) throw new Failure('PERSON_NOT_FOUND');
  const refused = handoverRefusal({
    senderId: group.leaderId,
    receiverId,
    dissolving: group.dissolvesAt !== null,
    waitingFor: waiting?.receiver_id ?? null,
    receiverActive: receiver.active,
    receiverIsMember: await isMember(transaction, group.groupId, { kind: 'person', id: receiverId }),
    receiverHasQuota: receiver.fitsQuota,
    receiverHasSyncGroup: hasSyncGroup(),
  });
  if (refused) throw new Failure(refused);
}

/** Asks a member, or with `withdraw` cancels the request. Asking the same member again changes nothing. */
export async function handOver(
  { database }: Deps,
  { groupId, userId }: RequestOf<typeof calls.group.handover>,
  { caller }: UserContext,
): Promise<Handover | null> {
  const by = { userId: caller.userId, name: caller.realName };
  const id = await database.transaction().execute(async (transaction) => {
    const group = await lockLedGroup(transaction, caller, groupId);
    const waiting = await waitingHandover(transaction, groupId);
    if (userId === undefined) {
      if (waiting) await withdraw(transaction, waiting);
      if (waiting) addBefore(groupId, { userId: waiting.receiver_id });
      return null;
    }
    await requirePossible(transaction, group, userId, waiting);
    if (waiting) return waiting.id;
    const made = await insertHandover(transaction, { groupId, senderId: caller.userId, receiverId: userId });
    await notify(transaction, [userId], { kind: 'handoverRequested', data: { by, groupId, groupName: group.name } }, made);
    await publish(transaction, [{ to: [caller.userId, userId], event: 'spacesChanged' }]);
    return made;
  });
  return id === null ? null : readHandover(database, id);
}

/** No request is pending any more. */
export async function withdraw(transaction: Transaction<Tables>, handover: HandoverRow): Promise<void> {
  await endHandover(transaction, handover.id, 'withdrawn');
  await settle(transaction, handover.id);
  await publish(transaction, [{ to: [handover.sender_id, handover.receiver_id], event: 'spacesChanged' }]);
}

/** Null for everyone but sender and receiver. Throws GROUP_NOT_FOUND. */
export async function queryHandover({ database }: Deps, groupId: GroupId, { caller }: UserContext): Promise<Handover | null> {
  await requireGroup(database, caller, groupId);
  const waiting = await waitingHandover(database, groupId);
  const isParty = waiting?.sender_id === caller.userId || waiting?.receiver_id === caller.userId;
  return waiting && isParty ? readHandover(database, waiting.id) : null;
}

/**
 * The receiver's answer. The rules are checked again. Leader, quota and the old leader's new level change in one transaction. Repeating the
 * same answer gives the same result. Throws GROUP_NOT_FOUND, HANDOVER_ENDED and what `handoverRefusal` returns.
 */
export async function answerHandover(
  { database }: Deps,
  { groupId, accept }: RequestOf<typeof calls.group.accept>,
  { caller }: UserContext,
): Promise<Handover> {
  const by = { userId: caller.userId, name: caller.realName };
  const id = await database.transaction().execute(async (transaction) => {
    const group = await lockGroup(transaction, caller, groupId);
    const handover = await lastHandoverTo(transaction, groupId, caller.userId);
    if (handover?.state === (accept ? 'handedOver' : 'rejected')) return handover.id;
    if (handover?.state !== 'waiting') throw new Failure('HANDOVER_ENDED');
    if (accept) {
      await requirePossible(transaction, group, caller.userId, handover);
      await changeLeader(transaction, group, caller.userId);
    }
    await endHandover(transaction, handover.id, accept ? 'handedOver' : 'rejected');
    await settle(transaction, handover.id);
    await notify(transaction, [handover.sender_id], {
      kind: 'handoverAnswered',
      data: { by, groupId, groupName: group.name, accepted: accept },
    });
    const affected = accept ? [...(await peopleOf(transaction, groupId))] : [handover.sender_id, caller.userId];
    await publish(transaction, [{ to: affected, event: 'spacesChanged' }]);
    return handover.id;
  });
  return readHandover(database, id);
}

/** The quota moves with the group. The old leader stays as an administrator with an unchanged join date. */
async function changeLeader(transaction: Transaction<Tables>, group: LockedGroup, receiverId: string): Promise<void> {
  const { groupId, leaderId, quotaBytes } = group;
  const receiver = { kind: 'person', id: receiverId } as const;
  const before = await ownMembership(transaction, groupId, receiver);
  await lockQuotas(transaction, groupId, [leaderId, receiverId]);
  addBefore(groupId, { leader: leaderId });
  await setLeader(transaction, groupId, receiverId, before?.since ?? new Date());
  if (!(await allotQuota(transaction, receiverId, quotaBytes))) throw new Failure('HANDOVER_NO_SPACE');
  await allotQuota(transaction, leaderId, -quotaBytes);
  await removeGrants(transaction, groupId, { subject: receiver });
  await putGrants(transaction, { kind: 'group', id: groupId }, receiverId, [
    { instanceId: groupId, subject: { kind: 'person', id: leaderId }, role: 'manager', since: group.leaderSince },
  ]);
  await publish(transaction, [{ to: [leaderId, receiverId], event: 'capacityChanged' }]);
}
