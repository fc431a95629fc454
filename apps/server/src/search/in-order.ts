import type { SearchSortField } from '@alcove/contract';
import type { FoundRow } from './instance-queries.ts';

/** The order of file lists: Chinese by pinyin, numbers by value. */
const names = new Intl.Collator('zh-CN', { numeric: true });

const compare: Record<Exclude<SearchSortField, 'relevance'>, (a: FoundRow, b: FoundRow) => number> = {
  name: (a, b) => names.compare(a.name!, b.name!),
  time: (a, b) => (a.updated_at < b.updated_at ? -1 : a.updated_at > b.updated_at ? 1 : 0),
  size: (a, b) => a.size - b.size,
};

/** Sorts hits that are ordered by rank; equal ones keep that order. Folders have no size and come last when sorted by size. */
export function inOrder(found: readonly FoundRow[], field: SearchSortField, order: 'asc' | 'desc' | undefined): readonly FoundRow[] {
  if (field === 'relevance') return found;
  const way = (order ?? (field === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return found.toSorted((a, b) =>
    field === 'size' && a.is_file !== b.is_file ? Number(b.is_file) - Number(a.is_file) : way * compare[field](a, b),
  );
}
