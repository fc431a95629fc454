import { useEffect, useState } from 'react';
import type { LinkInstance } from '@alcove/contract';
import { linkPath } from '../link/link-path.ts';
import type { FolderList } from '../list/folder-list.ts';

/** How far a list is searched for a file that only the address names. */
const mostRows = 500;
const key = `alcove-share-preview:${linkPath}`;

function kept(id: string): LinkInstance | null {
  try {
    const item = JSON.parse(sessionStorage.getItem(key) ?? 'null') as LinkInstance | null;
    return item?.instanceId === id ? item : null;
  } catch {
    return null;
  }
}

function keep(item: LinkInstance): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(item));
  } catch {
    // Storage is blocked: after a reload the list is searched.
  }
}

/** The file that the address names: from the list, as it was before a reload, or from further rows. Null: it is not here; undefined: not known yet. */
export function useItem(
  id: string,
  list: FolderList,
  known: readonly LinkInstance[],
  total: number | null,
): LinkInstance | null | undefined {
  const listed = known.find((item) => item.instanceId === id);
  const [missing, setMissing] = useState<string | null>(null);
  const found = listed ?? kept(id) ?? undefined;
  useEffect(() => {
    if (listed) keep(listed);
  }, [listed]);
  const searches = !found && total !== null;
  useEffect(() => {
    if (!searches) return;
    list.range(0, Math.min(total, mostRows)).then(
      (items) => {
        if (!items.some(({ instanceId }) => instanceId === id)) setMissing(id);
      },
      () => setMissing(id),
    );
  }, [searches, list, total, id]);
  return found ?? (missing === id ? null : undefined);
}
