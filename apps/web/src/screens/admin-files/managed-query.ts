import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InstanceId, type ManagedFiles } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';
import { askedOf, isNarrowed, type ManagedFilter } from './managed-filter.ts';

const filesKey = ['admin', 'files'] as const;
export const filesChanged = (): void => void refetch(filesKey);

const nothing: ManagedFiles = { items: [], more: false, since: null, looks: { minutes: 15, least: 10 } };

/** All that a filter finds, 200 at most, and the page of it that is shown. Nothing is searched before something is asked for. */
export const managedPage = (filter: ManagedFilter) => {
  const { page, pageSize, ...asked } = filter;
  return queryOptions({
    queryKey: [...filesKey, asked],
    queryFn: ({ signal }) => (isNarrowed(filter) ? call(calls.adminFile.page, askedOf(filter), { signal }) : nothing),
    placeholderData: keepPreviousData,
    select: ({ items, more, since, looks }) => ({
      cut: more,
      since,
      looks,
      total: items.length,
      page,
      pageSize,
      items: items.slice((page - 1) * pageSize, page * pageSize),
    }),
  });
};

const lookedPageSize = 50;

/** A folder that an administrator looks into, page by page. */
export const lookedList = ({ instanceId, lookId }: { instanceId: InstanceId; lookId: string }) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'look', lookId, 'list', instanceId],
    queryFn: ({ pageParam, signal }) =>
      call(calls.adminFile.list, { instanceId, lookId, page: pageParam, pageSize: lookedPageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    retry: false,
  });

/** Everyone with access to what an administrator looks into. */
export const lookedAccess = ({ instanceId, lookId }: { instanceId: string; lookId: string }) =>
  queryOptions({
    queryKey: ['admin', 'look', lookId, 'access'],
    queryFn: ({ signal }) => call(calls.adminFile.access, { instanceId, lookId, page: 1, pageSize: 100 }, { signal }),
    retry: false,
  });
