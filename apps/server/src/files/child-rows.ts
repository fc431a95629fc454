import type { InstanceId } from '@alcove/contract';
import type { PageContent } from './page-content-queries.ts';
import type { ChildRow } from './present.ts';

/** The children of a folder, in their order. */
export function childRows({ columns, tags, collected, linked }: PageContent, parentId: InstanceId): ChildRow[] {
  if (columns.id === null) return [];
  const tagsOf = Map.groupBy(tags, ([id]) => id);
  const isCollected = new Set(collected);
  const { is_file, name, category, version, size, created_at, updated_at, creator_id, visitor_id, editor_id, sensitivity } = columns;
  return columns.id.map((id, at) => ({
    id,
    parent_id: parentId,
    is_file: is_file[at]!,
    name: name[at]!,
    category: category[at]!,
    version: version[at]!,
    size: size[at]!,
    created_at: instantOf(created_at[at]!),
    updated_at: instantOf(updated_at[at]!),
    creator_id: creator_id[at]!,
    visitor_id: visitor_id[at]!,
    editor_id: editor_id[at]!,
    sensitivity: sensitivity[at]!,
    ...(columns.shared && { shared: columns.shared[at]! }),
    ...(columns.has_children && { has_children: columns.has_children[at]! }),
    tags: tagsOf.get(id)?.map(([, tag]) => tag) ?? [],
    collected: isCollected.has(id),
    linked: linked[id] ?? null,
  }));
}

/** Milliseconds are enough, and as many digits each time. */
const instantOf = (time: string): string => `${time.length === 19 ? `${time}.000` : time.slice(0, 23).padEnd(23, '0')}Z`;
