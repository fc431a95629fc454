import { instanceSortFields, limits, type InstanceSortField } from '@alcove/contract';

/** Where a list stands; the address carries it, so that back, reload and a copied address keep it. */
export interface FileFilter {
  /** Null: the top of the personal space. */
  folder: string | null;
  page: number;
  pageSize: (typeof limits.pageSizes)[number];
  sortField: InstanceSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
  /** A file category, 'Folder', or null for everything. */
  type: number | 'Folder' | null;
  /** Only what has this tag. */
  tag: string | null;
}

export const firstFilter: FileFilter = {
  folder: null,
  page: 1,
  pageSize: limits.defaultPageSize,
  sortField: 'updateTime',
  sortOrder: 'desc',
  keyword: '',
  type: null,
  tag: null,
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads an address that anybody may have typed: what makes no sense counts as absent. */
export function readFilter(address: URLSearchParams): FileFilter {
  const folder = address.get('folder');
  const page = Number(address.get('page'));
  const size = limits.pageSizes.find((size) => String(size) === address.get('size'));
  const sort = instanceSortFields.find((field) => field === address.get('sort'));
  const order = address.get('order');
  const type = address.get('type');
  const category = Number(type);
  return {
    folder: folder !== null && uuid.test(folder) ? folder : null,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: size ?? firstFilter.pageSize,
    sortField: sort ?? firstFilter.sortField,
    sortOrder: order === 'asc' || order === 'desc' ? order : firstFilter.sortOrder,
    keyword: (address.get('keyword') ?? '').slice(0, 128),
    tag: address.get('tag')?.slice(0, limits.tagLength) || null,
    type: type === 'Folder' ? 'Folder' : Number.isInteger(category) && category >= 1 && category <= 7 ? category : null,
  };
}

/** Only what differs from the first view is written, and other people's parameters stay. */
export function writeFilter(address: URLSearchParams, filter: FileFilter): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  put('folder', filter.folder);
  put('page', filter.page === 1 ? null : String(filter.page));
  put('size', filter.pageSize === firstFilter.pageSize ? null : String(filter.pageSize));
  put('sort', filter.sortField === firstFilter.sortField ? null : filter.sortField);
  put('order', filter.sortOrder === firstFilter.sortOrder ? null : filter.sortOrder);
  put('keyword', filter.keyword === '' ? null : filter.keyword);
  put('tag', filter.tag);
  put('type', filter.type === null ? null : String(filter.type));
  return next;
}

/** A folder is opened at its first page and unfiltered; sort and page size are the reader's habit. */
export const openFolder = (filter: FileFilter, folder: string | null): FileFilter => ({
  ...filter,
  folder,
  page: 1,
  keyword: '',
  type: null,
  tag: null,
});

export const isFiltered = (filter: FileFilter): boolean => filter.keyword !== '' || filter.type !== null || filter.tag !== null;
