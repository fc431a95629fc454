import { everyItem } from '@alcove/contract';
import type { PermissionItem } from '@alcove/contract';

/** Where an instance lies: what the rule needs to know, and nothing of who asks. */
export interface Place {
  instanceId: string;
  name: string;
  isFile: boolean;
  size: number;
  blobId: string | null;
  version: number;
  spaceId: string;
  spaceKind: number;
  spaceOwnerId: string | null;
  /** Null for the space's root. */
  parentId: string | null;
  /** From the space's root downwards; the root first, the instance itself not included. Empty for a root. */
  ancestors: { id: string; name: string }[];
  category: number;
  createdAt: Date;
  updatedAt: Date;
  creatorName: string;
  editorName: string;
  ownerName: string;
  versions: number;
  /** Neither it nor anything above it is in the recycle bin. */
  live: boolean;
}

export const isRoot = (place: Place): boolean => place.parentId === null;

/** What a person may do with the instance. The owner of a personal space has everything in it; nobody else has anything. */
export function itemsOf(userId: string, place: Place): readonly PermissionItem[] {
  return place.spaceKind === 1 && place.spaceOwnerId === userId ? everyItem : [];
}
