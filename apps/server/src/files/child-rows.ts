import type { InstanceId } from '@alcove/contract';
import type { ItemContext } from '../permission/index.ts';
import type { PageContent } from './page-content-queries.ts';
import type { ChildRow } from './present.ts';

/** The children of a folder, in their order. */
export function childRows(
  { columns, order, tags, collected, linked, shared }: PageContent,
  { instanceId: parentId, creatorId }: Pick<ItemContext, 'instanceId' | 'creatorId'>,
): ChildRow[] {
  if (columns.id === null) return [];
  const tagsOf = Map.groupBy(tags, ([id]) => id);
  const isCollected = new Set(collected);
  const isShared = shared && new Set(shared);
  const { is_file, name, category, version, size, created_at, updated_at, creator_id, visitor_id, editor_id, sensitivity } = columns;
  const rowAt = (id: InstanceId, at: number): ChildRow => {
    const creator = creator_id[at] ?? creatorId;
    return {
      id,
      parent_id: parentId,
      is_file: is_file[at]!,
      name: name[at]!,
      category: category[at]!,
      version: version[at]!,
      size: size[at]!,
      created_at: Math.floor(created_at[at]! / 1000),
      updated_at: Math.floor(updated_at[at]! / 1000),
      creator_id: creator,
      visitor_id: visitor_id[at]!,
      editor_id: editor_id[at] ?? creator,
      sensitivity: sensitivity[at]!,
      shared: isShared?.has(id),
      has_children: columns.has_children?.[at],
      tags: tagsOf.get(id)?.map(([, tag]) => tag) ?? none,
      collected: isCollected.has(id),
      linked: linked[id] ?? null,
    };
  };
  if (!order) return columns.id.map(rowAt);
  const places = new Map(columns.id.map((id, at) => [id, at]));
  return order.map((id) => rowAt(id, places.get(id)!));
}

const none: string[] = [];
