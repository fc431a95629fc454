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

/**
 * Maps the query of one page to table props: rows, loading or error status, and paging. `change` returns to page one unless it sets the
 * page.
 */
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
      more: data?.more ?? false,
      onPage: (next: number) => change({ page: next }),
      onPageSize: (size: number) => change({ pageSize: size as PageSize }),
    },
  };
}

/** Sort props for a table whose column ids equal its sort fields. */
export const sortedTable = <Field extends string>({ sortField, sortOrder }: SortOf<Field>, change: (next: SortOf<Field>) => void) => ({
  sort: { field: sortField, order: sortOrder },
  onSort: ({ field, order }: Sort) => change({ sortField: field as Field, sortOrder: order }),
});
