import { favouriteSortFields, limits, type FavouriteSortField } from '@alcove/contract';

/** Where the list of favourites stands; the address carries it. */
export interface FavouriteFilter {
  page: number;
  pageSize: (typeof limits.pageSizes)[number];
  sortField: FavouriteSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
  /** A file category, 'Folder', or null for everything. */
  type: number | 'Folder' | null;
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
export function readFavouriteFilter(address: URLSearchParams): FavouriteFilter {
  const page = Number(address.get('page'));
  const order = address.get('order');
  const type = address.get('type');
  const category = Number(type);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : first.page,
    pageSize: limits.pageSizes.find((size) => String(size) === address.get('size')) ?? first.pageSize,
    sortField: favouriteSortFields.find((field) => field === address.get('sort')) ?? first.sortField,
    sortOrder: order === 'asc' || order === 'desc' ? order : first.sortOrder,
    keyword: (address.get('keyword') ?? '').slice(0, limits.nameLength),
    type: type === 'Folder' ? 'Folder' : Number.isInteger(category) && category >= 1 && category <= 7 ? category : null,
  };
}

/** Only what differs from the first view. */
export function writeFavouriteFilter(filter: FavouriteFilter): URLSearchParams {
  const address = new URLSearchParams();
  const put = (name: string, value: string | number | null, usual: string | number | null) => {
    if (value !== usual && value !== null) address.set(name, String(value));
  };
  put('page', filter.page, first.page);
  put('size', filter.pageSize, first.pageSize);
  put('sort', filter.sortField, first.sortField);
  put('order', filter.sortOrder, first.sortOrder);
  put('keyword', filter.keyword, first.keyword);
  put('type', filter.type, first.type);
  return address;
}
