import type { Kysely } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { AdminItem, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { findItems, isRoot } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { adminItemsOf, readAdminRoles } from '../roles/index.ts';

/** Asks again for an administration item, after a change has waited for its locks. Throws NOT_ALLOWED. Returns whether one of their roles is an advanced one. */
export async function requireStill(
  database: Kysely<Tables>,
  { userId }: Pick<Caller, 'userId'>,
  ...items: readonly AdminItem[]
): Promise<{ advanced: boolean }> {
  const roles = await readAdminRoles(database, userId);
  const held = adminItemsOf(roles);
  if (!items.every((item) => held.includes(item))) throw new Failure('NOT_ALLOWED');
  return { advanced: roles.some(({ type }) => type === 'advanced') };
}

/** What administrators manage of these: items that are not deleted, and are no top of a space. What the caller may do there by rights of their own does not matter. */
export async function findManaged(
  database: Kysely<Tables>,
  { userId }: Pick<Caller, 'userId'>,
  instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, ItemContext>> {
  const places = await findItems(database, { userId }, [...new Set(instanceIds)]);
  return new Map([...places].filter(([, place]) => place.live && !isRoot(place)));
}

/** The owner of a personal space, elsewhere whoever made the item. Pure. */
export const ownerIdOf = ({ spaceKind, spaceOwnerId, creatorId }: ItemContext): string =>
  spaceKind === spaceKinds.personal && spaceOwnerId !== null ? spaceOwnerId : creatorId;

/** Who is told what an administrator does with an item: its owner, and the leader of a group; not the administrator. Pure. */
export const toldOf = (place: ItemContext, userId: string): string[] =>
  [...new Set([ownerIdOf(place), ...(place.spaceOwnerId === null ? [] : [place.spaceOwnerId])])].filter((id) => id !== userId);
