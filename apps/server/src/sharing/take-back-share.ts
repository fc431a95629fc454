import type { GrantSubject, RequestOf, ShareOutcome, calls } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { findPlaces, removeGrants } from '../permission/index.ts';
import type { SharingDeps } from './deps.ts';
import { eachShare } from './each-share.ts';
import { openShare } from './open-share.ts';
import { deleteShare, findShare, lockShare, membersOf } from './sharing-queries.ts';
import type { ShareRow } from './sharing-queries.ts';
import { tellTaken } from './tell-people.ts';

type Remove = RequestOf<typeof calls.innerSharing.remove>;

/**
 * Takes shares back: whole ones, which only their initiator can, or from some of those who have them. It ends at once.
 * Throws SHARE_NOT_FOUND, SHARE_INITIATOR_ONLY, SHARE_OWNER_FIXED, and what `openShare` throws.
 */
export const takeBack = (deps: SharingDeps, input: Remove, context: UserContext): Promise<ShareOutcome[]> =>
  eachShare({ one: input.instanceId, several: input.fileSharingIds }, context, async (id) => {
    const { members } = input;
    if (!members) return withdraw(deps, await ownShare(deps, input.instanceId === undefined ? { shareId: id } : input, context), context);
    const { share, initiator } = await openedBy(deps, input, id, context);
    if (members.some((one) => one.kind === 'person' && one.id === initiator.id)) throw new Failure('SHARE_OWNER_FIXED');
    await take(deps, share, members, context);
    return share.id;
  });

async function openedBy(deps: SharingDeps, { instanceId, fileSharingId }: Remove, id: string, { caller }: UserContext) {
  if (instanceId !== undefined) return opened(await openShare(deps.database, caller, { instanceId, fileSharingId }));
  const share = await findShare(deps.database, { shareId: id });
  if (!share) throw new Failure('SHARE_NOT_FOUND');
  return opened(await openShare(deps.database, { ...caller, fileSharingId: id }, { instanceId: share.instance_id, fileSharingId: id }));
}

function opened<Opened extends { share: ShareRow | null }>(of: Opened): Opened & { share: ShareRow } {
  if (!of.share) throw new Failure('SHARE_NOT_FOUND');
  return { ...of, share: of.share };
}

/** A share that the caller started, whatever they hold of its item today. A share of others that they cannot see is not there. */
async function ownShare(
  { database }: SharingDeps,
  of: { shareId: string } | Pick<Remove, 'instanceId' | 'fileSharingId'>,
  { caller }: UserContext,
): Promise<ShareRow> {
  if (!('shareId' in of) && of.fileSharingId === undefined) {
    const share = await findShare(database, { instanceId: of.instanceId ?? '', initiatorId: caller.userId });
    if (!share) throw new Failure('FILE_NOT_FOUND');
    return share;
  }
  const shareId = 'shareId' in of ? of.shareId : (of.fileSharingId ?? '');
  const share = await findShare(database, { shareId });
  if (!share || ('instanceId' in of && share.instance_id !== of.instanceId)) throw new Failure('SHARE_NOT_FOUND');
  if (share.initiator_id === caller.userId) return share;
  const place = (await findPlaces(database, { userId: caller.userId, fileSharingId: shareId }, [share.instance_id])).get(share.instance_id);
  throw new Failure(place?.standing.grants.length ? 'SHARE_INITIATOR_ONLY' : 'SHARE_NOT_FOUND');
}

/** Everyone's part, and the share itself. */
async function withdraw(deps: SharingDeps, share: ShareRow, context: UserContext): Promise<string> {
  await take(deps, share, null, context);
  return share.id;
}

/** `members` null: of everyone. A share that nobody has any more is none. */
export async function take(
  { database, changes }: SharingDeps,
  share: ShareRow,
  members: readonly GrantSubject[] | null,
  { caller }: UserContext,
  silent = false,
): Promise<void> {
  const place = (await findPlaces(database, { userId: share.initiator_id }, [share.instance_id])).get(share.instance_id);
  if (!place) throw new Failure('SHARE_NOT_FOUND');
  await database.transaction().execute(async (transaction) => {
    if (!(await lockShare(transaction, share.id))) throw new Failure('SHARE_NOT_FOUND');
    const there = await membersOf(transaction, [share.id]);
    const named = new Set(members?.map(({ kind, id }) => `${kind} ${id}`));
    const taken = members ? there.filter(({ kind, id }) => named.has(`${kind} ${id}`)) : there;
    const left = there.filter((one) => !taken.includes(one));
    if (left.length === 0) {
      await removeGrants(transaction, share.id);
      await deleteShare(transaction, share.id);
    } else for (const { kind, id } of taken) await removeGrants(transaction, share.id, { subject: { kind, id } });
    await tellTaken(transaction, {
      actor: { userId: caller.userId, name: caller.realName },
      initiatorId: share.initiator_id,
      instance: place,
      taken,
      left,
      silent,
    });
  });
  if (place.parentId !== null) changes.listChanged(place, [place.parentId]);
}
