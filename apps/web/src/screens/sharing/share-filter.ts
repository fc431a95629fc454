import { limits, shareSides, shareSortFields, type ShareSide, type ShareSortField } from '@alcove/contract';
import { idIn, keywordIn, listFields, oneIn, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** The state of the sharing screen; the address holds it. */
export interface ShareFilter {
  side: ShareSide;
  page: number;
  pageSize: PageSize;
  sortField: ShareSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
}

const first = { page: 1, pageSize: limits.defaultPageSize, sortField: 'createTime', sortOrder: 'desc', keyword: '' } as const;
export const firstOf = (side: ShareSide): ShareFilter => ({ side, ...first });

/** Reads an address that anybody may have typed: invalid values count as absent. Defaults to received shares. */
export const readShareFilter = (address: URLSearchParams): ShareFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, shareSortFields, first),
  side: oneIn(address, 'tab', shareSides, 'received'),
  keyword: keywordIn(address),
});

/** Writes only values that differ from the default. */
export const writeShareFilter = (filter: ShareFilter): URLSearchParams =>
  putIn(new URLSearchParams(), { tab: [filter.side, 'received'], ...listFields(filter, first) });

/** The id of the open share, or null. */
export const openShareIn = (address: URLSearchParams): string | null => idIn(address, 'share');
