import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';
import { aboveChildrenOf } from '../files/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';

/**
 * The record of an upload into `folder` for the list of finished transfers. The folders come from the server, as far as the caller can see
 * them. `spaceName` is the name of the space above them, in the caller's language.
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
