/** Creates folders. Their depth is checked while the space is locked: whoever moves a folder above them locks it too. */
import type { Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { CreatedFolderTree, FolderTree, Instance, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure, makerOf } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import { recheck, authoriseEach } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { openTarget, requireName } from './change.ts';
import type { FileDeps } from './deps.ts';
import { findChild, lockFolder } from './file-queries.ts';
import { insertFolder } from './insert-queries.ts';
import { showInstance } from './list.ts';
import { ChangedMeanwhile, whileNamesChange } from './retry-names.ts';
import { levelOf, requireLevel } from './tree-queries.ts';

/** Throws NAME_*, FILE_NOT_FOUND, NOT_A_FOLDER, TOO_DEEP. */
export async function createFolder(
  { database, changes }: FileDeps,
  input: { parentId: InstanceId; instanceName: string },
  context: UserContext,
): Promise<Instance> {
  requireName(input.instanceName);
  const { place } = await openTarget(database, context.caller, input.parentId);
  const id = await database.transaction().execute(async (transaction) => {
    await lockFolder(transaction, place.instanceId, place.spaceId);
    await lockSpaces(transaction, [place.spaceId]);
    await recheck(transaction, context.caller, place.instanceId, 'upload');
    requireLevel((await levelOf(transaction, place.instanceId)) + 1);
    return insertFolder(transaction, {
      spaceId: place.spaceId,
      parentId: place.instanceId,
      name: input.instanceName,
      ...makerOf(context.caller),
    });
  });
  if (id === null) throw new Failure('NAME_TAKEN', { field: 'instanceName' });
  changes.listChanged(place, [place.instanceId]);
  return showInstance(database, id, context);
}

const namesOf = (tree: FolderTree): string[] => [tree.instanceName, ...(tree.children ?? []).flatMap(namesOf)];
const depthOf = (tree: FolderTree): number => 1 + Math.max(0, ...(tree.children ?? []).map(depthOf));

const idsOf = (tree: CreatedFolderTree): InstanceId[] => [tree.instanceId, ...tree.children.flatMap(idsOf)];

/**
 * Creates a tree of folders, all or nothing. Existing folders are reused if the caller may upload to them. Throws what `createFolder`
 * throws, and TOO_MANY_ITEMS.
 */
export async function createFolderTree(
  { database, changes }: FileDeps,
  input: FolderTree & { parentId: InstanceId },
  context: UserContext,
): Promise<CreatedFolderTree> {
  const tree: FolderTree = { instanceName: input.instanceName, children: input.children };
  const names = namesOf(tree);
  if (names.length > limits.itemsPerCall) throw new Failure('TOO_MANY_ITEMS', { limit: limits.itemsPerCall });
  for await (const name of inTurns(names)) requireName(name);
  const { place } = await openTarget(database, context.caller, input.parentId);
  const created = await whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      await lockFolder(transaction, place.instanceId, place.spaceId);
      const known = await lockKnown(transaction, tree, place, context);
      await lockSpaces(transaction, [place.spaceId]);
      await recheck(transaction, context.caller, [place.instanceId, ...knownIn(known)], 'upload');
      requireLevel((await levelOf(transaction, place.instanceId)) + depthOf(tree));
      return grow(transaction, known, place, context);
    }),
  );
  changes.listChanged(place, [place.instanceId, ...idsOf(created)]);
  return created;
}

interface Branch {
  name: string;
  /** The folder that already exists. */
  id: InstanceId | undefined;
  children: Branch[];
}

const knownIn = (branch: Branch): InstanceId[] => [...(branch.id === undefined ? [] : [branch.id]), ...branch.children.flatMap(knownIn)];

/**
 * Finds the folders of the tree that already exist. Each folder is locked before its children, and all of them before the space
 * (docs/decisions/0004).
 */
async function lockKnown(transaction: Transaction<Tables>, tree: FolderTree, place: ItemContext, { caller }: UserContext): Promise<Branch> {
  const look = async (branch: FolderTree, parentId: InstanceId | undefined): Promise<Branch> => {
    const id = parentId === undefined ? undefined : await reuse(parentId, branch.instanceName);
    const children: Branch[] = [];
    for (const child of branch.children ?? []) children.push(await look(child, id));
    return { name: branch.instanceName, id, children };
  };
  const reuse = async (parentId: InstanceId, name: string): Promise<InstanceId | undefined> => {
    const existing = await findChild(transaction, parentId, name);
    if (!existing) return undefined;
    // If the caller may not upload to the existing item, whether hidden or visible, the only answer is that the name is taken, as in
    // `createFolder`.
    const verdict = existing.is_file ? undefined : (await authoriseEach(transaction, caller, [existing.id], 'upload')).get(existing.id);
    if (!verdict || verdict instanceof Failure) throw new Failure('NAME_TAKEN', { field: 'instanceName' });
    await lockFolder(transaction, existing.id, place.spaceId);
    return existing.id;
  };
  return look(tree, place.instanceId);
}

async function grow(
  transaction: Transaction<Tables>,
  tree: Branch,
  { instanceId: topId, spaceId }: ItemContext,
  { caller }: UserContext,
): Promise<CreatedFolderTree> {
  const made = new Set<InstanceId>();
  const growAt = async (branch: Branch, parentId: InstanceId): Promise<CreatedFolderTree> => {
    const instanceId = branch.id ?? (await make(branch.name, parentId));
    const children: CreatedFolderTree[] = [];
    for (const child of branch.children) children.push(await growAt(child, instanceId));
    return { instanceName: branch.name, instanceId, children };
  };
  const make = async (name: string, parentId: InstanceId): Promise<InstanceId> => {
    const id = await insertFolder(transaction, { spaceId, parentId, name, ...makerOf(caller) });
    if (id !== null) {
      made.add(id);
      return id;
    }
    // Either the tree contains the name twice, or somebody else was first. In that case the folder must be locked before it is reused.
    const twin = await findChild(transaction, parentId, name);
    if (!twin || !made.has(twin.id)) throw new ChangedMeanwhile();
    return twin.id;
  };
  return growAt(tree, topId);
}
