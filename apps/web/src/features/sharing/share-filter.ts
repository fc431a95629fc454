import { limits, shareSortFields, type ShareSide, type ShareSortField } from '@alcove/contract';

/** Where the sharing screen stands; the address carries it. */
export interface ShareFilter {
  side: ShareSide;
  page: number;
  pageSize: (typeof limits.pageSizes)[number];
  sortField: ShareSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
}

const first = { page: 1, pageSize: limits.defaultPageSize, sortField: 'createTime', sortOrder: 'desc', keyword: '' } as const;
export const firstOf = (side: ShareSide): ShareFilter => ({ side, ...first });

/** Reads an address that anybody may have typed: what makes no sense counts as absent. What one received comes first. */
export function readShareFilter(address: URLSearchParams): ShareFilter {
  const page = Number(address.get('page'));
  const order = address.get('order');
  return {
    side: address.get('tab') === 'initiated' ? 'initiated' : 'received',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: limits.pageSizes.find((size) => String(size) === address.get('size')) ?? first.pageSize,
    sortField: shareSortFields.find((field) => field === address.get('sort')) ?? first.sortField,
    sortOrder: order === 'asc' || order === 'desc' ? order : first.sortOrder,
    keyword: (address.get('keyword') ?? '').slice(0, limits.nameLength),
  };
}

/** Only what differs from the first view. */
export function writeShareFilter(filter: ShareFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (filter.side !== 'received') address.set('tab', filter.side);
  if (filter.page !== first.page) address.set('page', String(filter.page));
  if (filter.pageSize !== first.pageSize) address.set('size', String(filter.pageSize));
  if (filter.sortField !== first.sortField) address.set('sort', filter.sortField);
  if (filter.sortOrder !== first.sortOrder) address.set('order', filter.sortOrder);
  if (filter.keyword !== '') address.set('keyword', filter.keyword);
  return address;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The share that is open, or null. */
export const openShareIn = (address: URLSearchParams): string | null => {
  const share = address.get('share');
  return share !== null && uuid.test(share) ? share : null;
};
