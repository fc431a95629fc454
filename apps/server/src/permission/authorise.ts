import type { Kysely, RawBuilder } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Asker, Caller } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import { findItemAlso, findItems, isActiveAndThere } from './item-queries.ts';
import { heldAt, itemsAt, sensitivityAt } from './rules.ts';
import type { ItemContext } from './rules.ts';

export interface Authorised {
  place: ItemContext;
  items: readonly PermissionItem[];
}

/**
 * The one question before anything is done with an instance: may this caller do this here? What is missing, deleted or not
 * theirs to see answers FILE_NOT_FOUND alike (I15); what they may see but not do, NOT_ALLOWED; what nobody does any more in a group that
 * is being dissolved, GROUP_DISSOLVING; or in what an ended department left, DEPARTMENT_ENDED.
 */
export async function authorise(database: Kysely<Tables>, caller: Asker, instanceId: string, item: PermissionItem): Promise<Authorised> {
  const judged = (await authoriseEach(database, caller, [instanceId], item)).get(instanceId);
  if (judged === undefined) throw new Failure('FILE_NOT_FOUND');
  if (judged instanceof Failure) throw judged;
  return judged;
}

/**
 * May the caller add to what stands where something of theirs is to go? What is hidden from them is only a name that is taken, as for
 * who gives a new item that name: no way of coming there tells more. Throws NAME_TAKEN; NOT_ALLOWED for what they see.
 */
export async function authoriseNamesake(database: Kysely<Tables>, caller: Asker, instanceId: string): Promise<Authorised> {
  try {
    return await authorise(database, caller, instanceId, 'upload');
  } catch (error) {
    throw error instanceof Failure && error.code === 'FILE_NOT_FOUND' ? new Failure('NAME_TAKEN') : error;
  }
}

/**
 * The same, answering in one round trip also what a use case needs to know next: `also` is an expression of type json over the
 * tables `i`, the instance, and `s`, its space. The verdict is told beside it, not thrown; undefined when there is no such instance.
 */
export async function authoriseAlso<Also>(
  database: Kysely<Tables>,
  caller: Asker,
  instanceId: string | RawBuilder<unknown>,
  item: PermissionItem,
  also: RawBuilder<Also>,
): Promise<{ verdict: Authorised | Failure; also: Also } | undefined> {
  const found = await findItemAlso(database, caller, instanceId, also);
  return found && { verdict: judge(found.place, item), also: found.also };
}

/** For changes that ask for an item which is left to people while a space ends. Throws GROUP_DISSOLVING, DEPARTMENT_ENDED. */
export function requireLasting({ ends }: Pick<ItemContext, 'ends'>): void {
  if (ends) throw new Failure(ends);
}

/** What the caller sees of an item that they just made in a folder. */
export function authorisedChild(
  caller: Caller,
  folder: ItemContext,
  child: Pick<ItemContext, 'instanceId' | 'name' | 'isFile' | 'size' | 'blobId' | 'category' | 'createdAt' | 'updatedAt'>,
): Authorised {
  const place: ItemContext = {
    ...folder,
    ...child,
    parentId: folder.instanceId,
    ancestors: [...folder.ancestors, { id: folder.instanceId, name: folder.name, creatorId: folder.creatorId }],
    version: 1,
    versions: 1,
    sensitivity: { own: 'normal', above: sensitivityAt(folder) },
    creatorId: caller.userId,
    creatorName: caller.realName,
    editorName: caller.realName,
    live: true,
  };
  return { place, items: itemsAt(place) };
}

/** The same for many instances at once, each with its own verdict. */
export async function authoriseEach(
  database: Kysely<Tables>,
  caller: Asker,
  instanceIds: readonly string[],
  item: PermissionItem,
): Promise<Map<string, Authorised | Failure>> {
  const places = await findItems(database, caller, instanceIds);
  const verdicts = new Map<string, Authorised | Failure>();
  for await (const id of inTurns(instanceIds)) verdicts.set(id, judge(places.get(id), item));
  return verdicts;
}

function judge(place: ItemContext | undefined, item: PermissionItem): Authorised | Failure {
  const items = place?.live ? itemsAt(place) : [];
  if (place === undefined || !items.includes('list')) return new Failure('FILE_NOT_FOUND');
  if (!items.includes(item)) return new Failure(place.ends && heldAt(place).includes(item) ? place.ends : 'NOT_ALLOWED');
  // `share` is what leads outside (specification 2 section 6): links ask for it, sharing inside the company does not.
  return item === 'share' && sensitivityAt(place) === 'high' ? new Failure('HIGHLY_SENSITIVE') : { place, items };
}

/** Whether what was allowed earlier is allowed still: by the right, because the person may still sign in, and as that version is there. */
export async function stillMay(
  database: Kysely<Tables>,
  asker: Asker,
  instanceId: string,
  items: readonly PermissionItem[],
  version: number | null = null,
): Promise<boolean> {
  const found = await findItemAlso(database, asker, instanceId, isActiveAndThere(asker.userId, version));
  return found !== undefined && found.also && items.every((item) => !(judge(found.place, item) instanceof Failure));
}
