import { favouriteSortFields, limits, type FavouriteSortField } from '@alcove/contract';
import { keywordIn, listFields, pageIn, putIn, sortIn, typeIn, type PageSize, type TypeFilter } from '../../ui/list-screen/list-address.ts';

/** The state of the list of favorites; the address holds it. */
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

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readFavouriteFilter = (address: URLSearchParams): FavouriteFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, favouriteSortFields, first),
  keyword: keywordIn(address),
  type: typeIn(address),
});

/** Writes only values that differ from the default. */
export const writeFavouriteFilter = (filter: FavouriteFilter): URLSearchParams =>
  putIn(new URLSearchParams(), { ...listFields(filter, first), type: [filter.type, null] });
