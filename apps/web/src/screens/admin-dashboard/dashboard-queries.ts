import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';

const dashboardKey = ['admin', 'dashboard'] as const;
const minuteMs = 60_000;

/** Made once a day. */
export const dashboardFigures = (days: number) =>
  queryOptions({
    queryKey: [...dashboardKey, 'figures', days],
    queryFn: ({ signal }) => call(calls.adminDashboard.figures, { days }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10 * minuteMs,
  });

export const dashboardState = queryOptions({
  queryKey: [...dashboardKey, 'state'],
  queryFn: ({ signal }) => call(calls.adminDashboard.state, {}, { signal }),
  refetchInterval: minuteMs,
  staleTime: 0,
});
