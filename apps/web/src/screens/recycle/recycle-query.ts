import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { recycleKey } from '../../items/recycle-changed.ts';
import type { RecycleFilter } from './recycle-filter.ts';

/** One page of the recycled items that the caller may see. */
export const recyclePage = ({ keyword, ...filter }: RecycleFilter) =>
  queryOptions({
    queryKey: [...recycleKey, filter, keyword],
    queryFn: ({ signal }) => call(calls.recycle.page, { ...filter, ...(keyword !== '' && { keyword }) }, { signal }),
    placeholderData: keepPreviousData,
  });
