import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '@alcove/contract';
import { pagedTable } from '../data-table/paged-table.tsx';
import { useChosen } from '../data-table/use-chosen.ts';
import type { PageSize } from './list-address.ts';

/** The fields every list's filter has. */
export interface ItemListFilter {
  page: number;
  pageSize: PageSize;
  keyword: string;
  sortField?: string;
  sortOrder?: 'asc' | 'desc';
}

interface ItemListOf<Row, Filter> {
  query: UseQueryResult<Page<Row>>;
  filter: Filter;
  onFilter(next: Filter): void;
  idOf(row: Row): string;
}

/** One page of a list, its selection, and `change`, which starts at page one with nothing selected. */
export function useItemList<Row, Filter extends ItemListFilter>({ query, filter, onFilter, idOf }: ItemListOf<Row, Filter>) {
  const change = (next: Partial<Filter>): void => {
    chosen.forget();
    onFilter({ ...filter, page: 1, ...next });
  };
  const table = pagedTable(query, filter, change as (next: Partial<ItemListFilter>) => void);
  const chosen = useChosen(table.rows, idOf);
  return { filter, change, table, chosen, isFetching: query.isFetching };
}

export type ItemList<Row, Filter extends ItemListFilter> = ReturnType<typeof useItemList<Row, Filter>>;
