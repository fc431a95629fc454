import { limits, type InstanceSortField } from '@alcove/contract';
import { keywordIn, listFields, oneIn, pageIn, putIn, sortIn, typeIn, type PageSize } from '../../ui/list-screen/list-address.ts';

export const allFilesSorts = ['fileSize', 'updateTime', 'instanceName', 'category'] as const satisfies InstanceSortField[];
type Sort = (typeof allFilesSorts)[number];

const MB = 2 ** 20;
/** Bytes. */
export const sizeSteps = [10 * MB, 100 * MB, 1024 * MB] as const;
/** Days since the last change. */
export const ageSteps = [30, 182, 365] as const;

/** Where the table of all files stands; the address carries it. */
export interface AllFilesFilter {
  page: number;
  pageSize: PageSize;
  sortField: Sort;
  sortOrder: 'asc' | 'desc';
  /** A file category, or null for every kind. */
  type: number | null;
  sizeMin: (typeof sizeSteps)[number] | null;
  ageDays: (typeof ageSteps)[number] | null;
  /** In the name, as the search finds it. */
  keyword: string;
}

/** The largest first: that is what one comes for. */
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

/** Reads an address that anybody may have typed: what makes no sense counts as absent. */
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

/** Only what differs from the first view. */
export const writeAllFilesFilter = (filter: AllFilesFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    ...listFields(filter, firstAllFiles),
    type: [filter.type, null],
    from: [filter.sizeMin, null],
    older: [filter.ageDays, null],
  });

/** What leaves no file out any more; null while none is left out. */
export const widenedAllFiles = ({ type, sizeMin, ageDays, keyword }: AllFilesFilter): Partial<AllFilesFilter> | null =>
  type === null && sizeMin === null && ageDays === null && keyword === ''
    ? null
    : { type: null, sizeMin: null, ageDays: null, keyword: '' };
