import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { groupsKey } from '../../features/groups/group-queries.ts';
import type { GroupFilter } from './group-filter.ts';

export const groupPage = ({ tab, page, pageSize, sortField, sortOrder, keyword }: GroupFilter) => {
  const input = { tab, page, pageSize, sortField, sortOrder, ...(keyword !== '' && { keyword }) };
  return queryOptions({
    queryKey: [...groupsKey, 'page', tab, input],
    queryFn: ({ signal }) => call(calls.group.page, input, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === tab ? keepPreviousData(before) : undefined),
  });
};
