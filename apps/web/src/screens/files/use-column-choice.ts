import { useMemo, useState } from 'react';
import type { ColumnChoice } from '../../ui/data-table/table-types.ts';

function read(key: string): Record<string, boolean> {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as unknown;
    return typeof kept === 'object' && kept !== null
      ? Object.fromEntries(Object.entries(kept).filter((pair): pair is [string, boolean] => typeof pair[1] === 'boolean'))
      : {};
  } catch {
    return {}; // nothing readable is stored, so the width decides
  }
}

/** The columns that a person chose on this device. */
export function useColumnChoice(userId: string): ColumnChoice {
  const key = `alcove-columns-${userId}`;
  const [chosen, setChosen] = useState(() => read(key));
  return useMemo(
    () => ({
      chosen,
      onChoose(id, shown) {
        const next = { ...chosen, [id]: shown };
        setChosen(next);
        try {
          localStorage.setItem(key, JSON.stringify(next));
        } catch {
          // Storage is blocked: the choice lasts until the page is closed.
        }
      },
    }),
    [chosen, key],
  );
}
