import { limits, recycleSortFields, type RecycleSortField } from '@alcove/contract';
import { keywordIn, listFields, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** Where the recycle bin stands; the address carries it. */
export interface RecycleFilter {
  page: number;
  pageSize: PageSize;
  sortField: RecycleSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
}

const first: RecycleFilter = { page: 1, pageSize: limits.defaultPageSize, sortField: 'deleteTime', sortOrder: 'desc', keyword: '' };

/** Reads an address that anybody may have typed: what makes no sense counts as absent. */
export const readRecycleFilter = (address: URLSearchParams): RecycleFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, recycleSortFields, first),
  keyword: keywordIn(address),
});

/** Only what differs from the first view. */
export const writeRecycleFilter = (filter: RecycleFilter): URLSearchParams => putIn(new URLSearchParams(), listFields(filter, first));
