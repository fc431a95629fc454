import type { Kysely } from 'kysely';
import { instanceTypeOf, limits, normalised, spaceKinds } from '@alcove/contract';
import type { calls, InstanceId, Page, RecycledItem, RequestOf, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { findItems, grantedItemsAt, itemsAt, visibleAncestors } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { entriesElsewhere, ownSpaces, pageOfEntries } from './recycle-queries.ts';
import type { ShownEntry } from './recycle-queries.ts';
import { keptFrom, seenOf } from './entries-seen.ts';
import type { SeenEntry } from './entries-seen.ts';

/** What the person sees in the bin: everything in their own spaces, and those entries in other spaces that `mayRecycle` allows. */
export async function seenIn(
  database: Kysely<Tables>,
  caller: Caller,
  instanceType: string | undefined,
): Promise<{ spaceIds: SpaceId[]; elsewhere: SeenEntry[] }> {
  const { userId } = caller;
  const spaceIds = await ownSpaces(database, userId, instanceType);
  const entries = await entriesElsewhere(database, userId, instanceType, limits.itemsPerCall);
  return { spaceIds, elsewhere: await seenOf(database, caller, entries) };
}

export async function pageOfBin(
  database: Kysely<Tables>,
  { page, pageSize, sortField, sortOrder, keyword, instanceType }: RequestOf<typeof calls.recycle.page>,
  { caller }: UserContext,
): Promise<Page<RecycledItem>> {
  const seen = await seenIn(database, caller, instanceType);
  const { total, rows } = await pageOfEntries(
    database,
    { spaceIds: seen.spaceIds, ids: seen.elsewhere.map(({ entry }) => entry.id), keyword: keyword && normalised(keyword).trim() },
    { field: sortField, order: sortOrder },
    { offset: (page - 1) * pageSize, limit: pageSize },
  );
  const places = await findItems(database, { userId: caller.userId }, [...new Set(rows.map((row) => row.parent_id))]);
  const shown = new Set(rows.map((row) => row.id));
  const kept = await keptFrom(
    database,
    caller,
    seen.elsewhere.filter(({ entry }) => shown.has(entry.id)),
  );
  const items = rows.map((row): RecycledItem => {
    const folder = places.get(row.parent_id);
    const path = pathOf(folder);
    const top = topOf(row, folder);
    return {
      recycleId: row.id,
      instanceId: row.instance_id,
      instanceName: row.name,
      classifierId: row.is_file ? 'File' : 'Folder',
      fileSize: row.size,
      files: row.files,
      updateTime: row.updated_at.toISOString(),
      category: row.category,
      originalPath: path,
      originalParentId: path === null ? null : row.parent_id,
      instanceType: instanceTypeOf(row.space_kind),
      spaceName: top.name,
      spaceRootId: top.id,
      deletedBy: row.deleter,
      deleteTime: row.deleted_at.toISOString(),
      expireTime: row.expires_at.toISOString(),
      daysLeft: row.days_left,
      removable: !row.ends && !kept.has(row.id),
    };
  });
  return { total, page, pageSize, items };
}

/**
 * The whole space; for someone who sees only a part of a department's space, the highest folder that they see, because they must not learn
 * the names around it.
 */
function topOf({ space_root_id: rootId, space_name: name }: ShownEntry, folder: ItemContext | undefined): { id: InstanceId; name: string } {
  if (!folder || folder.spaceKind !== spaceKinds.department) return { id: rootId, name };
  if (!grantedItemsAt(folder).includes('list')) return { id: rootId, name: '' };
  const [top = { id: folder.instanceId, name: folder.name }] = visibleAncestors(folder);
  return top.id === rootId ? { id: rootId, name } : { id: top.id, name: top.name };
}

/** The path of a folder that is live and visible to the caller; otherwise null. */
function pathOf(folder: ItemContext | undefined): string | null {
  if (!folder?.live || !itemsAt(folder).includes('list')) return null;
  return `/${[...visibleAncestors(folder), folder].flatMap(({ name }) => (name === '' ? [] : [name])).join('/')}`;
}
