import type { Kysely } from 'kysely';
import { itemsBelowShared } from '@alcove/contract';
import type { InstanceId, PermissionItem, ShareRole } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authorise, findItems, grantedAnywhereAt, isRoot, itemsAt, sharingAsks, withoutShares } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { findShare } from './sharing-queries.ts';
import type { ShareRow } from './sharing-queries.ts';

/** A share, or an item where one may be created, for a caller who may manage its recipients. */
export interface OpenShare {
  /** Null: the caller does not share this item yet. */
  share: ShareRow | null;
  place: ItemContext;
  initiator: { id: string; name: string };
  /** What the initiator may do there by their own grants, and so can give; for a manager, as far as their level includes it. */
  holds: readonly PermissionItem[];
  /** Of the caller. */
  role: ShareRole;
}

/**
 * Opens the share of an item for a change of its recipients: the caller's own, or with `fileSharingId` one that they manage. Callers who
 * may copy an item by their own grants may share it; an item that was only shared with them they may not. Throws FILE_NOT_FOUND,
 * SHARE_NOT_FOUND, SHARE_OF_SHARE, SHARE_WHOLE_SPACE, NOT_ALLOWED.
 */
export async function openShare(
  database: Kysely<Tables>,
  caller: Caller,
  { instanceId, fileSharingId }: { instanceId: InstanceId; fileSharingId?: string | undefined },
): Promise<OpenShare> {
  const named = fileSharingId === undefined ? undefined : await findShare(database, { shareId: fileSharingId });
  if (fileSharingId === undefined || named?.initiator_id === caller.userId) {
    const { place, holds } = await ownPlace(database, { id: caller.userId }, instanceId);
    if (named && named.instance_id !== instanceId) throw new Failure('SHARE_NOT_FOUND');
    const share = named ?? (await findShare(database, { instanceId, initiatorId: caller.userId })) ?? null;
    return { share, place, initiator: { id: caller.userId, name: caller.realName }, holds, role: 'owner' };
  }
  // The caller's permission comes from that share alone, so items outside it are hidden, whatever the request names.
  const { place: managed } = await authorise(database, caller, instanceId, 'personnelManagement');
  if (named?.instance_id !== instanceId) throw new Failure('SHARE_NOT_FOUND');
  const initiator = { id: named.initiator_id, name: named.initiator_name };
  const { place, holds } = await ownPlace(database, initiator, instanceId);
  // They give in the initiator's name, so their own company roles do not matter. But what their level does not include they do not give.
  const own = [...grantedAnywhereAt(managed), ...itemsBelowShared];
  return { share: named, place, initiator, holds: holds.filter((item) => own.includes(item)), role: 'manager' };
}

/** What somebody may do with an item without the shares that they were given. */
async function ownPlace(
  database: Kysely<Tables>,
  person: { id: string },
  instanceId: InstanceId,
): Promise<{ place: ItemContext; holds: readonly PermissionItem[] }> {
  const found = (await findItems(database, { userId: person.id }, [instanceId])).get(instanceId);
  if (!found?.live || !itemsAt(found).includes('list')) throw new Failure('FILE_NOT_FOUND');
  const place = withoutShares(found);
  const holds = itemsAt(place);
  if (!holds.includes('list')) throw new Failure('SHARE_OF_SHARE');
  if (isRoot(place)) throw new Failure('SHARE_WHOLE_SPACE');
  if (!holds.includes(sharingAsks)) throw new Failure('NOT_ALLOWED');
  return { place, holds };
}
