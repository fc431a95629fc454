import { failures, numberedName, type CreatedFolderTree, type FolderTree } from '@alcove/contract';
import { CallFailed } from '../../api/call-failed.ts';
import { linkCalls } from '../link/calls.ts';
import { asVisitor } from '../link/visit.ts';
import { keyOf, makeTrees, treesOf } from '../../features/transfer/start/folder-tree.ts';

const mostNumbers = 50;

/**
 * A folder whose name stands already belongs to somebody else, whom this visitor does not see: it comes beside it, numbered. One of the visitor's own is
 * gone on with. Throws `CallFailed`.
 */
async function makeBeside(parentId: string, tree: FolderTree): Promise<CreatedFolderTree> {
  for (let number = 0; ; number += 1) {
    const instanceName = number === 0 ? tree.instanceName : numberedName(tree.instanceName, number);
    try {
      return await asVisitor(linkCalls.batchCreateFolder, { parentId, instanceName, children: tree.children });
    } catch (error) {
      const taken = error instanceof CallFailed && error.errcode === failures.NAME_TAKEN.errcode;
      if (!taken || number >= mostNumbers) throw error;
    }
  }
}

/** Makes the folders that are missing, and answers the id of each by its path as it was chosen. */
export async function makeFolders(parentId: string, paths: readonly (readonly string[])[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const tree of treesOf(paths.filter((path) => path.length > 0))) {
    let given = tree.instanceName;
    const made = await makeTrees(parentId, [tree], async (parent, piece) => {
      // A tree that goes in pieces names its top again: by then that is this visitor's own.
      const answer = await makeBeside(parent, parent === parentId ? { ...piece, instanceName: given } : piece);
      if (parent === parentId) given = answer.instanceName;
      return answer;
    });
    for (const [key, id] of made) {
      const [, ...below] = key.split('/');
      ids.set(keyOf([tree.instanceName, ...below]), id);
    }
  }
  return ids;
}
