import type { Transaction } from 'kysely';
import { limits, numberedName } from '@alcove/contract';
import type { GroupId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { publish } from '../live-updates/index.ts';
import { notify } from '../notices/index.ts';
import { removeGrants } from '../permission/index.ts';
import { allotQuota } from '../spaces/index.ts';
import { findPerson, isNameTaken, takeOutOfBin, tryLockGroup } from './dissolved-queries.ts';
import { lockQuotas, readGroup, uniquelyNamed } from './group-queries.ts';
import { setLeader } from './handover-queries.ts';
import { ownMembership, peopleOf } from './member-queries.ts';

/**
 * Brings a group back from the administrators' bin, with its members, files, shares and links as they were. Its quota is taken from the leader
 * again, and a name that was taken meanwhile is numbered. If the leader leaves the company or has left, `leaderId` leads it from now on. Whoever calls
 * this has locked its entry. Throws FILE_NOT_FOUND, LEADER_LEFT if nobody is named, LEADER_INACTIVE, LEADER_NO_SPACE, SPACE_NOT_ENOUGH, GROUP_NAME_TAKEN
 * if somebody takes the name at this moment.
 */
export async function restoreDissolved(
  transaction: Transaction<Tables>,
  groupId: GroupId,
  by: Pick<Caller, 'userId' | 'realName'>,
  leaderId?: string,
): Promise<void> {
  if (!(await tryLockGroup(transaction, groupId))) throw new Failure('FILE_NOT_FOUND');
  const { name: former, leaderId: formerLeaderId, quotaBytes } = await readGroup(transaction, groupId);
  await lockQuotas(transaction, groupId, [formerLeaderId, ...(leaderId === undefined ? [] : [leaderId])]);
  const formerLeader = await findPerson(transaction, formerLeaderId);
  const stays = formerLeader?.leaves === false;
  const leads = stays ? formerLeaderId : leaderId;
  if (leads === undefined) throw new Failure('LEADER_LEFT', { name: formerLeader?.name ?? '' });
  if (!stays) await passOn(transaction, groupId, leads, quotaBytes);
  else if (!(await allotQuota(transaction, leads, quotaBytes))) throw new Failure('SPACE_NOT_ENOUGH');
  const name = await freeName(transaction, former);
  await uniquelyNamed(() => takeOutOfBin(transaction, groupId, name));
  const people = [...(await peopleOf(transaction, groupId))];
  await notify(transaction, people, {
    kind: 'dissolutionCancelled',
    data: { by: { userId: by.userId, name: by.realName }, groupId, groupName: name },
  });
  await publish(transaction, [
    { to: people, event: 'spacesChanged' },
    { to: [leads], event: 'capacityChanged' },
  ]);
}

/** The former leader has had the quota back since the group came into the bin. */
async function passOn(transaction: Transaction<Tables>, groupId: GroupId, userId: string, quotaBytes: number): Promise<void> {
  const person = await findPerson(transaction, userId);
  if (!person?.active || person.leaves) throw new Failure('LEADER_INACTIVE', { name: person?.name ?? '' });
  const subject = { kind: 'person', id: userId } as const;
  const before = await ownMembership(transaction, groupId, subject);
  await setLeader(transaction, groupId, userId, before?.since ?? new Date());
  if (!(await allotQuota(transaction, userId, quotaBytes))) throw new Failure('LEADER_NO_SPACE', { name: person.name });
  await removeGrants(transaction, groupId, { subject });
}

async function freeName(transaction: Transaction<Tables>, former: string): Promise<string> {
  let name = former;
  for (let n = 1; await isNameTaken(transaction, name); n += 1) name = numberedName(former, n, limits.groupNameLength);
  return name;
}
