import { instanceTypes } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { fetchCurrent } from '../api/index.ts';
import { fileDetail } from './file-queries.ts';

/** The page of a folder. Without `rootId`, the page that opens folders outside the caller's groups and departments. */
export function addressIn(instanceType: Instance['instanceType'], rootId: string | undefined, folderId: string): string {
  const spaces: Partial<Record<Instance['instanceType'], string>> = {
    [instanceTypes.group]: '/groupFile',
    [instanceTypes.department]: '/departmentFile',
  };
  const space = rootId === undefined ? undefined : spaces[instanceType];
  if (space === undefined) return `/personalFile?folder=${folderId}`;
  return rootId === folderId ? `${space}/${rootId}` : `${space}/${rootId}?folder=${folderId}`;
}

/** The page of a folder. For a deleted folder, a page that says so. */
export async function addressOf(folderId: string): Promise<string> {
  try {
    const { instanceType, instancePathIds } = await fetchCurrent(fileDetail(folderId, {}));
    return addressIn(instanceType, instancePathIds[0], folderId);
  } catch {
    return addressIn('1', undefined, folderId);
  }
}

/** The same address with one item highlighted; the list opens on the item's page. */
export const marking = (address: string, instanceId: string): string => `${address}${address.includes('?') ? '&' : '?'}item=${instanceId}`;
