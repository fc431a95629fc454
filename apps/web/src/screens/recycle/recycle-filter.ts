import { limits, recycleSortFields, type RecycleSortField } from '@alcove/contract';
import { keywordIn, listFields, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** The state of the recycle bin's list; the address holds it. */
export interface RecycleFilter {
  page: number;
  pageSize: PageSize;
  sortField: RecycleSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
}

const first: RecycleFilter = { page: 1, pageSize: limits.defaultPageSize, sortField: 'deleteTime', sortOrder: 'desc', keyword: '' };

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readRecycleFilter = (address: URLSearchParams): RecycleFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, recycleSortFields, first),
  keyword: keywordIn(address),
});

/** Writes only values that differ from the default. */
export const writeRecycleFilter = (filter: RecycleFilter): URLSearchParams => putIn(new URLSearchParams(), listFields(filter, first));
