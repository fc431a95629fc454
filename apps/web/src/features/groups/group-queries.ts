import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { refetch, call } from '../../api/index.ts';

/** All group queries start with ['groups']; every change refetches all of them. */
export const groupsKey = ['groups'] as const;
export const groupsChanged = (): Promise<void> => refetch(groupsKey);

export const groupDetail = (groupId: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'detail', groupId],
    queryFn: ({ signal }) => call(calls.group.queryGroup, { groupId }, { signal }),
  });

export const memberPageSize = 50;

export const memberPage = (groupId: string, keyword: string, page: number) =>
  queryOptions({
    queryKey: [...groupsKey, 'members', groupId, keyword, page],
    queryFn: ({ signal }) =>
      call(calls.group.queryMembers, { groupId, page, pageSize: memberPageSize, ...(keyword !== '' && { keyword }) }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === groupId ? keepPreviousData(before) : undefined),
  });

export const waitingHandover = (groupId: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'handover', groupId],
    queryFn: ({ signal }) => call(calls.group.queryHandover, { groupId }, { signal }),
  });

export const privilegePage = (instanceId: string, keyword: string, page: number) => {
  const input = { instanceId, page, pageSize: memberPageSize, ...(keyword !== '' && { keyword }) } as const;
  return queryOptions({
    queryKey: [...groupsKey, 'privileges', instanceId, keyword, page],
    queryFn: ({ signal }) => call(calls.privilege.queryPrivilegeList, input, { signal }),
    placeholderData: keepPreviousData,
  });
};
