import type { FoundInstance } from '@alcove/contract';
import { addressIn, marking } from '../../items/file-address.ts';

/** The space's top folder, which has no name; what one has by a share alone begins lower down. */
const topOf = ({ instancePathIds, parentNames }: FoundInstance): string | undefined =>
  instancePathIds.length === parentNames.length + 2 ? instancePathIds[0] : undefined;

/** Where it is shown: a folder with what is in it, a file by itself. */
export const addressOfFound = (item: FoundInstance): string => addressIn(item.instanceType, topOf(item), item.instanceId);

/** The folder around it with the item marked, or null where that is not to be seen. */
export const placeOfFound = (item: FoundInstance): string | null =>
  item.parentId === null ? null : marking(addressIn(item.instanceType, topOf(item), item.parentId), item.instanceId);
