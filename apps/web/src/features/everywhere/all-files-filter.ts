import { limits, type InstanceSortField } from '@alcove/contract';

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
  pageSize: (typeof limits.pageSizes)[number];
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
  const page = Number(address.get('page'));
  const order = address.get('order');
  const category = Number(address.get('type'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= limits.filesEverywhere ? page : 1,
    pageSize: limits.pageSizes.find((size) => String(size) === address.get('size')) ?? firstAllFiles.pageSize,
    sortField: allFilesSorts.find((field) => field === address.get('sort')) ?? firstAllFiles.sortField,
    sortOrder: order === 'asc' || order === 'desc' ? order : firstAllFiles.sortOrder,
    type: Number.isInteger(category) && category >= 1 && category <= 7 ? category : null,
    sizeMin: sizeSteps.find((bytes) => String(bytes) === address.get('from')) ?? null,
    ageDays: ageSteps.find((days) => String(days) === address.get('older')) ?? null,
    keyword: (address.get('keyword') ?? '').slice(0, 128),
  };
}

/** Only what differs from the first view. */
export function writeAllFilesFilter(filter: AllFilesFilter): URLSearchParams {
  const address = new URLSearchParams();
  const put = (name: string, value: string | number | null, usual: string | number | null) => {
    if (value !== usual && value !== null) address.set(name, String(value));
  };
  put('page', filter.page, 1);
  put('size', filter.pageSize, firstAllFiles.pageSize);
  put('sort', filter.sortField, firstAllFiles.sortField);
  put('order', filter.sortOrder, firstAllFiles.sortOrder);
  put('type', filter.type, null);
  put('from', filter.sizeMin, null);
  put('older', filter.ageDays, null);
  put('keyword', filter.keyword, '');
  return address;
}

export const isNarrowed = ({ type, sizeMin, ageDays, keyword }: AllFilesFilter): boolean =>
  type !== null || sizeMin !== null || ageDays !== null || keyword !== '';
