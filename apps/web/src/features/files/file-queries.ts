import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import type { FileFilter } from './file-filter.ts';

/** Everything about files lies under ['files']; a folder's pages under ['files', 'page', folder]. */
export const filesKey = ['files'] as const;
export const folderKey = (folder: string) => ['files', 'page', folder] as const;

/** One page of a folder. Within the folder the last page stays until the next is here; another folder starts empty. */
export const filePage = (folder: string, filter: FileFilter) => {
  const { page, pageSize, sortField, sortOrder, keyword, type } = filter;
  const input = {
    parentId: folder,
    page,
    pageSize,
    sortField,
    sortOrder,
    ...(keyword !== '' && { keyword }),
    ...(type === 'Folder' ? { classifierId: 'Folder' as const } : type !== null && { category: type, classifierId: 'File' as const }),
  };
  return queryOptions({
    queryKey: [...folderKey(folder), input],
    queryFn: ({ signal }) => call(calls.instance.page, input, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === folder ? keepPreviousData(before) : undefined),
  });
};

export const fileDetail = (instanceId: string) =>
  queryOptions({
    queryKey: ['files', 'detail', instanceId],
    queryFn: ({ signal }) => call(calls.instance.queryInstanceDetail, { instanceId }, { signal }),
  });

export const folderSize = (instanceId: string) =>
  queryOptions({
    queryKey: ['files', 'size', instanceId],
    queryFn: ({ signal }) => call(calls.instance.queryFolderSize, { instanceId }, { signal }),
  });

export const folderChildren = (parentId: string) =>
  queryOptions({
    queryKey: ['files', 'tree', parentId],
    queryFn: ({ signal }) => call(calls.instance.queryFolderByParentId, { parentId }, { signal }),
  });

/** A signed link to look at one file. It lives for minutes, so it is asked for again when it is needed later. */
export const previewOf = (file: Pick<Instance, 'instanceId' | 'version'>) =>
  queryOptions({
    queryKey: ['files', 'preview', file.instanceId, file.version],
    queryFn: ({ signal }) => call(calls.download.preview, { instanceId: file.instanceId }, { signal }),
    staleTime: 2 * 60_000,
    gcTime: 3 * 60_000,
  });
