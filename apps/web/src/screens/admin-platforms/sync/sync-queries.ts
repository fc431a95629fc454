import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type SyncGroup, type SyncRun } from '@alcove/contract';
import { call, refetch } from '../../../api/index.ts';

const syncKey = ['admin', 'sync'] as const;
export const syncChanged = (): void => void refetch(syncKey);

export const isOpen = ({ state }: SyncRun): boolean => state === 'waiting' || state === 'reading' || state === 'applying';

/** Asked again each second while a run is under way. */
export const syncStateQuery = (platformId: string) =>
  queryOptions({
    queryKey: [...syncKey, 'state', platformId],
    queryFn: ({ signal }) => call(calls.adminPlatform.syncState, { platformId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? 1000 : false),
  });

export const entriesPageSize = 20;
/** `version`: what is shown is asked for again when it changes. */
export const entriesQuery = (runId: string, group: SyncGroup | null, page: number, version: string) =>
  queryOptions({
    queryKey: [...syncKey, 'entries', runId, group, page, version],
    queryFn: ({ signal }) =>
      call(calls.adminPlatform.syncChanges, { runId, page, pageSize: entriesPageSize, ...(group && { group }) }, { signal }),
    placeholderData: keepPreviousData,
  });
