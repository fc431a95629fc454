import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readFilter, writeFilter, type FileFilter } from '../../items/file-filter.ts';

/** The list's position, in the address. Opening a folder or a page is a step that back undoes; sorting and filtering replace. */
export function useFileFilter(): [FileFilter, (next: FileFilter) => void] {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readFilter(address), [address]);
  const setFilter = useCallback(
    (next: FileFilter) => {
      setAddress((before) => writeFilter(before, next), { replace: next.folder === filter.folder && next.page === filter.page });
    },
    [setAddress, filter.folder, filter.page],
  );
  return [filter, setFilter];
}
