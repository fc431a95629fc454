import type { Kysely } from 'kysely';
import type { Group, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import type { UserContext } from '../http/index.ts';
import { notify } from '../notices/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { endUploadsUnder } from '../upload/index.ts';
import { setEnd } from './group-queries.ts';
import { withdraw } from './hand-over.ts';
import { waitingHandover } from './handover-queries.ts';
import { lockLedGroup } from './lock-group.ts';
import { showGroup } from './list-groups.ts';
import { peopleOf } from './member-queries.ts';

/**
 * Sets or cancels a group's end. Until then its content can be read and copied out, but nothing in it changes: a pending handover is
 * withdrawn, and running uploads are aborted with their quota. Repeating the call changes nothing. Throws GROUP_NOT_FOUND,
 * GROUP_LEADER_ONLY.
 */
export async function dissolveGroup(
  { database }: { database: Kysely<Tables> },
  { groupId, cancel }: RequestOf<typeof calls.group.dissolveGroup>,
  { caller }: UserContext,
): Promise<Group> {
  await database.transaction().execute(async (transaction) => {
    const group = await lockLedGroup(transaction, caller, groupId);
    if ((group.dissolvesAt === null) === cancel) return;
    if (!cancel) await endUploadsUnder(transaction, { spaceId: groupId });
    // Writers lock the space when they check their permission again: they finish before this, or they see the end.
    await lockSpaces(transaction, [groupId]);
    const until = await setEnd(transaction, groupId, !cancel);
    const waiting = await waitingHandover(transaction, groupId);
    if (waiting) await withdraw(transaction, waiting);
    const people = [...(await peopleOf(transaction, groupId))];
    const data = { by: { userId: caller.userId, name: caller.realName }, groupId, groupName: group.name };
    await notify(
      transaction,
      people.filter((id) => id !== caller.userId),
      until ? { kind: 'groupDissolved', data: { ...data, until: until.toISOString() } } : { kind: 'dissolutionCancelled', data },
    );
    await publish(transaction, [{ to: people, event: 'spacesChanged' }]);
  });
  return showGroup(database, groupId, caller.userId);
}
