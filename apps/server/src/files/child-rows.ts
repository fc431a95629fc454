import type { InstanceId } from '@alcove/contract';
import type { ItemContext } from '../permission/index.ts';
import { columnsOf } from './page-content-queries.ts';
import type { PageContent } from './page-content-queries.ts';
import type { ChildRow } from './present.ts';

/** The children of a folder, in their order. */
export function childRows(
  content: PageContent,
  { instanceId: parentId, creatorId }: Pick<ItemContext, 'instanceId' | 'creatorId'>,
): ChildRow[] {
  const columns = columnsOf(content);
  if (columns.id === null) return [];
  const { tags, collected, linked, shared, creators, visitors, editors } = content.facts;
  const tagsOf = Map.groupBy(tags, ([id]) => id);
  const isCollected = new Set(collected);
  const isShared = shared && new Set(shared);
  const { isFile, name, category, version, size, createdAt, updatedAt, sensitivity, hasChildren, order } = columns;
  const rowAt = (id: InstanceId, at: number): ChildRow => {
    const creator = creators?.[id] ?? creatorId;
    return {
      id,
      parent_id: parentId,
      is_file: isFile[at]!,
      name: name[at]!,
      category: category[at]!,
      version: version[at]!,
      size: size[at]!,
      created_at: createdAt[at]!,
      updated_at: updatedAt[at] ?? createdAt[at]!,
      creator_id: creator,
      visitor_id: visitors?.[id] ?? null,
      editor_id: editors?.[id] ?? creator,
      sensitivity: sensitivity[at]!,
      shared: isShared?.has(id),
      has_children: hasChildren?.[at],
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
