import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';
import { askedOf, type SecondBinFilter } from './second-bin-filter.ts';

const secondBinKey = ['admin', 'secondBin'] as const;
export const secondBinChanged = (): void => void refetch(secondBinKey);

/** One page of what left the recycle bins. */
export const secondBinPage = (filter: SecondBinFilter) =>
  queryOptions({
    queryKey: [...secondBinKey, filter],
    queryFn: ({ signal }) =>
      call(
        calls.adminRecycle.page,
        { page: filter.page, pageSize: filter.pageSize, sortOrder: filter.sortOrder, ...askedOf(filter) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
