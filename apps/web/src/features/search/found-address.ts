import type { FoundInstance } from '@alcove/contract';
import { addressIn, marking } from '../../items/file-address.ts';

/** The id of the space's top folder, which has no name; undefined for an item reached only through a share, whose path starts lower. */
const topOf = ({ instancePathIds, parentNames }: FoundInstance): string | undefined =>
  instancePathIds.length === parentNames.length + 2 ? instancePathIds[0] : undefined;

/** The page of a result: a folder's content, or a file by itself. */
export const addressOfFound = (item: FoundInstance): string => addressIn(item.instanceType, topOf(item), item.instanceId);

/** The result's folder with the item highlighted, or null when the reader may not see that folder. */
export const placeOfFound = (item: FoundInstance): string | null =>
  item.parentId === null ? null : marking(addressIn(item.instanceType, topOf(item), item.parentId), item.instanceId);
