import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { recycleKey } from '../../items/recycle-changed.ts';
import type { RecycleFilter } from './recycle-filter.ts';

/** One page of what the caller may see of the recycle bins. */
export const recyclePage = ({ keyword, ...filter }: RecycleFilter) =>
  queryOptions({
    queryKey: [...recycleKey, filter, keyword],
    queryFn: ({ signal }) => call(calls.recycle.page, { ...filter, ...(keyword !== '' && { keyword }) }, { signal }),
    placeholderData: keepPreviousData,
  });
