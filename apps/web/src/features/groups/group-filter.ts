import { groupSortFields, limits, type GroupSortField, type GroupTab } from '@alcove/contract';

/** Where the list of groups stands; the address carries it, so that back, reload and a copied address keep it. */
export interface GroupFilter {
  tab: GroupTab;
  page: number;
  pageSize: (typeof limits.pageSizes)[number];
  sortField: GroupSortField;
  sortOrder: 'asc' | 'desc';
  keyword: string;
}

export const firstGroups: GroupFilter = {
  tab: 'personal',
  page: 1,
  pageSize: limits.defaultPageSize,
  sortField: 'groupName',
  sortOrder: 'asc',
  keyword: '',
};

/** Reads an address that anybody may have typed: what makes no sense counts as absent. */
export function readGroupFilter(address: URLSearchParams): GroupFilter {
  const page = Number(address.get('page'));
  const order = address.get('order');
  return {
    tab: address.get('tab') === 'group' ? 'group' : 'personal',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: limits.pageSizes.find((size) => String(size) === address.get('size')) ?? firstGroups.pageSize,
    sortField: groupSortFields.find((field) => field === address.get('sort')) ?? firstGroups.sortField,
    sortOrder: order === 'desc' ? 'desc' : 'asc',
    keyword: (address.get('keyword') ?? '').slice(0, limits.nameLength),
  };
}

/** Only what differs from the first view is written. */
export function writeGroupFilter(filter: GroupFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (filter.tab !== firstGroups.tab) address.set('tab', filter.tab);
  if (filter.page !== 1) address.set('page', String(filter.page));
  if (filter.pageSize !== firstGroups.pageSize) address.set('size', String(filter.pageSize));
  if (filter.sortField !== firstGroups.sortField) address.set('sort', filter.sortField);
  if (filter.sortOrder !== firstGroups.sortOrder) address.set('order', filter.sortOrder);
  if (filter.keyword !== '') address.set('keyword', filter.keyword);
  return address;
}
