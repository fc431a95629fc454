import { limits, type InstanceSortField } from '@alcove/contract';
import { keywordIn, listFields, oneIn, pageIn, putIn, sortIn, typeIn, type PageSize } from '../../ui/list-screen/list-address.ts';

export const allFilesSorts = ['fileSize', 'updateTime', 'instanceName', 'category'] as const satisfies InstanceSortField[];
type Sort = (typeof allFilesSorts)[number];

const MB = 2 ** 20;
/** Bytes. */
export const sizeSteps = [10 * MB, 100 * MB, 1024 * MB] as const;
/** Days since the last change. */
export const ageSteps = [30, 182, 365] as const;

/** The state of the table; the address holds it. */
export interface AllFilesFilter {
  page: number;
  pageSize: PageSize;
  sortField: Sort;
  sortOrder: 'asc' | 'desc';
  /** A file category, or null for every kind. */
  type: number | null;
  sizeMin: (typeof sizeSteps)[number] | null;
  ageDays: (typeof ageSteps)[number] | null;
  /** Matches names as the search does. */
  keyword: string;
}

/** Largest first, because people come here to free storage. */
export const firstAllFiles: AllFilesFilter = {
  page: 1,
  pageSize: 50,
  sortField: 'fileSize',
  sortOrder: 'desc',
  type: null,
  sizeMin: null,
  ageDays: null,
  keyword: '',
};

/** Reads an address that anybody may have typed: invalid values count as absent. */
export function readAllFilesFilter(address: URLSearchParams): AllFilesFilter {
  const type = typeIn(address);
  return {
    ...pageIn(address, firstAllFiles.pageSize, limits.filesEverywhere),
    ...sortIn(address, allFilesSorts, firstAllFiles),
    type: type === 'Folder' ? null : type,
    sizeMin: oneIn(address, 'from', sizeSteps, null),
    ageDays: oneIn(address, 'older', ageSteps, null),
    keyword: keywordIn(address),
  };
}

/** Writes only values that differ from the default. */
export const writeAllFilesFilter = (filter: AllFilesFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    ...listFields(filter, firstAllFiles),
    type: [filter.type, null],
    from: [filter.sizeMin, null],
    older: [filter.ageDays, null],
  });

/** The change that clears every filter; null while none is set. */
export const widenedAllFiles = ({ type, sizeMin, ageDays, keyword }: AllFilesFilter): Partial<AllFilesFilter> | null =>
  type === null && sizeMin === null && ageDays === null && keyword === ''
    ? null
    : { type: null, sizeMin: null, ageDays: null, keyword: '' };
