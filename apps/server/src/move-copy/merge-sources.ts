/** The contents of merged folders, as far as the person who merges may take them. */
import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseAlso, namedChildren, rightsBelow } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { Failure } from '../http/index.ts';
import { chunks } from './chunks.ts';
import { lockFolders } from './lock-queries.ts';
import type { Below } from './merge-plan.ts';
import { findLiveChildren } from './merge-queries.ts';
import type { Child } from './merge-queries.ts';

/** Everything. A folder is locked before its children are read, so nobody can add or remove any unnoticed. */
export const everythingBelow =
  (transaction: Transaction<Tables>): Below =>
  async (folderIds) => ({ entries: await lockChildren(transaction, folderIds), refused: 0 });

/** The items that the person may move. Items hidden from them stay and are not counted as refused. */
export const movableBelow =
  (transaction: Transaction<Tables>, caller: Caller, top: ItemContext): Below =>
  async (folderIds) => {
    const children = await lockChildren(transaction, folderIds);
    if (top.effective.owns) return { entries: children, refused: 0 };
    const byFolder = Map.groupBy(children, (child) => child.parent_id);
    const entries: Child[] = [];
    let refused = 0;
    for (const [folderId, some] of byFolder) {
      const found = await authoriseAlso(transaction, caller, folderId, 'move', namedChildren(caller));
      if (!found || found.verdict instanceof Failure) {
        refused += some.length;
        continue;
      }
      const rights = await rightsBelow(transaction, caller, found.verdict.place, found.also, 'list');
      for (const child of some) {
        const items = rights.of(child);
        if (items.includes('move')) entries.push(child);
        else if (items.includes('list')) refused += 1;
      }
    }
    return { entries, refused };
  };

async function lockChildren(transaction: Transaction<Tables>, folderIds: readonly InstanceId[]): Promise<Child[]> {
  const children: Child[] = [];
  for (const ids of chunks([...folderIds].sort())) {
    await lockFolders(transaction, ids);
    children.push(...(await findLiveChildren(transaction, ids)));
  }
  return children;
}
