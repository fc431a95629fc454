import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InputOf } from '@alcove/contract';
import { askAnew, call } from '../../api/index.ts';

export const recycleKey = ['recycle'] as const;
export type RecycleFilter = InputOf<typeof calls.recycle.page>;

export const recyclePage = (filter: RecycleFilter) =>
  queryOptions({
    queryKey: [...recycleKey, filter],
    queryFn: ({ signal }) => call(calls.recycle.page, filter, { signal }),
    placeholderData: keepPreviousData,
  });

export const recycleChanged = (): void => void askAnew(recycleKey);
