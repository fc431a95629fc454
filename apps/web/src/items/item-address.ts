import type { Instance } from '@alcove/contract';
import { addressIn, marking } from './file-address.ts';

type Placed = Pick<Instance, 'fileSharingId' | 'instanceType' | 'instancePathIds' | 'parentId' | 'instanceId'>;

/** The page of a folder: within the share through which it was reached, else in its space. */
const addressWithin = ({ fileSharingId, instanceType, instancePathIds }: Placed, folderId: string): string =>
  fileSharingId === undefined
    ? addressIn(instanceType, instancePathIds[0], folderId)
    : `/fileShare?share=${fileSharingId}&folder=${folderId}`;

export const folderAddress = (folder: Placed): string => addressWithin(folder, folder.instanceId);

/** The parent folder with the item highlighted. An item shared by itself has no visible parent, so it gets its own address. */
export const locationAddress = (item: Placed): string =>
  item.parentId === null ? addressWithin(item, item.instanceId) : marking(addressWithin(item, item.parentId), item.instanceId);
