import type { Category } from './categories.ts';
import type { Page } from './fields.ts';
import type { Instance } from './files.ts';
import type { InstanceId } from './ids.ts';
import { wide } from './narrow-page.ts';
import type { Common } from './narrow-page.ts';
import type { PermissionItem } from './permission.ts';
import { mostSensitive } from './sensitivity.ts';
import type { Sensitivity } from './sensitivity.ts';

/** A page of a folder with a list for each field, as PostgreSQL wrote it; what all items share is said once, and what few have is told apart. */
export interface FolderPage extends Omit<Page<never>, 'items'> {
  common: Common;
  few: FewItems;
  /** Null: the page is empty. */
  columns: ItemColumns | { id: null };
}

/** The values of the items, in any order, each list in the same one. */
export interface ItemColumns {
  id: InstanceId[];
  isFile: boolean[];
  name: string[];
  category: Category[];
  version: number[];
  /** Bytes. */
  size: number[];
  /** Milliseconds since 1970. */
  createdAt: number[];
  /** The same. Null: not changed since it was created. */
  updatedAt: (number | null)[];
  /** The item's own level, without those of the folders above. */
  sensitivity: Sensitivity[];
  /** The ids in the order of the page. */
  order: InstanceId[];
}

/** What few items have, by their ids. */
export interface FewItems {
  tags: [InstanceId, string][];
  collected: InstanceId[];
  shared: InstanceId[];
  /** The paths of their links. */
  links: Record<InstanceId, string>;
  /** The names of those who made them, unless that is the common creator. */
  creators: Record<InstanceId, string>;
  /** The names of those who changed them last, unless that is their creator. */
  editors: Record<InstanceId, string>;
  rights: Record<InstanceId, readonly PermissionItem[]>;
}

/** The page with all fields of each item, as `instance.page` answers it. */
export function itemsOfFolder({ common, few, columns, ...page }: FolderPage): Page<Instance> {
  if (columns.id === null) return { ...page, items: [] };
  const { id: ids, isFile, name, category, version, size, createdAt, updatedAt, sensitivity, order } = columns;
  const places = new Map(ids.map((id, at) => [id, at]));
  const tags = Map.groupBy(few.tags, ([id]) => id);
  const [collected, shared] = [new Set(few.collected), new Set(few.shared)];
  const itemAt = (id: InstanceId, at: number): Instance => {
    const creator = few.creators[id] ?? common.creator;
    return wide(common, {
      instanceId: id,
      instanceName: name[at]!,
      classifierId: isFile[at]! ? 'File' : 'Folder',
      fileSize: isFile[at]! ? size[at]! : 0,
      category: category[at]!,
      version: version[at]!,
      createTime: createdAt[at]!,
      updateTime: updatedAt[at] ?? createdAt[at]!,
      creator,
      updatedBy: few.editors[id] ?? creator,
      tags: tags.get(id)?.map(([, tag]) => tag) ?? common.tags,
      collected: collected.has(id),
      sensitivity: mostSensitive([common.sensitivity, sensitivity[at]!]),
      fileAuth: [...(few.rights[id] ?? common.fileAuth)],
      ...(shared.has(id) ? { shared: true as const } : {}),
      ...(few.links[id] === undefined ? {} : { linkpath: few.links[id] }),
    });
  };
  return { ...page, items: order.map((id) => itemAt(id, places.get(id)!)) };
}
