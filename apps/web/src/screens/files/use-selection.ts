import { useCallback, useMemo, useState } from 'react';
import { cleared, nothing, type Selection } from '../../ui/data-table/selection.ts';
import { seenNow, type Seen } from './seen-pages.ts';
import type { OpenFolder } from './use-folder.ts';

/** The selection in the open folder; it survives paging. */
export function useSelection({ folderId, page, items }: OpenFolder) {
  const [selection, onSelection] = useState<Selection>(nothing);
  const [seen, setSeen] = useState<Seen>({ folderId, page: 1, items: [], byId: new Map() });
  // While a page loads, the previous page is the placeholder.
  if (!page.isPlaceholderData && (seen.items !== items || seen.folderId !== folderId))
    setSeen(seenNow(seen, folderId, page.data?.page ?? 1, items));
  const selected = useMemo(() => [...selection.ids].flatMap((id) => seen.byId.get(id) ?? []), [selection, seen]);
  return {
    selection,
    onSelection,
    selected,
    /** Items seen on other pages stay selected. */
    keeps: seen.byId,
    clear: () => onSelection(cleared),
    forget: useCallback(() => onSelection(nothing), []),
  };
}
