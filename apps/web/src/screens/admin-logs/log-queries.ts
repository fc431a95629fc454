import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call, queryClient, refetch } from '../../api/index.ts';
import { utcOffset } from '../../i18n/index.ts';
import { requestOf, type LogsFilter } from './log-filter.ts';

const logsKey = ['admin', 'logs'] as const;
const regionsKey = ['admin', 'regions'] as const;

const pageAsked = (filter: LogsFilter) => ({ ...requestOf(filter, new Date()), page: filter.page, pageSize: filter.pageSize });
const keyOf = (filter: LogsFilter) => [...logsKey, 'page', pageAsked(filter)] as const;

/** Further pages are of the list as it was when its first page was read. */
export const logPage = (filter: LogsFilter) =>
  queryOptions({
    queryKey: keyOf(filter),
    queryFn: ({ signal }) => {
      const first = queryClient.getQueryData<{ upTo: number }>(keyOf({ ...filter, page: 1 }));
      return call(calls.adminLog.page, { ...pageAsked(filter), ...(filter.page > 1 && first && { upTo: first.upTo }) }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const logChart = (filter: LogsFilter) => {
  const asked = { ...requestOf(filter, new Date()), utcOffset: utcOffset() };
  return queryOptions({
    queryKey: [...logsKey, 'chart', asked],
    queryFn: ({ signal }) => call(calls.adminLog.chart, asked, { signal }),
    placeholderData: keepPreviousData,
  });
};

/** Comes anew as the background check goes on. */
export const chainCheck = queryOptions({
  queryKey: [...logsKey, 'chain'],
  queryFn: ({ signal }) => call(calls.adminLog.verify, {}, { signal }),
  refetchInterval: 60_000,
});

export const regionList = queryOptions({
  queryKey: regionsKey,
  queryFn: async ({ signal }) => (await call(calls.adminRegion.list, {}, { signal })).regions,
});

/** Entries show their regions. */
export const regionsChanged = (): void => {
  void refetch(regionsKey);
  void refetch(logsKey);
};
