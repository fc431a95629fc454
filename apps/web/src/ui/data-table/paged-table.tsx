import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '@alcove/contract';
import { ErrorState } from '../empty-state/index.ts';
import type { PageSize, SortOf } from '../list-screen/list-address.ts';
import type { Sort } from './table-types.ts';

const none: readonly never[] = [];

interface Position {
  page: number;
  pageSize: PageSize;
}

/** What a table shows of a query that answers one page: its rows, that they come or failed, and the pages. `change` starts at page one. */
export function pagedTable<Row>(query: UseQueryResult<Page<Row>>, { page, pageSize }: Position, change: (next: Partial<Position>) => void) {
  const { data } = query;
  return {
    rows: (data?.items ?? none) as readonly Row[],
    status: query.isPending ? ('loading' as const) : query.isError && !data ? ('error' as const) : ('ready' as const),
    error: <ErrorState error={query.error} onRetry={() => void query.refetch()} />,
    page: {
      page,
      pageSize,
      total: data?.total ?? 0,
      onPage: (next: number) => change({ page: next }),
      onPageSize: (size: number) => change({ pageSize: size as PageSize }),
    },
  };
}

/** The heads of a table whose columns are named like the fields that it sorts by. */
export const sortedTable = <Field extends string>({ sortField, sortOrder }: SortOf<Field>, change: (next: SortOf<Field>) => void) => ({
  sort: { field: sortField, order: sortOrder },
  onSort: ({ field, order }: Sort) => change({ sortField: field as Field, sortOrder: order }),
});
