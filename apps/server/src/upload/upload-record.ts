import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';
import { aboveChildrenOf } from '../files/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';

/**
 * What the finished list will say of an upload into `folder`. The folders are the server's own, as far as the caller sees them; what
 * stands above them is called `spaceName` where the caller works, in their language.
 */
export const recordOf = (
  { userId, name, size }: { userId: string; name: string; size: number },
  spaceName: string | undefined,
  folder: ItemContext,
): UploadRecord => ({
  id: newId(),
  userId,
  fileName: name,
  fileSize: size,
  parentNames: [...(spaceName === undefined ? [] : [spaceName]), ...aboveChildrenOf(folder).names],
  parentId: folder.instanceId,
});
