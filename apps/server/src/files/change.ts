import type { Kysely } from 'kysely';
import { limits, nameFault, renameFault } from '@alcove/contract';
import type { FailureCode, Instance, InstanceId, ItemOutcome, Language } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure, refusal } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authorise, authoriseEach, closedBelow, isRoot } from '../permission/index.ts';
import type { Authorised, AuthorisedContext, ItemContext } from '../permission/index.ts';
import type { FileDeps } from './deps.ts';
import { lockNamed, setName } from './file-queries.ts';
import { showInstance } from './list.ts';
import { lockForBin, putInBin } from './put-in-bin.ts';

export function requireName(name: string, most: number = limits.nameLength, field = 'instanceName'): void {
  const fault = nameFault(name, most);
  if (fault) throw new Failure(fault, { limit: most, field });
}

/** Finds the folder to which something is to be added. Throws FILE_NOT_FOUND, NOT_ALLOWED, NOT_A_FOLDER. */
export async function openTarget(database: Kysely<Tables>, caller: Caller, parentId: InstanceId): Promise<Authorised> {
  const target = await authorise(database, caller, parentId, 'upload');
  if (target.place.isFile) throw new Failure('NOT_A_FOLDER');
  return target;
}

/**
 * Renames an item. Its time and editor stay, because the content does not change. The service configuration limits the length of the new
 * name (specification 2 section 5: 30 characters). Throws NAME_*, ROOT_IS_FIXED.
 */
export async function rename(
  { database, changes, serviceConfig }: FileDeps,
  input: { instanceId: InstanceId; fileName: string },
  context: AuthorisedContext,
): Promise<Instance> {
  const { place } = context;
  if (isRoot(place)) throw new Failure('ROOT_IS_FIXED');
  const { renameLength } = await serviceConfig();
  const fault = renameFault(input.fileName, place.isFile, renameLength);
  if (fault) throw new Failure(fault, { limit: renameLength, field: 'fileName' });
  const { userId } = context.caller;
  await database.transaction().execute(async (transaction) => {
    const from = await lockNamed(transaction, place);
    await context.recheck(transaction);
    if (input.fileName === from) throw new Failure('NAME_UNCHANGED', { field: 'fileName' });
    if (!(await setName(transaction, place.instanceId, input.fileName, place.isFile)))
      throw new Failure('NAME_TAKEN', { field: 'fileName' });
    await recordActivity(transaction, userId, [place.instanceId], { kind: 'renamed', data: { from, to: input.fileName } });
  });
  changes.listChanged(place, listsChangedBy(place));
  return showInstance(database, input.instanceId, context);
}

/** The folders whose lists change when an item is changed or removed: its parent, and for a folder its own list, which shows its path. */
export const listsChangedBy = ({ instanceId, parentId, isFile }: Pick<ItemContext, 'instanceId' | 'parentId' | 'isFile'>): InstanceId[] => [
  ...(parentId === null ? [] : [parentId]),
  ...(isFile ? [] : [instanceId]),
];

export const failedItem = (
  instanceId: InstanceId,
  code: FailureCode,
  language: Language,
  details: Failure['details'] = {},
): Extract<ItemOutcome, { done: false }> => ({
  instanceId,
  done: false,
  ...refusal(code, language, details),
});

/** Moves items to the recycle bin: one row per item, however large the tree under it. Each item succeeds or fails on its own. */
export async function remove(
  { database, changes, wake }: FileDeps,
  instanceIds: InstanceId[],
  context: UserContext,
): Promise<ItemOutcome[]> {
  const ids = [...new Set(instanceIds)];
  const judged = new Map(await authoriseEach(database, context.caller, ids, 'delete'));
  const allowed = ids.flatMap((id) => {
    const verdict = judged.get(id);
    return verdict && !(verdict instanceof Failure) && !isRoot(verdict.place) ? [verdict.place] : [];
  });
  const { going, closed } = await database.transaction().execute(async (transaction) => {
    const locked = await lockForBin(transaction, allowed);
    // Permissions may have changed before the items were locked.
    for (const [id, verdict] of await authoriseEach(transaction, context.caller, locked, 'delete')) judged.set(id, verdict);
    const there = locked.flatMap((id) => {
      const verdict = judged.get(id)!;
      return verdict instanceof Failure ? [] : [verdict.place];
    });
    // A folder is refused if it contains something that is closed to the caller.
    const closed = await closedBelow(transaction, context.caller, there, 'delete');
    const going = there.flatMap(({ instanceId }) => (closed.has(instanceId) ? [] : [instanceId]));
    await putInBin(transaction, going, context.caller.userId);
    return { going, closed };
  });
  const removed = new Set(going);
  wake('count what went to the bins');
  for (const place of allowed) if (removed.has(place.instanceId)) changes.listChanged(place, listsChangedBy(place));
  return ids.map((id) => {
    if (removed.has(id)) return { instanceId: id, done: true };
    const verdict = judged.get(id);
    if (closed.has(id)) return failedItem(id, 'HOLDS_HIDDEN', context.language);
    const code = verdict instanceof Failure ? verdict.code : verdict && isRoot(verdict.place) ? 'ROOT_IS_FIXED' : 'FILE_NOT_FOUND';
    return failedItem(id, code, context.language);
  });
}
