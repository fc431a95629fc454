import type { RequestOf, ShareOutcome, calls } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import type { SharingDeps } from './deps.ts';
import { eachShare } from './each-share.ts';
import { findShare, findShares } from './sharing-queries.ts';
import type { Candidate } from './sharing-queries.ts';
import { take } from './take-back-share.ts';

/**
 * The caller gives up shares that name them. Throws SHARE_NOT_FOUND, FILE_NOT_FOUND for an item that nobody shared with them,
 * SHARE_OWNER_FIXED for their own shares, SHARE_BY_DEPARTMENT (specification 2 section 6: recipients through a department cannot leave).
 */
export async function leaveShares(
  deps: SharingDeps,
  { instanceId, fileSharingIds, fileSharingId }: RequestOf<typeof calls.innerSharing.leaveInnerSharing>,
  context: UserContext,
): Promise<ShareOutcome[]> {
  const { userId } = context.caller;
  // Shares of frozen initiators are left too, so that they do not come back when the initiator is unfrozen.
  const order = { side: 'received', sortField: 'createTime', sortOrder: 'asc' } as const;
  const named = await findShares(deps.database, userId, order, { ofFrozen: true });
  const received = named.filter(({ dormant, through }) => !dormant || through === null);
  return eachShare({ one: instanceId, several: fileSharingIds }, context, async (id) => {
    if (instanceId === undefined) {
      const share = received.find((one) => one.id === id);
      if (!share && (await findShare(deps.database, { shareId: id }))?.initiator_id === userId) throw new Failure('SHARE_OWNER_FIXED');
      if (!share) throw new Failure('SHARE_NOT_FOUND');
      await leave(deps, share, context);
      return id;
    }
    const here = received.filter((one) => one.instance_id === id && (fileSharingId === undefined || one.id === fileSharingId));
    if (here.length === 0 && (await findShare(deps.database, { instanceId, initiatorId: userId }))) throw new Failure('SHARE_OWNER_FIXED');
    if (here.length === 0) throw new Failure('FILE_NOT_FOUND');
    here.forEach(requireOwn); // All of them or none.
    for (const share of here) await leave(deps, share, context);
    return here[0]!.id;
  });
}

function requireOwn({ through }: Candidate): void {
  if (through !== null) throw new Failure('SHARE_BY_DEPARTMENT', { name: through });
}

async function leave(deps: SharingDeps, share: Candidate, context: UserContext): Promise<void> {
  requireOwn(share);
  await take(deps, share, [{ kind: 'person', id: context.caller.userId }], context, { silent: true });
}
