import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, widened, type FoundInstance, type Page, type SearchScope } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { fromOf, sizesOf, type SearchFilter } from './search-filter.ts';

/** Under ['files'], because a change to files may change the results. */
const key = ['files', 'search'] as const;

const nothingAsked: Page<FoundInstance> = { total: 0, page: 1, pageSize: 1, items: [] };

/** The previous results serve as placeholder; a superseded request is aborted. */
export const quickSearch = (keyword: string) =>
  queryOptions({
    queryKey: [...key, 'quick', keyword],
    queryFn: ({ signal }) => call(calls.search.quick, { keyword }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled: keyword !== '',
  });

export const searchPage = (
  { keyword, scope, type, date, size, owner, tag, sortField, sortOrder, page, pageSize }: SearchFilter,
  today: Date,
) => {
  const from = fromOf(date, today);
  const input = {
    keyword,
    scope,
    page,
    pageSize,
    ...(sortField !== 'relevance' && { sortField, sortOrder }),
    ...(type === 'Folder' ? { classifierId: 'Folder' as const } : type !== null && { category: type, classifierId: 'File' as const }),
    ...(from !== undefined && { from }),
    ...sizesOf[size],
    ...(owner && { owner: owner.userId }),
    ...(tag !== null && { tag }),
  };
  return queryOptions({
    queryKey: [...key, 'page', input],
    queryFn: async ({ signal }): Promise<Page<FoundInstance>> =>
      keyword === '' ? nothingAsked : widened(await call(calls.search.narrowPage, input, { signal })),
    placeholderData: keyword === '' ? nothingAsked : keepPreviousData,
  });
};

/** Searches only folders, as targets for move and copy. */
export const folderSearch = (keyword: string, scope: SearchScope) =>
  queryOptions({
    queryKey: [...key, 'folders', keyword, scope],
    queryFn: async ({ signal }) =>
      widened(await call(calls.search.narrowPage, { keyword, scope, classifierId: 'Folder', page: 1, pageSize: 100 }, { signal })),
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
  });
