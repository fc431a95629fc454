import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failures, type Instance } from '@alcove/contract';
import { CallFailed } from '../../api/index.ts';
import type { Crumb } from '../../items/Breadcrumb.tsx';
import type { FileFilter } from '../../items/file-filter.ts';
import { fileDetail, filePage, type Through } from '../../items/file-queries.ts';

const none: readonly Instance[] = [];

export type OpenFolder = ReturnType<typeof useFolder>;

/** The open folder, its page of items and its breadcrumb. */
export function useFolder(rootId: string, rootName: string, filter: FileFilter, { fileSharingId }: Through) {
  const of = { fileSharingId };
  const folderId = filter.folder ?? rootId;
  const page = useQuery(filePage(folderId, filter, of));
  const { data: folder, isError: folderMissing } = useQuery(fileDetail(folderId, of));
  const items = page.data?.items ?? none;
  const atTop = folderId === rootId;
  const crumbs = useMemo((): Crumb[] => {
    const top = { id: null, name: rootName };
    if (atTop) return [top];
    if (!folder) return [top, { id: folderId, name: '…' }];
    // The breadcrumb starts at the root shown here, whatever the caller may see above it.
    const ids = folder.instancePathIds.slice(folder.instancePathIds.indexOf(rootId) + 1);
    const names = [...folder.parentNames, folder.instanceName].slice(-ids.length);
    return [top, ...ids.map((id, index) => ({ id, name: names[index] ?? '' }))];
  }, [atTop, folder, folderId, rootId, rootName]);
  const failed = (code: 'FILE_NOT_FOUND' | 'NOT_A_FOLDER') =>
    page.error instanceof CallFailed && page.error.errcode === failures[code].errcode;
  return {
    folderId,
    page,
    folder,
    items,
    crumbs,
    atTop,
    fileSharingId,
    title: crumbs.at(-1)?.name ?? rootName,
    /** Deleted and hidden folders look alike. */
    closed: (folderMissing || page.isError) && failed('FILE_NOT_FOUND'),
    /** The address names a file instead of a folder. */
    file: page.isError && failed('NOT_A_FOLDER') ? folder : undefined,
  };
}
