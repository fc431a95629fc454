import { limits, linkSortFields, linkStates, type LinkSortField, type LinkState } from '@alcove/contract';
import { keywordIn, listFields, oneIn, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** The state of the list of external links; the address holds it. `state`: null for all. */
export interface LinkFilter {
  state: LinkState | null;
  page: number;
  pageSize: PageSize;
  sortField: LinkSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
}

const first = { page: 1, pageSize: limits.defaultPageSize, sortField: 'createTime', sortOrder: 'desc', keyword: '' } as const;

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readLinkFilter = (address: URLSearchParams): LinkFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, linkSortFields, first),
  state: oneIn(address, 'state', linkStates, null),
  keyword: keywordIn(address),
});

/** Writes only values that differ from the default. */
export const writeLinkFilter = (filter: LinkFilter): URLSearchParams =>
  putIn(new URLSearchParams(), { state: [filter.state, null], ...listFields(filter, first) });

/** The input of the call for one page. */
export const pageInput = ({ state, keyword, ...paging }: LinkFilter) => ({
  ...paging,
  ...(keyword !== '' && { keyword }),
  ...(state !== null && { state }),
});
