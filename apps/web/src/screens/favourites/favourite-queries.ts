import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';
import type { FavouriteFilter } from './favourite-filter.ts';

/** Under ['files'], because a change to an item may change how it is listed here. */
export const favouritesKey = ['files', 'favourites'] as const;

export const favouritePage = ({ type, keyword, ...filter }: FavouriteFilter) => {
  const input = {
    ...filter,
    ...(keyword !== '' && { keyword }),
    ...(type === 'Folder' ? { classifierId: 'Folder' as const } : type !== null && { category: type, classifierId: 'File' as const }),
  };
  return queryOptions({
    queryKey: [...favouritesKey, input],
    queryFn: ({ signal }) => call(calls.favourite.page, input, { signal }),
    placeholderData: keepPreviousData,
  });
};
