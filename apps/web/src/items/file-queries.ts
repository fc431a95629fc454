import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type Instance } from '@alcove/contract';
import { call } from '../api/index.ts';
import type { FileFilter } from './file-filter.ts';

/** Everything about files lies under ['files']; a folder's pages under ['files', 'page', folder]. */
export const filesKey = ['files'] as const;
export const folderKey = (folder: string) => ['files', 'page', folder] as const;

/** What something was reached through goes along with every call about it: the right comes from there. */
export interface Through {
  fileSharingId?: string | undefined;
}
export const through = ({ fileSharingId }: Through): { fileSharingId?: string } => (fileSharingId === undefined ? {} : { fileSharingId });

/** One page of a folder. Within the folder the last page stays until the next is here; another folder starts empty. */
export const filePage = (folder: string, filter: FileFilter, of: Through) => {
  const { page, pageSize, sortField, sortOrder, keyword, type, tag } = filter;
  const input = {
    ...through(of),
    parentId: folder,
    page,
    pageSize,
    sortField,
    sortOrder,
    ...(keyword !== '' && { keyword }),
    ...(tag !== null && { tag }),
    ...(type === 'Folder' ? { classifierId: 'Folder' as const } : type !== null && { category: type, classifierId: 'File' as const }),
  };
  return queryOptions({
    queryKey: [...folderKey(folder), input],
    queryFn: ({ signal }) => call(calls.instance.page, input, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === folder ? keepPreviousData(before) : undefined),
  });
};

export const fileDetail = (instanceId: string, of: Through) =>
  queryOptions({
    queryKey: ['files', 'detail', instanceId, through(of)],
    queryFn: ({ signal }) => call(calls.instance.queryInstanceDetail, { instanceId, ...through(of) }, { signal }),
  });

export const folderSize = (instanceId: string, of: Through) =>
  queryOptions({
    queryKey: ['files', 'size', instanceId, through(of)],
    queryFn: ({ signal }) => call(calls.instance.queryFolderSize, { instanceId, ...through(of) }, { signal }),
  });

export const folderChildren = (parentId: string, of: Through) =>
  queryOptions({
    queryKey: ['files', 'tree', parentId, through(of)],
    queryFn: ({ signal }) => call(calls.instance.queryFolderByParentId, { parentId, ...through(of) }, { signal }),
  });

/** Of a file: what it was in an old version, an entry of the archive it is, what a film that does not play is made into. */
export interface Asked {
  version?: number | undefined;
  entry?: number | undefined;
  transcode?: boolean;
}

/** A signed link to look at one file, or at what is asked of it. It lives for minutes, so it is asked for again when it is needed later. */
export const previewOf = (
  file: Pick<Instance, 'instanceId' | 'version' | 'fileSharingId'>,
  { version, entry, transcode = false }: Asked = {},
) => {
  const fields = { instanceId: file.instanceId, ...through(file), ...(version !== undefined && { version }) };
  return queryOptions({
    queryKey: ['files', 'preview', file.instanceId, version ?? file.version, through(file), entry ?? null, transcode],
    queryFn: ({ signal }) =>
      entry === undefined
        ? call(calls.download.preview, { ...fields, ...(transcode && { transcode: 'true' as const }) }, { signal })
        : call(calls.download.previewEntry, { ...fields, entry }, { signal }),
    staleTime: 2 * 60_000,
    gcTime: 3 * 60_000,
  });
};
