import type { ReactNode } from 'react';
import { NothingFound } from '../empty-state/index.ts';

interface ListEmptyProps<Filter> {
  filter: Filter;
  /** The change after which nothing is left out, or null while nothing is left out. */
  widened: Partial<Filter> | null;
  onChange(next: Partial<Filter>): void;
  /** Where the list holds nothing at all. */
  children: ReactNode;
}

/** In place of the rows: nothing matches the filter, the page lies behind the last one, or the list is empty. */
export function ListEmpty<Filter extends { keyword: string; page: number }>({
  filter,
  widened,
  onChange,
  children,
}: ListEmptyProps<Filter>) {
  if (widened) return <NothingFound {...(filter.keyword && { query: filter.keyword })} onClear={() => onChange(widened)} />;
  if (filter.page > 1) return <NothingFound onClear={() => onChange({ page: 1 } as Partial<Filter>)} />;
  return children;
}
