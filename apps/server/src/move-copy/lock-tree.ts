import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { chunks } from './chunks.ts';
import { findChildrenOf, lockFolders } from './lock-queries.ts';

export interface LockedSubtrees {
  /** The items themselves come first. */
  ids: InstanceId[];
  folders: InstanceId[];
  /** Levels of folders, including the items themselves; 0 for files. */
  height: number;
  /** Separately deleted items directly below a live one. */
  deleted: InstanceId[];
}

/** Locks level by level. A folder is locked before its children are read, so nobody can add to it unnoticed. */
export async function lockSubtrees(
  transaction: Transaction<Tables>,
  items: readonly { id: InstanceId; isFile: boolean }[],
): Promise<LockedSubtrees> {
  const trees: LockedSubtrees = { ids: items.map(({ id }) => id), folders: [], height: 0, deleted: [] };
  for (let level = items.flatMap(({ id, isFile }) => (isFile ? [] : [id])); level.length > 0;) {
    const next: InstanceId[] = [];
    for (const ids of chunks(level)) {
      await lockFolders(transaction, ids);
      for (const row of await findChildrenOf(transaction, ids)) {
        (row.deleted ? trees.deleted : trees.ids).push(row.id);
        if (!row.deleted && !row.is_file) next.push(row.id);
      }
    }
    trees.folders.push(...level);
    trees.height += 1;
    level = next;
  }
  return trees;
}
