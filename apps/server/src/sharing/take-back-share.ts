import type { Kysely } from 'kysely';
import type { calls, GrantSubject, InstanceId, RequestOf, ShareOutcome } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authorise, findItems, ownItemsAt, removeGrants } from '../permission/index.ts';
import type { SharingDeps } from './deps.ts';
import { eachShare } from './each-share.ts';
import { openShare } from './open-share.ts';
import { deleteShare, lockShare, membersOf, standingShares } from './sharing-queries.ts';
import type { StandingShare } from './sharing-queries.ts';
import { tellTaken } from './tell-people.ts';

type Remove = RequestOf<typeof calls.innerSharing.remove>;
type Members = readonly GrantSubject[] | null;

/**
 * Revokes shares for everyone or for some recipients, with immediate effect. The initiator may do so, and whoever manages the item's people
 * by their own grants: the owner of its space, a leader, a manager. A manager by the share alone may remove recipients but not revoke the
 * share. An item named alone stands for the caller's own share, or, for those who manage there, for everybody's. Throws SHARE_NOT_FOUND if
 * that changes nothing, SHARE_INITIATOR_ONLY, SHARE_OWNER_FIXED, FILE_NOT_FOUND, and what `openShare` throws.
 */
export const takeBack = (deps: SharingDeps, input: Remove, context: UserContext): Promise<ShareOutcome[]> =>
  eachShare({ one: input.instanceId, several: input.fileSharingIds }, context, async (id) => {
    const members = input.members ?? null;
    const shares = await sharesMeant(deps, input, id, context);
    for (const share of shares) {
      await requireMay(deps, share, members, context);
      if (members?.some((one) => one.kind === 'person' && one.id === share.initiator_id)) throw new Failure('SHARE_OWNER_FIXED');
    }
    let taken = 0;
    for (const share of shares)
      taken += await take(deps, share, members, context, { requireMay: (database) => requireMay({ database }, share, members, context) });
    if (taken === 0) throw new Failure('SHARE_NOT_FOUND');
    return shares[0]!.id;
  });

async function sharesMeant(
  { database }: SharingDeps,
  { instanceId, fileSharingId, members }: Remove,
  id: string,
  { caller }: UserContext,
): Promise<StandingShare[]> {
  if (instanceId === undefined || fileSharingId !== undefined) {
    const [share] = await standingShares(database, { shareId: fileSharingId ?? id });
    if (share && (instanceId === undefined || share.instance_id === instanceId)) return [share];
    // Naming recipients of a share that does not exist there gives the same answer as an item that the caller cannot see.
    if (instanceId !== undefined && members) await authorise(database, caller, instanceId, 'list');
    throw new Failure('SHARE_NOT_FOUND');
  }
  const shares = await standingShares(database, { instanceId });
  const own = shares.find((share) => share.initiator_id === caller.userId);
  if (own) return [own];
  if (shares.length === 0 || !(await managesPeople(database, caller.userId, instanceId))) throw new Failure('FILE_NOT_FOUND');
  return shares;
}

/** By their own grants: recipients of a share do not decide about it. */
async function managesPeople(database: Kysely<Tables>, userId: string, instanceId: InstanceId): Promise<boolean> {
  const place = (await findItems(database, { userId }, [instanceId])).get(instanceId);
  return place !== undefined && ownItemsAt(place).includes('personnelManagement');
}

async function requireMay(
  { database }: Pick<SharingDeps, 'database'>,
  { id: fileSharingId, instance_id: instanceId, initiator_id: initiatorId }: StandingShare,
  members: Members,
  { caller }: UserContext,
): Promise<void> {
  if (initiatorId === caller.userId || (await managesPeople(database, caller.userId, instanceId))) return;
  if (members) {
    await openShare(database, { ...caller, fileSharingId }, { instanceId, fileSharingId });
    return;
  }
  const place = (await findItems(database, { userId: caller.userId, fileSharingId }, [instanceId])).get(instanceId);
  throw new Failure(place?.effective.grants.length ? 'SHARE_INITIATOR_ONLY' : 'SHARE_NOT_FOUND');
}

/**
 * `members` null: everyone. A share without recipients is deleted. `requireMay` runs once the share is locked. Returns how many recipients
 * were removed.
 */
export async function take(
  { database, changes }: SharingDeps,
  share: Pick<StandingShare, 'id' | 'instance_id' | 'initiator_id'>,
  members: Members,
  { caller }: UserContext,
  { requireMay = async () => {}, silent = false }: { requireMay?: (database: Kysely<Tables>) => Promise<void>; silent?: boolean } = {},
): Promise<number> {
  const place = (await findItems(database, { userId: share.initiator_id }, [share.instance_id])).get(share.instance_id);
  if (!place) throw new Failure('SHARE_NOT_FOUND');
  const count = await database.transaction().execute(async (transaction) => {
    if (!(await lockShare(transaction, share.id))) throw new Failure('SHARE_NOT_FOUND');
    await requireMay(transaction);
    const there = await membersOf(transaction, [share.id]);
    const named = new Set(members?.map(({ kind, id }) => `${kind} ${id}`));
    const taken = members ? there.filter(({ kind, id }) => named.has(`${kind} ${id}`)) : there;
    if (members && taken.length === 0) return 0;
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
    return taken.length;
  });
  if (count > 0 && place.parentId !== null) changes.listChanged(place, [place.parentId]);
  return count;
}
