import type { Kysely, RawBuilder } from 'kysely';
import type { InstanceId, PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Asker, Caller } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import { findItemAlso, findItems, findItemsAlso, isActiveAndThere } from './item-queries.ts';
import type { Also } from './item-queries.ts';
import type { AlsoOfSet } from './set-queries.ts';
import { grantedItemsAt, itemsAt, sensitivityAt } from './rules.ts';
import type { ItemContext } from './rules.ts';

export interface Authorised {
  place: ItemContext;
  items: readonly PermissionItem[];
}

/**
 * Decides whether the caller may use a permission item on an instance. Every call asks this before it does anything.
 * Throws FILE_NOT_FOUND if the instance does not exist, is deleted or is hidden from the caller (I15), NOT_ALLOWED if it is visible,
 * GROUP_DISSOLVING or DEPARTMENT_ENDED if only the end of its space forbids it.
 */
export async function authorise(
  database: Kysely<Tables>,
  caller: Asker,
  instanceId: InstanceId,
  item: PermissionItem,
): Promise<Authorised> {
  const judged = (await authoriseEach(database, caller, [instanceId], item)).get(instanceId);
  if (judged === undefined) throw new Failure('FILE_NOT_FOUND');
  if (judged instanceof Failure) throw judged;
  return judged;
}

/**
 * Whether the caller may add to an existing folder, for a merge or a new version. If it is hidden from them, they learn only that the name
 * is taken, as with any new item of that name. Throws NAME_TAKEN, or NOT_ALLOWED if it is visible.
 */
export async function authoriseNamesake(database: Kysely<Tables>, caller: Asker, instanceId: InstanceId): Promise<Authorised> {
  try {
    return await authorise(database, caller, instanceId, 'upload');
  } catch (error) {
    throw error instanceof Failure && error.code === 'FILE_NOT_FOUND' ? new Failure('NAME_TAKEN') : error;
  }
}

/**
 * Like `authorise`, and also selects, in the same round trip, what a use case needs next. Returns the refusal instead of throwing it.
 * Undefined if the instance does not exist.
 */
export async function authoriseAlso<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  instanceId: InstanceId | RawBuilder<unknown>,
  item: PermissionItem,
  also: Also<Answer>,
): Promise<{ verdict: Authorised | Failure; also: Answer } | undefined> {
  const found = await findItemAlso(database, caller, instanceId, also);
  return found && { verdict: judge(found.place, item), also: found.also };
}

/** For changes whose permission item people keep while a space ends. Throws GROUP_DISSOLVING, DEPARTMENT_ENDED. */
export function requireLasting({ ends }: Pick<ItemContext, 'ends'>): void {
  if (ends) throw new Failure(ends);
}

/** The context and permissions of an item that the caller has just made in a folder. */
export function authorisedChild(
  caller: Caller,
  folder: ItemContext,
  child: Pick<ItemContext, 'instanceId' | 'name' | 'isFile' | 'size' | 'blobId' | 'category' | 'createdAt' | 'updatedAt'>,
): Authorised {
  const place: ItemContext = {
    ...folder,
    ...child,
    parentId: folder.instanceId,
    ancestors: [
      ...folder.ancestors,
      { id: folder.instanceId, name: folder.name, creatorId: folder.creatorId, visitorId: folder.visitorId },
    ],
    version: 1,
    versions: 1,
    sensitivity: { own: 'normal', above: sensitivityAt(folder) },
    creatorId: caller.userId,
    visitorId: caller.visitor ? caller.userId : null,
    creatorName: caller.realName,
    editorName: caller.realName,
    live: true,
  };
  return { place, items: itemsAt(place) };
}

/** Like `authorise` for many instances at once, each with its own verdict. */
export async function authoriseEach(
  database: Kysely<Tables>,
  caller: Asker,
  instanceIds: readonly InstanceId[],
  item: PermissionItem,
): Promise<Map<InstanceId, Authorised | Failure>> {
  const places = await findItems(database, caller, instanceIds);
  const verdicts = new Map<InstanceId, Authorised | Failure>();
  for await (const id of inTurns(instanceIds)) verdicts.set(id, judge(places.get(id), item));
  return verdicts;
}

/**
 * Like `authoriseEach` for a person, and also selects, in the same round trip, what a use case needs of each. Only what the caller may see is
 * returned.
 */
export async function authoriseEachAlso<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  instanceIds: readonly InstanceId[],
  item: PermissionItem,
  also: AlsoOfSet<Answer>,
): Promise<(Authorised & { also: Answer })[]> {
  if (instanceIds.length === 0) return [];
  const found = await findItemsAlso(database, caller, instanceIds, also);
  const allowed: (Authorised & { also: Answer })[] = [];
  for await (const id of inTurns(instanceIds)) {
    const one = found.get(id);
    const verdict = judge(one?.place, item);
    if (one && !(verdict instanceof Failure)) allowed.push({ ...verdict, also: one.also });
  }
  return allowed;
}

function judge(place: ItemContext | undefined, item: PermissionItem): Authorised | Failure {
  const items = place?.live ? itemsAt(place) : [];
  if (place === undefined || !items.includes('list')) return new Failure('FILE_NOT_FOUND');
  if (!items.includes(item)) return new Failure(place.ends && grantedItemsAt(place).includes(item) ? place.ends : 'NOT_ALLOWED');
  // `share` means sharing outside the company (specification 2 section 6): links need it, internal shares do not.
  return item === 'share' && sensitivityAt(place) === 'high' ? new Failure('HIGHLY_SENSITIVE') : { place, items };
}

/** Whether an earlier permission still holds: the items, the person's account and, if given, the version. */
export async function stillMay(
  database: Kysely<Tables>,
  asker: Asker,
  instanceId: InstanceId,
  items: readonly PermissionItem[],
  version: number | null = null,
): Promise<boolean> {
  const found = await findItemAlso(database, asker, instanceId, isActiveAndThere(asker, version));
  return found !== undefined && found.also && items.every((item) => !(judge(found.place, item) instanceof Failure));
}
