import { itemsWhileEnding, mostSensitive, spaceKinds } from '@alcove/contract';
import type { PermissionItem, Sensitivity, SensitivityOf, SpaceKind } from '@alcove/contract';
import { explain, itemsOf } from './resolve.ts';
import type { Reason, EffectiveGrants, Where } from './resolve.ts';

/** Where an instance lies, and what the caller has there: all that the rule needs to know. */
export interface ItemContext {
  instanceId: string;
  name: string;
  isFile: boolean;
  size: number;
  blobId: string | null;
  version: number;
  spaceId: string;
  /** 1 personal, 2 group, 3 department, 4 library. */
  spaceKind: SpaceKind;
  spaceOwnerId: string | null;
  /** Null for the space's root. */
  parentId: string | null;
  /** From the space's root downwards; the root first, the instance itself not included. Empty for a root. */
  ancestors: readonly Ancestor[];
  category: number;
  createdAt: Date;
  updatedAt: Date;
  creatorId: string;
  creatorName: string;
  editorName: string;
  ownerName: string;
  versions: number;
  sensitivity: SensitivityOf;
  /** Why nothing of the space that it lies in changes while that is so; null in every other. */
  ends: SpaceEnd | null;
  /** Neither it nor anything above it is in the recycle bin. */
  live: boolean;
  effective: EffectiveGrants;
  /** The one share that the effective grants count, where it was asked through one. */
  fileSharingId?: string;
}

/** What a change in a space that takes leave is refused with: a group's until that is cancelled, a department's until its heirs manage it. */
export type SpaceEnd = 'GROUP_DISSOLVING' | 'DEPARTMENT_ENDED';

export interface Ancestor {
  id: string;
  name: string;
  creatorId: string;
}

export const sensitivityAt = ({ sensitivity }: Pick<ItemContext, 'sensitivity'>): Sensitivity =>
  mostSensitive([sensitivity.own, sensitivity.above]);

/** What an item says itself once it lies in that folder: it says on what the folders that it leaves said. */
export function sensitivityCarried(place: Pick<ItemContext, 'sensitivity'>, target: Pick<ItemContext, 'sensitivity'>): Sensitivity {
  const carried = sensitivityAt(place);
  return mostSensitive([sensitivityAt(target), carried]) === sensitivityAt(target) ? place.sensitivity.own : carried;
}

/** Somebody's personal space, in their own hands: no one else decides what they may do there. */
export const isOwn = ({ spaceKind, effective }: ItemContext): boolean => spaceKind === spaceKinds.personal && effective.owns;

export const isRoot = (place: ItemContext): boolean => place.parentId === null;

export const whereOf = ({ instanceId, creatorId, ancestors }: Pick<ItemContext, 'instanceId' | 'creatorId' | 'ancestors'>): Where => ({
  chain: [instanceId, ...ancestors.map(({ id }) => id).reverse()],
  creatorId,
});

const whileItLasts = ({ ends }: ItemContext, items: readonly PermissionItem[]): readonly PermissionItem[] =>
  ends ? items.filter((item) => itemsWhileEnding.includes(item)) : items;

export const itemsAt = (place: ItemContext): readonly PermissionItem[] => whileItLasts(place, heldAt(place));

/** The same, and what their rights would let them do there if the space did not end. */
export const heldAt = (place: ItemContext): readonly PermissionItem[] => itemsOf(whereOf(place), place.effective);

/** What the person may pass on there: what they hold by a share is not theirs to give. */
export const ownItemsAt = (place: ItemContext): readonly PermissionItem[] =>
  itemsOf(whereOf(place), { ...place.effective, grants: place.effective.grants.filter(({ source }) => source.kind !== 'share') });

/** The same on the instance itself or on a folder on the way to it. */
export function ownItemsOn(place: ItemContext, instanceId: string): readonly PermissionItem[] {
  const depth = place.ancestors.findIndex(({ id }) => id === instanceId);
  const at = place.ancestors[depth];
  if (!at) return ownItemsAt(place);
  return itemsOf(
    whereOf({ instanceId: at.id, creatorId: at.creatorId, ancestors: place.ancestors.slice(0, depth) }),
    withoutShares(place).effective,
  );
}

export const reasonsAt = (place: ItemContext): Reason[] => explain(whereOf(place), place.effective);

/** The same place as that share alone gives it, whatever else its person holds there. */
export const throughShare = (place: ItemContext, shareId: string): ItemContext => ({
  ...place,
  effective: { ...place.effective, owns: false, grants: place.effective.grants.filter(({ source }) => source.id === shareId) },
  fileSharingId: shareId,
});

/** The same place without what anybody shared: what is left is the person's own to pass on. */
export const withoutShares = (place: ItemContext): ItemContext => ({
  ...place,
  effective: { ...place.effective, grants: place.effective.grants.filter(({ source }) => source.kind !== 'share'), givers: {} },
});

/** What the caller may do with a child that no grant names itself, by whether they made it. */
export const itemsOfPlainChild = (folder: ItemContext, own: boolean): readonly PermissionItem[] =>
  whileItLasts(folder, itemsOf({ chain: ['', ...whereOf(folder).chain], creatorId: own ? folder.effective.userId : '' }, folder.effective));

/** The way to the place as far down as it is hidden is left out: a share shows nothing of the folders around it. */
export function visibleAncestors({ ancestors, effective }: ItemContext): readonly Ancestor[] {
  if (effective.owns) return ancestors;
  const from = ancestors.findLastIndex(
    (ancestor, depth) =>
      !itemsOf(
        whereOf({ instanceId: ancestor.id, creatorId: ancestor.creatorId, ancestors: ancestors.slice(0, depth) }),
        effective,
      ).includes('list'),
  );
  return ancestors.slice(from + 1);
}
