import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';
import type { AllFilesFilter } from './all-files-filter.ts';

const dayMs = 86_400_000;

/** One page of all files of the space, whatever their folder. */
export const allFiles = (rootId: string, filter: AllFilesFilter) =>
  queryOptions({
    queryKey: ['files', 'everywhere', rootId, filter],
    queryFn: ({ signal }) => {
      const { page, pageSize, sortField, sortOrder, type, sizeMin, ageDays, keyword } = filter;
      const input = {
        parentId: rootId,
        everywhere: true,
        page,
        pageSize,
        sortField,
        sortOrder,
        ...(keyword !== '' && { keyword }),
        ...(type !== null && { category: type }),
        ...(sizeMin !== null && { sizeMin }),
        ...(ageDays !== null && { changedBefore: new Date(Date.now() - ageDays * dayMs).toISOString() }),
      };
      return call(calls.instance.page, input, { signal });
    },
    placeholderData: keepPreviousData,
  });
