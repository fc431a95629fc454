import { groupSortFields, groupTabs, limits, type GroupSortField, type GroupTab } from '@alcove/contract';
import { keywordIn, listFields, oneIn, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** The state of the list of groups. The address holds it, so that back, reload and a copied address restore it. */
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

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readGroupFilter = (address: URLSearchParams): GroupFilter => ({
  ...pageIn(address, firstGroups.pageSize),
  ...sortIn(address, groupSortFields, firstGroups),
  tab: oneIn(address, 'tab', groupTabs, firstGroups.tab),
  keyword: keywordIn(address),
});

/** Writes only values that differ from the default. */
export const writeGroupFilter = (filter: GroupFilter): URLSearchParams =>
  putIn(new URLSearchParams(), { tab: [filter.tab, firstGroups.tab], ...listFields(filter, firstGroups) });
