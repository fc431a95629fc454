import type { Transaction } from 'kysely';
import { limits, numberedName } from '@alcove/contract';
import type { GroupId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { publish } from '../live-updates/index.ts';
import { notify } from '../notices/index.ts';
import { allotQuota } from '../spaces/index.ts';
import { isNameTaken, stayingLeader, takeOutOfBin, tryLockGroup } from './dissolved-queries.ts';
import { lockQuotas, readGroup, uniquelyNamed } from './group-queries.ts';
import { peopleOf } from './member-queries.ts';

/**
 * Brings a group back from the administrators' bin, with its members, files, shares and links as they were. Its quota is taken from the leader
 * again, and a name that was taken meanwhile is numbered. Whoever calls this has locked its entry. Throws FILE_NOT_FOUND, ACCOUNT_LEFT if the
 * leader leaves the company, SPACE_NOT_ENOUGH, GROUP_NAME_TAKEN if somebody takes the name at this moment.
 */
export async function restoreDissolved(
  transaction: Transaction<Tables>,
  groupId: GroupId,
  by: Pick<Caller, 'userId' | 'realName'>,
): Promise<void> {
  if (!(await tryLockGroup(transaction, groupId))) throw new Failure('FILE_NOT_FOUND');
  const { name: former, leaderId, quotaBytes } = await readGroup(transaction, groupId);
  await lockQuotas(transaction, groupId, [leaderId]);
  if ((await stayingLeader(transaction, groupId)) === null) throw new Failure('ACCOUNT_LEFT');
  if (!(await allotQuota(transaction, leaderId, quotaBytes))) throw new Failure('SPACE_NOT_ENOUGH');
  const name = await freeName(transaction, former);
  await uniquelyNamed(() => takeOutOfBin(transaction, groupId, name));
  const people = [...(await peopleOf(transaction, groupId))];
  await notify(transaction, people, {
    kind: 'dissolutionCancelled',
    data: { by: { userId: by.userId, name: by.realName }, groupId, groupName: name },
  });
  await publish(transaction, [
    { to: people, event: 'spacesChanged' },
    { to: [leaderId], event: 'capacityChanged' },
  ]);
}

async function freeName(transaction: Transaction<Tables>, former: string): Promise<string> {
  let name = former;
  for (let n = 1; await isNameTaken(transaction, name); n += 1) name = numberedName(former, n, limits.groupNameLength);
  return name;
}
