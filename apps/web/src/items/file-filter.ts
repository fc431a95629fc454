import { instanceSortFields, limits, type InstanceSortField } from '@alcove/contract';
import {
  idIn,
  keywordIn,
  listFields,
  pageIn,
  putIn,
  sortIn,
  typeIn,
  type PageSize,
  type TypeFilter,
} from '../ui/list-screen/list-address.ts';

/** The state of a file list. The address holds it, so that back, reload and a copied address restore it. */
export interface FileFilter {
  /** Null: the top of the personal space. */
  folder: string | null;
  page: number;
  pageSize: PageSize;
  sortField: InstanceSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
  type: TypeFilter;
  /** Only items with this tag. */
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

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readFilter = (address: URLSearchParams): FileFilter => ({
  ...pageIn(address, firstFilter.pageSize),
  ...sortIn(address, instanceSortFields, firstFilter),
  folder: idIn(address, 'folder'),
  keyword: keywordIn(address),
  tag: address.get('tag')?.slice(0, limits.tagLength) || null,
  type: typeIn(address),
});

/** Writes only values that differ from the default; other parameters stay. */
export const writeFilter = (filter: FileFilter, address: URLSearchParams): URLSearchParams =>
  putIn(address, {
    folder: [filter.folder, null],
    ...listFields(filter, firstFilter),
    tag: [filter.tag, null],
    type: [filter.type, null],
  });

/** A folder opens on its first page, unfiltered; sort and page size are kept. */
export const openFolder = (filter: FileFilter, folder: string | null): FileFilter => ({
  ...filter,
  folder,
  page: 1,
  keyword: '',
  type: null,
  tag: null,
});

export const isFiltered = (filter: FileFilter): boolean => filter.keyword !== '' || filter.type !== null || filter.tag !== null;
