import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';

/** Under ['files'], because a change to an item may change who has access. */
export const explanation = (instanceId: string, userId: string) =>
  queryOptions({
    queryKey: ['files', 'explain', instanceId, userId],
    queryFn: ({ signal }) => call(calls.instance.queryInstanceDetail, { instanceId, explain: userId }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === instanceId ? keepPreviousData(before) : undefined),
  });

const pageSize = 20;
export const access = (instanceId: string) =>
  infiniteQueryOptions({
    queryKey: ['files', 'access', instanceId],
    queryFn: ({ signal, pageParam }) => call(calls.explain.queryAccess, { instanceId, page: pageParam, pageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
  });

export const colleagues = (keyword: string) =>
  queryOptions({
    queryKey: ['departments', 'colleagues', keyword],
    queryFn: ({ signal }) => call(calls.search.searchUsers, { keyword, limit: 20 }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
