import type { Instance } from '@alcove/contract';
import { addressIn, marking } from './file-address.ts';

type Placed = Pick<Instance, 'fileSharingId' | 'instanceType' | 'instancePathIds' | 'parentId' | 'instanceId'>;

/** Where a folder opens, or the folder that an item lies in: within the share that it was reached through, else in its space. */
const addressWithin = ({ fileSharingId, instanceType, instancePathIds }: Placed, folderId: string): string =>
  fileSharingId === undefined
    ? addressIn(instanceType, instancePathIds[0], folderId)
    : `/fileShare?share=${fileSharingId}&folder=${folderId}`;

export const folderAddress = (folder: Placed): string => addressWithin(folder, folder.instanceId);

/** The folder around it with the item marked. Of what was given alone nothing around it is seen: it has its own address. */
export const locationAddress = (item: Placed): string =>
  item.parentId === null ? addressWithin(item, item.instanceId) : marking(addressWithin(item, item.parentId), item.instanceId);
