import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile, freeName, insertFolder, lockFolder, lockTrees, requireLevel, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { lockSpaces, releaseUsed, usedBytesOf } from '../spaces/index.ts';
import { endUploadsUnder } from '../upload/index.ts';
import { lockBin, updateBin, updateParent, updateSpaceOf } from './adopt-queries.ts';
import { chunks } from './chunks.ts';
import { findChildrenOf, lockFolders } from './lock-queries.ts';

interface Place {
  spaceId: SpaceId;
  rootId: InstanceId;
}

interface Adoption {
  from: Place;
  to: Place & { ownerId: string };
  folderName: string;
}

export interface Adopted {
  /** Null: there was nothing. */
  folder: { id: InstanceId; name: string } | null;
  files: number;
  bytes: number;
}

interface AdoptionSteps {
  /** Called first in the transaction, which may be repeated. */
  begin(): void;
  advance(files: number): Promise<void>;
  charge(transaction: Transaction<Tables>, spaceId: SpaceId, bytes: number): Promise<boolean>;
  /** The last part of the transaction. */
  finish(transaction: Transaction<Tables>, adopted: Adopted): Promise<void>;
}

/**
 * Moves all that is in a personal space, its recycle bin included, into a new folder at the top of another personal space: all of it, or
 * nothing. Unlike a move by a person, grants and shares stay, as do ids, versions and levels; the uploads into it end. Whoever saves into one
 * of its folders waits and then fails. Throws SPACE_NOT_ENOUGH, TOO_DEEP.
 */
export const adoptSpace = (database: Kysely<Tables>, { from, to, folderName }: Adoption, steps: AdoptionSteps): Promise<Adopted> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      steps.begin();
      await lockTrees(transaction, [from.spaceId, to.spaceId]);
      await lockFolder(transaction, to.rootId, to.spaceId);
      const tree = await lockAll(transaction, from.rootId);
      await lockBin(transaction, from.spaceId);
      const folder = tree.top.length === 0 ? null : await makeFolder(transaction, to, folderName);
      if (folder) {
        requireLevel(1 + tree.height);
        for (const ids of chunks(tree.top)) await updateParent(transaction, ids, { parentId: folder.id, spaceId: to.spaceId });
        // In the order of ids, as all code that locks several files.
        for (const ids of chunks(tree.below.toSorted())) {
          await updateSpaceOf(transaction, ids, to.spaceId);
          await steps.advance(ids.length);
        }
        await updateBin(transaction, from, { spaceId: to.spaceId, folderId: folder.id });
      }
      await endUploadsUnder(transaction, { spaceId: from.spaceId });
      await lockSpaces(transaction, [from.spaceId, to.spaceId]);
      // Everything that was charged to the old space has moved.
      const bytes = await usedBytesOf(transaction, from.spaceId);
      await releaseUsed(transaction, from.spaceId, bytes);
      if (!(await steps.charge(transaction, to.spaceId, bytes))) throw new Failure('SPACE_NOT_ENOUGH');
      const adopted = { folder, files: tree.files, bytes };
      await steps.finish(transaction, adopted);
      return adopted;
    }),
  );

async function makeFolder(transaction: Transaction<Tables>, to: Adoption['to'], wanted: string): Promise<{ id: InstanceId; name: string }> {
  const name = await freeName(transaction, to.rootId, wanted);
  const id = await insertFolder(transaction, { spaceId: to.spaceId, parentId: to.rootId, name, userId: to.ownerId });
  if (id === null) throw new ChangedMeanwhile();
  return { id, name };
}

interface WholeTree {
  /** Directly in the top folder. */
  top: InstanceId[];
  below: InstanceId[];
  /** Live ones. */
  files: number;
  height: number;
}

/** Locks every folder, deleted ones too. A folder is locked before its children are read, so nobody can add to it unnoticed. */
async function lockAll(transaction: Transaction<Tables>, rootId: InstanceId): Promise<WholeTree> {
  const tree: WholeTree = { top: [], below: [], files: 0, height: 0 };
  for (let level = [rootId], depth = 0; level.length > 0; depth += 1) {
    const next: InstanceId[] = [];
    for (const ids of chunks(level)) {
      await lockFolders(transaction, ids);
      for (const row of await findChildrenOf(transaction, ids)) {
        (depth === 0 ? tree.top : tree.below).push(row.id);
        if (!row.is_file) next.push(row.id);
        else if (!row.deleted) tree.files += 1;
      }
    }
    if (next.length > 0) tree.height = depth + 1;
    level = next;
  }
  return tree;
}
