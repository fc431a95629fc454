import type { SearchSortField } from '@alcove/contract';
import type { FoundRow } from './instance-queries.ts';

/** As the lists of files order names: Chinese by pinyin, numbers by their value. */
const names = new Intl.Collator('zh-CN', { numeric: true });

const compare: Record<Exclude<SearchSortField, 'relevance'>, (a: FoundRow, b: FoundRow) => number> = {
  name: (a, b) => names.compare(a.name, b.name),
  time: (a, b) => (a.updated_at < b.updated_at ? -1 : a.updated_at > b.updated_at ? 1 : 0),
  size: (a, b) => a.size - b.size,
};

/** Of what is found, best first, another order; equals stay as they were. Folders have no size: by size they come last. */
export function inOrder(found: readonly FoundRow[], field: SearchSortField, order: 'asc' | 'desc' | undefined): readonly FoundRow[] {
  if (field === 'relevance') return found;
  const way = (order ?? (field === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return found.toSorted((a, b) =>
    field === 'size' && a.is_file !== b.is_file ? Number(b.is_file) - Number(a.is_file) : way * compare[field](a, b),
  );
}
