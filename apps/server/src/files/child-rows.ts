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
      created_at: instantOf(created_at[at]!),
      updated_at: instantOf(updated_at[at]!),
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

const dayMs = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
/** With what the instants of a day begin. */
const beginnings = new Map<number, string>();
const mostDays = 1000;

function beginningOf(day: number): string {
  const known = beginnings.get(day);
  if (known !== undefined) return known;
  if (beginnings.size >= mostDays) beginnings.clear();
  const beginning = new Date(day * dayMs).toISOString().slice(0, -'00:00:00.000Z'.length);
  beginnings.set(day, beginning);
  return beginning;
}

/** From microseconds since 1970. `toISOString` takes twice as long, for two hundred instants a page. */
function instantOf(time: number): string {
  const ms = Math.floor(time / 1000);
  const day = Math.floor(ms / dayMs);
  const rest = ms - day * dayMs;
  const thousandths = rest % 1000;
  const seconds = (rest - thousandths) / 1000;
  const minutes = Math.floor(seconds / 60);
  const zeros = thousandths < 10 ? '00' : thousandths < 100 ? '0' : '';
  return `${beginningOf(day)}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${zeros}${thousandths}Z`;
}
