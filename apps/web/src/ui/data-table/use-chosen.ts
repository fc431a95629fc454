import { useState } from 'react';
import { cleared, nothing, type Selection } from './selection.ts';

/** What is chosen in a list: the rows, as the tools, the row menu and the keys are about them. */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [selection, onSelection] = useState<Selection>(nothing);
  const selected = rows.filter((row) => selection.ids.has(idOf(row)));
  return {
    /** For the table itself. */
    table: { rowId: idOf, selectable: true, ownTools: true, selection, onSelection },
    selected,
    /** A row of several that are chosen stands for all of them. */
    chosenWith: (row: Row): readonly Row[] => (selection.ids.has(idOf(row)) && selected.length > 1 ? selected : [row]),
    /** What a key is about: the chosen ones, or the row that the keyboard stands on. */
    chosenOrFocused: (): readonly Row[] => (selected.length > 0 ? selected : rows.filter((row) => idOf(row) === selection.focus)),
    clear: () => onSelection(cleared),
    forget: () => onSelection(nothing),
  };
}
