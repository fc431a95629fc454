import type { Kysely } from 'kysely';
import { failures, failureText, limits, nameFault, renameFault } from '@alcove/contract';
import type { CreatedFolderTree, FailureCode, FolderTree, Instance, ItemOutcome, Language } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authorise, authoriseEach, isRoot } from '../permission/index.ts';
import type { Authorised, Place } from '../permission/index.ts';
import type { FileDeps } from './deps.ts';
import { findChild, holdFolder, insertFolder, setName } from './file-queries.ts';
import { showInstance } from './list.ts';
import { putInBin } from './put-in-bin.ts';

export function requireName(name: string, most: number = limits.nameLength, field = 'instanceName'): void {
  const fault = nameFault(name, most);
  if (fault) throw new Failure(fault, { limit: most, field });
}

/** The folder that something is to be put into. Throws FILE_NOT_FOUND, NOT_ALLOWED, NOT_A_FOLDER. */
export async function openTarget(database: Kysely<Tables>, caller: Caller, parentId: string): Promise<Authorised> {
  const target = await authorise(database, caller, parentId, 'upload');
  if (target.place.isFile) throw new Failure('NOT_A_FOLDER');
  return target;
}

const requireDepth = (place: Place, added: number): void => {
  if (place.ancestors.length + added > limits.folderDepth) throw new Failure('TOO_DEEP', { limit: limits.folderDepth });
};

/** Throws NAME_*, FILE_NOT_FOUND, NOT_A_FOLDER, TOO_DEEP. */
export async function createFolder(
  { database, changes }: FileDeps,
  input: { parentId: string; instanceName: string },
  context: UserContext,
): Promise<Instance> {
  requireName(input.instanceName);
  const { place } = await openTarget(database, context.caller, input.parentId);
  requireDepth(place, 1);
  const id = await database.transaction().execute(async (transaction) => {
    await holdFolder(transaction, place.instanceId, place.spaceId);
    return insertFolder(transaction, {
      spaceId: place.spaceId,
      parentId: place.instanceId,
      name: input.instanceName,
      userId: context.caller.userId,
    });
  });
  if (id === null) throw new Failure('NAME_TAKEN', { field: 'instanceName' });
  changes.listChanged(place, [place.instanceId]);
  return showInstance(database, id, context);
}

const depthOf = (tree: FolderTree): number => 1 + Math.max(0, ...(tree.children ?? []).map(depthOf));
const countOf = (tree: FolderTree): number => 1 + (tree.children ?? []).reduce((sum, child) => sum + countOf(child), 0);

const idsOf = (tree: CreatedFolderTree): string[] => [tree.instanceId, ...tree.children.flatMap(idsOf)];

/** A tree of folders, all or nothing; folders that exist are reused where the caller may put something into them. Throws what `createFolder` throws, and TOO_MANY_ITEMS. */
export async function createFolderTree(
  { database, changes }: FileDeps,
  input: FolderTree & { parentId: string },
  context: UserContext,
): Promise<CreatedFolderTree> {
  const tree: FolderTree = { instanceName: input.instanceName, children: input.children };
  if (countOf(tree) > limits.itemsPerCall) throw new Failure('TOO_MANY_ITEMS', { limit: limits.itemsPerCall });
  const { place } = await openTarget(database, context.caller, input.parentId);
  requireDepth(place, depthOf(tree));
  const created = await database.transaction().execute(async (transaction) => {
    await holdFolder(transaction, place.instanceId, place.spaceId);
    const grow = async (branch: FolderTree, parentId: string): Promise<CreatedFolderTree> => {
      requireName(branch.instanceName);
      const created = await insertFolder(transaction, {
        spaceId: place.spaceId,
        parentId,
        name: branch.instanceName,
        userId: context.caller.userId,
      });
      const instanceId = created ?? (await reuse(parentId, branch.instanceName));
      const children: CreatedFolderTree[] = [];
      for (const child of branch.children ?? []) children.push(await grow(child, instanceId));
      return { instanceName: branch.instanceName, instanceId, children };
    };
    const reuse = async (parentId: string, name: string): Promise<string> => {
      const existing = await findChild(transaction, parentId, name);
      // Where nothing may be put into it, hidden or seen, its name is taken and nothing more is told: as for who makes one folder.
      const verdict =
        existing && !existing.is_file
          ? (await authoriseEach(transaction, context.caller, [existing.id], 'upload')).get(existing.id)
          : undefined;
      if (!existing || !verdict || verdict instanceof Failure) throw new Failure('NAME_TAKEN', { field: 'instanceName' });
      return existing.id;
    };
    return grow(tree, place.instanceId);
  });
  changes.listChanged(place, [place.instanceId, ...idsOf(created)]);
  return created;
}

/** Renames, to no more characters than the service configuration allows (specification 2 section 5: 30). Throws NAME_*, ROOT_IS_FIXED, FILE_NOT_FOUND. */
export async function rename(
  { database, changes, serviceConfig }: FileDeps,
  input: { instanceId: string; fileName: string },
  context: UserContext,
): Promise<Instance> {
  const { place } = await authorise(database, context.caller, input.instanceId, 'rename');
  if (isRoot(place)) throw new Failure('ROOT_IS_FIXED');
  const { renameLength } = await serviceConfig();
  const fault = renameFault(input.fileName, place.isFile, renameLength);
  if (fault) throw new Failure(fault, { limit: renameLength, field: 'fileName' });
  if (input.fileName === place.name) throw new Failure('NAME_UNCHANGED', { field: 'fileName' });
  const { userId } = context.caller;
  await database.transaction().execute(async (transaction) => {
    if (!(await setName(transaction, place.instanceId, input.fileName, place.isFile, userId)))
      throw new Failure('NAME_TAKEN', { field: 'fileName' });
    await recordActivity(transaction, userId, [place.instanceId], { kind: 'renamed', data: { from: place.name, to: input.fileName } });
  });
  changes.listChanged(place, concerned(place));
  return showInstance(database, input.instanceId, context);
}

/** Where it shows that an item is another or gone: its folder, and a folder's own list, whose way leads through its name. */
export const concerned = ({ instanceId, parentId, isFile }: Pick<Place, 'instanceId' | 'parentId' | 'isFile'>): string[] => [
  ...(parentId === null ? [] : [parentId]),
  ...(isFile ? [] : [instanceId]),
];

export const failedItem = (
  instanceId: string,
  code: FailureCode,
  language: Language,
  details: Record<string, string | number> = {},
): Extract<ItemOutcome, { done: false }> => ({
  instanceId,
  done: false,
  code,
  errcode: failures[code].errcode,
  errmsg: failureText(code, language, details),
});

/** To the recycle bin: one row an item, however large the tree under it. Each item succeeds or fails on its own. */
export async function remove(
  { database, changes, removed: tellRemoved }: FileDeps,
  instanceIds: string[],
  context: UserContext,
): Promise<ItemOutcome[]> {
  const ids = [...new Set(instanceIds)];
  const judged = await authoriseEach(database, context.caller, ids, 'delete');
  const allowed = ids.flatMap((id) => {
    const verdict = judged.get(id);
    return verdict && !(verdict instanceof Failure) && !isRoot(verdict.place) ? [verdict.place] : [];
  });
  const gone = await database.transaction().execute((transaction) =>
    putInBin(
      transaction,
      allowed.map((place) => place.instanceId),
      context.caller.userId,
    ),
  );
  const removed = new Set(gone);
  tellRemoved();
  for (const place of allowed) if (removed.has(place.instanceId)) changes.listChanged(place, concerned(place));
  return ids.map((id) => {
    if (removed.has(id)) return { instanceId: id, done: true };
    const verdict = judged.get(id);
    const code = verdict instanceof Failure ? verdict.code : verdict && isRoot(verdict.place) ? 'ROOT_IS_FIXED' : 'FILE_NOT_FOUND';
    return failedItem(id, code, context.language);
  });
}
