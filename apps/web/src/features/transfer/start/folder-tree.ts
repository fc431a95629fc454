import type { CreatedFolderTree, FolderTree } from '@alcove/contract';

/** Folder uploads: which folders must exist before the files, and in how many calls they are made. Pure but for `make`. */

export const keyOf = (path: readonly string[]): string => path.join('/');

/** Folder paths, in any order and with repetitions, as trees. */
export function treesOf(paths: readonly (readonly string[])[]): FolderTree[] {
  interface Node {
    name: string;
    children: Map<string, Node>;
  }
  const root: Node = { name: '', children: new Map() };
  for (const path of paths) {
    let at = root;
    for (const name of path) {
      let next = at.children.get(name);
      if (!next) at.children.set(name, (next = { name, children: new Map() }));
      at = next;
    }
  }
  const plain = (node: Node): FolderTree => ({ instanceName: node.name, children: [...node.children.values()].map(plain) });
  return [...root.children.values()].map(plain);
}

export const sizeOf = (tree: FolderTree): number => 1 + (tree.children ?? []).reduce((sum, child) => sum + sizeOf(child), 0);

/** Folders per call: large enough to be few calls, small enough for one short transaction. */
const mostPerCall = 400;

export type MakeFolders = (parentId: string, tree: FolderTree) => Promise<CreatedFolderTree>;

/**
 * Makes the trees under `parentId` and answers the id of every folder by its path. A tree above the limit is sent in pieces
 * from its top: each piece names the folder again, which the server reuses. Throws what `make` throws; folders made by then stay.
 */
export async function makeTrees(
  parentId: string,
  trees: readonly FolderTree[],
  make: MakeFolders,
  most = mostPerCall,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const note = (tree: CreatedFolderTree, path: readonly string[]) => {
    const here = [...path, tree.instanceName];
    ids.set(keyOf(here), tree.instanceId);
    for (const child of tree.children) note(child, here);
  };
  async function one(parent: string, tree: FolderTree, path: readonly string[]): Promise<void> {
    let group: FolderTree[] = [];
    let sum = 1;
    let id: string | null = null;
    const large: FolderTree[] = [];
    const send = async () => {
      const made = await make(parent, { instanceName: tree.instanceName, children: group });
      note(made, path);
      id = made.instanceId;
      group = [];
      sum = 1;
    };
    for (const child of tree.children ?? []) {
      const size = sizeOf(child);
      if (size >= most) {
        large.push(child);
        continue;
      }
      if (sum + size > most) await send();
      group.push(child);
      sum += size;
    }
    if (group.length > 0 || id === null) await send();
    for (const child of large) if (id !== null) await one(id, child, [...path, tree.instanceName]);
  }
  for (const tree of trees) await one(parentId, tree, []);
  return ids;
}
