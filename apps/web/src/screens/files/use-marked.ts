import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { fetchCurrent } from '../../api/index.ts';
import { pointedOut, type Selection } from '../../ui/data-table/selection.ts';
import { idIn } from '../../ui/list-screen/list-address.ts';
import type { FileFilter } from '../../items/file-filter.ts';
import { filePage } from '../../items/file-queries.ts';
import type { OpenFolder } from './use-folder.ts';

/** An item that is not on the open page. A list that changes meanwhile must not end the search or the turn to its page. */
interface Sought {
  id: string;
  page: 'unknown' | number;
}

/** The most pages of 100 items that are searched for the item. */
const mostPages = 10;

/**
 * Highlights an item of the open folder: the one that the address names with `item`, on whatever page it is, and after going up, the folder
 * the reader came from.
 */
export function useMarked({
  open,
  rootId,
  filter,
  onFilter,
  onSelection,
}: {
  open: OpenFolder;
  rootId: string;
  filter: FileFilter;
  onFilter(next: FileFilter): void;
  onSelection(next: Selection): void;
}) {
  const { folderId, page, items, crumbs, fileSharingId } = open;
  const [address, setAddress] = useSearchParams();
  const named = idIn(address, 'item');
  const ready = page.isSuccess && !page.isPlaceholderData;
  const sought = useRef<Sought | null>(null);

  useEffect(() => {
    if (named === null || !ready) return;
    const done = () => {
      sought.current = null;
      setAddress(
        (before) => {
          before.delete('item');
          return before;
        },
        { replace: true },
      );
    };
    if (items.some((item) => item.instanceId === named)) {
      onSelection(pointedOut(named, true));
      done();
    } else if (sought.current?.id !== named) {
      const seek: Sought = { id: named, page: 'unknown' };
      sought.current = seek;
      const turn = async () => {
        // If the pages cannot be read, neither can the list, which says why.
        const found = await pageOf(named, folderId, filter, { fileSharingId }).catch(() => null);
        if (sought.current !== seek) return;
        if (found === null || found === filter.page) done();
        else {
          seek.page = found;
          onFilter({ ...filter, page: found });
        }
      };
      void turn();
    } else if (sought.current.page === filter.page) done();
  }, [named, ready, items, folderId, filter, fileSharingId, onFilter, onSelection, setAddress]);

  const way = useRef<{ folderId: string; path: string[] }>({ folderId, path: [] });
  const path = crumbs.map(({ id }) => id ?? rootId);
  useEffect(() => {
    const before = way.current;
    if (before.folderId !== folderId) {
      if (!ready) return;
      const from = before.path[before.path.indexOf(folderId) + 1];
      if (before.path.includes(folderId) && from !== undefined && named === null && items.some((item) => item.instanceId === from))
        onSelection(pointedOut(from, false));
    }
    way.current = { folderId, path };
  });
}

/** The page of the folder that contains an item, in the current sort order; null when it is not among the first thousand. */
async function pageOf(instanceId: string, folderId: string, filter: FileFilter, of: { fileSharingId: string | undefined }) {
  for (let number = 1; number <= mostPages; number += 1) {
    const { items, total } = await fetchCurrent(filePage(folderId, { ...filter, page: number, pageSize: 100 }, of));
    const at = items.findIndex((item) => item.instanceId === instanceId);
    if (at >= 0) return Math.floor(((number - 1) * 100 + at) / filter.pageSize) + 1;
    if (number * 100 >= total) return null;
  }
  return null;
}
