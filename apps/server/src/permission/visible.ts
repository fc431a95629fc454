import type { Kysely } from 'kysely';
import type { InstanceId, PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Asker } from '../http/index.ts';
import { authoriseEach } from './authorise.ts';
import { itemsOfPlainChild } from './rules.ts';
import type { ItemContext } from './rules.ts';
import { findNamedInSpaces } from './visible-queries.ts';

/** Filter for callers who may access only part of a folder's contents. */
export interface Visible {
  /** Only the items that this person or visitor made, and `also`. Null: everything. */
  creatorId: string | null;
  also: readonly InstanceId[];
  /** Never these. */
  without: readonly InstanceId[];
}

/** What a caller may do with the items in a folder. */
export interface RightsBelow {
  /** Undefined if it is allowed for all of them. */
  visible: Visible | undefined;
  of(child: { id: InstanceId; creator_id: string; visitor_id: string | null }): readonly PermissionItem[];
  /** What is allowed with each of them. Null: it differs. */
  ofAll: readonly PermissionItem[] | null;
}

/** `named` are the items that grants name. Each of them is authorized on its own. */
export async function rightsBelow(
  database: Kysely<Tables>,
  caller: Asker,
  folder: ItemContext,
  named: readonly InstanceId[],
  item: PermissionItem,
): Promise<RightsBelow> {
  const own = itemsOfPlainChild(folder, true);
  const others = itemsOfPlainChild(folder, false);
  const items = new Map<InstanceId, readonly PermissionItem[]>();
  if (!folder.effective.owns && named.length > 0)
    for (const [id, verdict] of await authoriseEach(database, caller, named, item))
      items.set(id, verdict instanceof Failure ? [] : verdict.items);
  const without = [...items].flatMap(([id, allowed]) => (allowed.includes(item) ? [] : [id]));
  const onlyOwn = !others.includes(item);
  const also = [...items.keys()].filter((id) => !without.includes(id));
  return {
    visible: without.length > 0 || onlyOwn ? { creatorId: onlyOwn ? caller.userId : null, also, without } : undefined,
    ofAll: items.size === 0 && areSameItems(own, others) ? others : null,
    of: (child) => items.get(child.id) ?? ([child.creator_id, child.visitor_id].includes(caller.userId) ? own : others),
  };
}

/** Both in the order of `permissionItems`. */
export const areSameItems = (some: readonly PermissionItem[], others: readonly PermissionItem[]): boolean =>
  some.length === others.length && some.every((item, at) => item === others[at]);

/** Filter for everything below some folders, at any depth. */
export interface VisibleUnder {
  userId: string;
  /** Below these, up to the next folder that is listed here or in `all`, only what the person made counts. */
  ownOnly: readonly InstanceId[];
  /** Below these, everything counts again. */
  all: readonly InstanceId[];
  also: readonly InstanceId[];
  /** Never these, and nothing below them, because no list leads there. */
  without: readonly InstanceId[];
}

export async function visibleUnder(
  database: Kysely<Tables>,
  caller: Asker,
  folders: readonly ItemContext[],
  item: PermissionItem,
): Promise<VisibleUnder> {
  const found = {
    userId: caller.userId,
    ownOnly: [] as InstanceId[],
    all: [] as InstanceId[],
    also: [] as InstanceId[],
    without: [] as InstanceId[],
  };
  const regions = folders.filter((folder) => !folder.effective.owns);
  const named = regions.length > 0 ? await findNamedInSpaces(database, caller, regions) : [];
  const judged = await authoriseEach(database, caller, named, item);
  for (const [id, verdict] of judged) {
    if (verdict instanceof Failure) {
      found.without.push(id);
      continue;
    }
    found.also.push(id);
    if (!verdict.place.isFile) regions.push(verdict.place);
  }
  for (const folder of regions) (itemsOfPlainChild(folder, false).includes(item) ? found.all : found.ownOnly).push(folder.instanceId);
  return found;
}
