import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, itemsOfFolder, type Instance, type Preview } from '@alcove/contract';
import { call } from '../api/index.ts';
import type { FileFilter } from './file-filter.ts';

/** All file queries start with ['files']; a folder's pages with ['files', 'page', folder]. */
export const filesKey = ['files'] as const;
export const folderKey = (folder: string) => ['files', 'page', folder] as const;

/** The share through which an item was reached. Every call names it, because it grants the access. */
export interface Through {
  fileSharingId?: string | undefined;
}
export const through = ({ fileSharingId }: Through): { fileSharingId?: string } => (fileSharingId === undefined ? {} : { fileSharingId });

/** One page of a folder. Within a folder the previous page serves as placeholder; another folder starts empty. */
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
    queryFn: async ({ signal }) => itemsOfFolder(await call(calls.instance.narrowPage, input, { signal })),
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

/** The variant of a file to preview: an old version, an entry of an archive, or a transcoded video. */
export interface Asked {
  version?: number | undefined;
  entry?: number | undefined;
  transcode?: boolean;
}

type Previewed = Pick<Instance, 'instanceId' | 'version' | 'fileSharingId'>;

export function askPreview(file: Previewed, { version, entry, transcode = false }: Asked, signal: AbortSignal): Promise<Preview> {
  const fields = { instanceId: file.instanceId, ...through(file), ...(version !== undefined && { version }) };
  return entry === undefined
    ? call(calls.download.preview, { ...fields, ...(transcode && { transcode: 'true' as const }) }, { signal })
    : call(calls.download.previewEntry, { ...fields, entry }, { signal });
}

/** A signed link for previewing a file. It expires within minutes, so it is refetched when needed later. */
export const previewOf = (file: Previewed, asked: Asked = {}) =>
  queryOptions({
    queryKey: [
      'files',
      'preview',
      file.instanceId,
      asked.version ?? file.version,
      through(file),
      asked.entry ?? null,
      asked.transcode ?? false,
    ],
    queryFn: ({ signal }) => askPreview(file, asked, signal),
    staleTime: 2 * 60_000,
    gcTime: 3 * 60_000,
  });
