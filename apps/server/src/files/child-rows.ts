import type { InstanceId } from '@alcove/contract';
import type { PageContent } from './page-content-queries.ts';
import type { ChildRow } from './present.ts';

/** The children of a folder, in their order. */
export function childRows({ columns, tags, collected, linked, shared }: PageContent, parentId: InstanceId): ChildRow[] {
  if (columns.id === null) return [];
  const tagsOf = Map.groupBy(tags, ([id]) => id);
  const isCollected = new Set(collected);
  const isShared = shared && new Set(shared);
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
    shared: isShared?.has(id),
    has_children: columns.has_children?.[at],
    tags: tagsOf.get(id)?.map(([, tag]) => tag) ?? none,
    collected: isCollected.has(id),
    linked: linked[id] ?? null,
  }));
}

const none: string[] = [];

/** From microseconds since 1970. */
const instantOf = (time: number): string => new Date(Math.floor(time / 1000)).toISOString();
