import { everyItem, itemsWhileEnding, mostSensitive, spaceKinds } from '@alcove/contract';
import type { BlobId, InstanceId, PermissionItem, Sensitivity, SensitivityOf, SpaceId, SpaceKind } from '@alcove/contract';
import { explain, isPassedOn, itemsOf, unnamed } from './resolve.ts';
import type { Reason, EffectiveGrants, Where } from './resolve.ts';

/** An instance, its location and the caller's grants on it: everything that the rules need. */
export interface ItemContext {
  instanceId: InstanceId;
  name: string;
  isFile: boolean;
  size: number;
  blobId: BlobId | null;
  version: number;
  spaceId: SpaceId;
  /** 1 personal, 2 group, 3 department, 4 library. */
  spaceKind: SpaceKind;
  spaceOwnerId: string | null;
  /** Null for the space's root. */
  parentId: InstanceId | null;
  /** From the space's root downwards, without the instance itself. Empty for a root. */
  ancestors: readonly Ancestor[];
  category: number;
  createdAt: Date;
  updatedAt: Date;
  creatorId: string;
  /** The visitor of a link who made it, in the creator's name; otherwise null. */
  visitorId: string | null;
  creatorName: string;
  editorName: string;
  ownerName: string;
  versions: number;
  sensitivity: SensitivityOf;
  /** Why nothing in its space can be changed at present, or null. */
  ends: SpaceEnd | null;
  /** Neither it nor a folder above it is in the recycle bin. */
  live: boolean;
  effective: EffectiveGrants;
  /** The share through which the caller reached it: `effective` then contains only this share's grants. */
  fileSharingId?: string;
}

/**
 * The refusal of changes in a space that ends: in a group until that is canceled, in a department's space until its new managers open it.
 */
export type SpaceEnd = 'GROUP_DISSOLVING' | 'DEPARTMENT_ENDED';

export interface Ancestor {
  id: InstanceId;
  name: string;
  creatorId: string;
  visitorId: string | null;
}

export const sensitivityAt = ({ sensitivity }: Pick<ItemContext, 'sensitivity'>): Sensitivity =>
  mostSensitive([sensitivity.own, sensitivity.above]);

/**
 * The item's own sensitivity after a move to `target`. Levels inherited from the folders that it leaves become its own, unless the target's
 * level is at least as high.
 */
export function sensitivityCarried(place: Pick<ItemContext, 'sensitivity'>, target: Pick<ItemContext, 'sensitivity'>): Sensitivity {
  const carried = sensitivityAt(place);
  return mostSensitive([sensitivityAt(target), carried]) === sensitivityAt(target) ? place.sensitivity.own : carried;
}

/** The caller's own personal space: nobody else decides what they may do there. */
export const isOwn = ({ spaceKind, effective }: ItemContext): boolean => spaceKind === spaceKinds.personal && effective.owns;

export const isRoot = (place: ItemContext): boolean => place.parentId === null;

export const whereOf = ({
  instanceId,
  creatorId,
  visitorId,
  ancestors,
}: Pick<ItemContext, 'instanceId' | 'creatorId' | 'visitorId' | 'ancestors'>): Where => ({
  chain: [instanceId, ...ancestors.map(({ id }) => id).reverse()],
  creatorId,
  visitorId,
});

const whileItLasts = ({ ends }: ItemContext, items: readonly PermissionItem[]): readonly PermissionItem[] =>
  ends ? items.filter((item) => itemsWhileEnding.includes(item)) : items;

export const itemsAt = (place: ItemContext): readonly PermissionItem[] => whileItLasts(place, grantedItemsAt(place));

/** The same, as if the space did not end. */
export const grantedItemsAt = (place: ItemContext): readonly PermissionItem[] => itemsOf(whereOf(place), place.effective);

/** What the grants give a person here, as if the company's roles allowed them every item. */
export const grantedAnywhereAt = (place: ItemContext): readonly PermissionItem[] =>
  itemsAt({ ...place, effective: { ...place.effective, cap: everyItem } });

/** What the person would have here if the company's roles allowed them every item. */
export const withheldAt = (place: ItemContext): readonly PermissionItem[] => {
  const items = itemsAt(place);
  return grantedAnywhereAt(place).filter((item) => !items.includes(item));
};

/** What the person may pass on: permissions through a share or link cannot be passed on. */
export const ownItemsAt = (place: ItemContext): readonly PermissionItem[] =>
  itemsOf(whereOf(place), { ...place.effective, grants: place.effective.grants.filter((grant) => !isPassedOn(grant)) });

/** The same for the instance itself or a folder above it. */
export function ownItemsOn(place: ItemContext, instanceId: InstanceId): readonly PermissionItem[] {
  const depth = place.ancestors.findIndex(({ id }) => id === instanceId);
  const at = place.ancestors[depth];
  if (!at) return ownItemsAt(place);
  return itemsOf(whereOf({ ...at, instanceId: at.id, ancestors: place.ancestors.slice(0, depth) }), withoutShares(place).effective);
}

export const reasonsAt = (place: ItemContext): Reason[] => explain(whereOf(place), place.effective);

/** The same place with only this share's grants, whatever else the person has there. */
export const throughShare = (place: ItemContext, shareId: string): ItemContext => ({
  ...place,
  effective: { ...place.effective, owns: false, grants: place.effective.grants.filter(({ source }) => source.id === shareId) },
  fileSharingId: shareId,
});

/** The same place without shares: what is left may be passed on. */
export const withoutShares = (place: ItemContext): ItemContext => ({
  ...place,
  effective: { ...place.effective, grants: place.effective.grants.filter((grant) => !isPassedOn(grant)), givers: {} },
});

/** What the caller may do with a child that no grant names, depending on whether they made it. */
export const itemsOfPlainChild = (folder: ItemContext, own: boolean): readonly PermissionItem[] =>
  whileItLasts(
    folder,
    itemsOf({ chain: [unnamed, ...whereOf(folder).chain], creatorId: own ? folder.effective.userId : '' }, folder.effective),
  );

/** The folders above the place, beginning below the nearest hidden one: a share reveals nothing about the folders around it. */
export function visibleAncestors({ ancestors, effective }: ItemContext): readonly Ancestor[] {
  if (effective.owns) return ancestors;
  const from = ancestors.findLastIndex(
    (ancestor, depth) =>
      !itemsOf(whereOf({ ...ancestor, instanceId: ancestor.id, ancestors: ancestors.slice(0, depth) }), effective).includes('list'),
  );
  return ancestors.slice(from + 1);
}
