import { useCallback, useMemo, useState } from 'react';
import { cleared, nothing, type Selection } from '../../ui/data-table/selection.ts';
import { seenNow, type Seen } from './seen-pages.ts';
import type { OpenFolder } from './use-folder.ts';

/** What is selected in the open folder: what was selected on one of its pages stays so while others are turned to. */
export function useSelection({ folderId, page, items }: OpenFolder) {
  const [selection, onSelection] = useState<Selection>(nothing);
  const [seen, setSeen] = useState<Seen>({ folderId, page: 1, items: [], byId: new Map() });
  // While a page comes the last one stands in for it.
  if (!page.isPlaceholderData && (seen.items !== items || seen.folderId !== folderId))
    setSeen(seenNow(seen, folderId, page.data?.page ?? 1, items));
  const selected = useMemo(() => [...selection.ids].flatMap((id) => seen.byId.get(id) ?? []), [selection, seen]);
  return {
    selection,
    onSelection,
    selected,
    /** What is not on this page stays selected as long as it is known. */
    keeps: seen.byId,
    clear: () => onSelection(cleared),
    forget: useCallback(() => onSelection(nothing), []),
  };
}
