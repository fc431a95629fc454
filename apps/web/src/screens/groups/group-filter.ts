import { groupSortFields, groupTabs, limits, type GroupSortField, type GroupTab } from '@alcove/contract';
import { keywordIn, listFields, oneIn, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** Where the list of groups stands; the address carries it, so that back, reload and a copied address keep it. */
export interface GroupFilter {
  tab: GroupTab;
  page: number;
  pageSize: PageSize;
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
export const readGroupFilter = (address: URLSearchParams): GroupFilter => ({
  ...pageIn(address, firstGroups.pageSize),
  ...sortIn(address, groupSortFields, firstGroups),
  tab: oneIn(address, 'tab', groupTabs, firstGroups.tab),
  keyword: keywordIn(address),
});

/** Only what differs from the first view is written. */
export const writeGroupFilter = (filter: GroupFilter): URLSearchParams =>
  putIn(new URLSearchParams(), { tab: [filter.tab, firstGroups.tab], ...listFields(filter, firstGroups) });
