import type { Category, Instance, PermissionItem } from '@alcove/contract';
import type { Authorised, Place } from '../permission/index.ts';

/** What a list query brings of each instance; the place it lies in comes once for the whole list. */
export interface InstanceRow {
  id: string; parent_id: string | null; is_file: boolean; name: string; category: number; version: number; size: number;
  created_at: Date; updated_at: Date; creator_name: string; editor_name: string; owner_name: string;
  has_children?: boolean;
}

export interface Above {
  /** From the space's root downwards, the root included. */
  ids: string[];
  /** The same without the root, which has no name. */
  names: string[];
  instanceType: Instance['instanceType'];
}

export const aboveChildrenOf = (folder: Place): Above => {
  const chain = [...folder.ancestors, { id: folder.instanceId, name: folder.name }];
  return { ids: chain.map(({ id }) => id), names: chain.slice(1).map(({ name }) => name), instanceType: String(folder.spaceKind) as Instance['instanceType'] };
};

/** An instance as every answer shows it. */
export function presentInstance(row: InstanceRow, above: Above, fileAuth: readonly PermissionItem[]): Instance {
  return {
    instanceId: row.id,
    instanceName: row.name,
    classifierId: row.is_file ? 'File' : 'Folder',
    fileSize: row.is_file ? row.size : 0,
    parentId: row.parent_id,
    parentNames: above.names,
    instancePath: `/${[...above.names, row.name].join('/')}`,
    instancePathIds: [...above.ids, row.id],
    instanceType: above.instanceType,
    fileAuth: [...fileAuth],
    owner: row.owner_name,
    creator: row.creator_name,
    updatedBy: row.editor_name,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
    version: row.version,
    category: row.category as Category,
    tags: [],
    collected: false,
    ...(row.has_children === undefined ? {} : { hasChildren: row.has_children }),
  };
}

/** The same for one instance that was asked for by its id: the question of the right brought everything along. */
export function presentPlace({ place, items }: Authorised): Instance {
  const above = { ids: place.ancestors.map(({ id }) => id), names: place.ancestors.slice(1).map(({ name }) => name), instanceType: String(place.spaceKind) as Instance['instanceType'] };
  const row: InstanceRow = {
    id: place.instanceId, parent_id: place.parentId, is_file: place.isFile, name: place.name, category: place.category, version: place.version, size: place.size,
    created_at: place.createdAt, updated_at: place.updatedAt, creator_name: place.creatorName, editor_name: place.editorName, owner_name: place.ownerName,
  };
  return presentInstance(row, above, items);
}
