import { queryClient } from '../../api/index.ts';
import { fileDetail } from './file-queries.ts';

/** The page that shows a folder: of personal files, or of the group that it lies in. One that is gone leads to where it is said. */
export async function addressOf(folderId: string): Promise<string> {
  const personal = `/personalFile?folder=${folderId}`;
  try {
    const { instanceType, instancePathIds } = await queryClient.fetchQuery(fileDetail(folderId, {}));
    // A group's id is its top folder's.
    const [groupId] = instancePathIds;
    if (instanceType !== '2' || !groupId) return personal;
    return groupId === folderId ? `/groupFile/${groupId}` : `/groupFile/${groupId}?folder=${folderId}`;
  } catch {
    return personal;
  }
}
