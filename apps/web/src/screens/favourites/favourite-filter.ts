import { favouriteSortFields, limits, type FavouriteSortField } from '@alcove/contract';
import { keywordIn, listFields, pageIn, putIn, sortIn, typeIn, type PageSize, type TypeFilter } from '../../ui/list-screen/list-address.ts';

/** Where the list of favourites stands; the address carries it. */
export interface FavouriteFilter {
  page: number;
  pageSize: PageSize;
  sortField: FavouriteSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
  type: TypeFilter;
}

const first: FavouriteFilter = {
  page: 1,
  pageSize: limits.defaultPageSize,
  sortField: 'collectTime',
  sortOrder: 'desc',
  keyword: '',
  type: null,
};

/** Reads an address that anybody may have typed: what makes no sense counts as absent. */
export const readFavouriteFilter = (address: URLSearchParams): FavouriteFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, favouriteSortFields, first),
  keyword: keywordIn(address),
  type: typeIn(address),
});

/** Only what differs from the first view. */
export const writeFavouriteFilter = (filter: FavouriteFilter): URLSearchParams =>
  putIn(new URLSearchParams(), { ...listFields(filter, first), type: [filter.type, null] });
