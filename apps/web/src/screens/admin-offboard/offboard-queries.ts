import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InputOf } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';

export type Successors = NonNullable<InputOf<typeof calls.adminUser.offboard>['successors']>;

const offboardKey = ['admin', 'offboard'] as const;
export const offboardChanged = (): void => void refetch(offboardKey);

/** What was done so far; null if it never began. It is asked for again while it runs. */
export const offboardReport = (userId: string) =>
  queryOptions({
    queryKey: [...offboardKey, 'report', userId],
    queryFn: ({ signal }) => call(calls.adminUser.offboardReport, { userId }, { signal }),
    enabled: userId !== '',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 700 : false),
  });

export const offboardPreview = (userId: string, successors: Successors) =>
  queryOptions({
    queryKey: [...offboardKey, 'preview', userId, successors],
    queryFn: ({ signal }) => call(calls.adminUser.offboardPreview, { userId, successors }, { signal }),
    placeholderData: keepPreviousData,
  });
