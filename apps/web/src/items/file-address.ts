import type { Instance } from '@alcove/contract';
import { queryClient } from '../api/index.ts';
import { fileDetail } from './file-queries.ts';

/** The page that shows a folder of this kind of space. Without the space's top folder, where all that is not one's own group or department is opened. */
export function addressIn(instanceType: Instance['instanceType'], rootId: string | undefined, folderId: string): string {
  const spaces: Partial<Record<Instance['instanceType'], string>> = { '2': '/groupFile', '3': '/departmentFile' };
  const space = rootId === undefined ? undefined : spaces[instanceType];
  if (space === undefined) return `/personalFile?folder=${folderId}`;
  return rootId === folderId ? `${space}/${rootId}` : `${space}/${rootId}?folder=${folderId}`;
}

/** The page that shows a folder. One that is gone leads to where that is said. */
export async function addressOf(folderId: string): Promise<string> {
  try {
    const { instanceType, instancePathIds } = await queryClient.fetchQuery(fileDetail(folderId, {}));
    return addressIn(instanceType, instancePathIds[0], folderId);
  } catch {
    return addressIn('1', undefined, folderId);
  }
}

/** The same place with one of its items marked: the list turns to its page. */
export const marking = (address: string, instanceId: string): string => `${address}${address.includes('?') ? '&' : '?'}item=${instanceId}`;
