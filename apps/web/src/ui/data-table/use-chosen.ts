import { useState } from 'react';
import { cleared, nothing, type Selection } from './selection.ts';

/** The selected rows of a list, for its toolbar, row menu and keys. */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [selection, onSelection] = useState<Selection>(nothing);
  const selected = rows.filter((row) => selection.ids.has(idOf(row)));
  return {
    /** Props for the table. */
    table: { rowId: idOf, selectable: true, ownTools: true, selection, onSelection },
    selected,
    /** A row that is part of a multiple selection acts for all selected rows. */
    chosenWith: (row: Row): readonly Row[] => (selection.ids.has(idOf(row)) && selected.length > 1 ? selected : [row]),
    /** The rows a key acts on: the selected ones, or the focused row. */
    chosenOrFocused: (): readonly Row[] => (selected.length > 0 ? selected : rows.filter((row) => idOf(row) === selection.focus)),
    clear: () => onSelection(cleared),
    forget: () => onSelection(nothing),
  };
}
