import { stepBack } from '../../ui/step-back.ts';
import { createStore, useStore } from '../../ui/store.ts';

export const sortFields = ['instanceName', 'updateTime', 'fileSize'] as const;
export type SortField = (typeof sortFields)[number];

/** What of the share is shown. The address says it, so back, reload and a copied address lead there. */
export interface Place {
  /** Null: the shared item itself. */
  folder: string | null;
  keyword: string;
  sortField: SortField;
  sortOrder: 'asc' | 'desc';
  /** The previewed file. */
  preview: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const longestKeyword = 128;

/** Reads an address; whatever it does not understand is left out. */
export function placeIn(search: string): Place {
  const said = new URLSearchParams(search);
  const idIn = (name: string): string | null => {
    const id = said.get(name);
    return id !== null && uuid.test(id) ? id : null;
  };
  const [field, order] = (said.get('sort') ?? '').split('.');
  return {
    folder: idIn('folder'),
    keyword: (said.get('q') ?? '').slice(0, longestKeyword),
    sortField: sortFields.find((one) => one === field) ?? 'instanceName',
    sortOrder: order === 'desc' ? 'desc' : 'asc',
    preview: idIn('preview'),
  };
}

/** The query of a place; what is usual is not said. */
export function searchOf(link: string, { folder, keyword, sortField, sortOrder, preview }: Place): string {
  const said = new URLSearchParams({ link });
  if (folder !== null) said.set('folder', folder);
  if (keyword !== '') said.set('q', keyword);
  if (sortField !== 'instanceName' || sortOrder !== 'asc') said.set('sort', `${sortField}.${sortOrder}`);
  if (preview !== null) said.set('preview', preview);
  return `?${said}`;
}

export const place = createStore<Place>(placeIn(location.search));
export const usePlace = (): Place => useStore(place);
addEventListener('popstate', () => place.set(placeIn(location.search)));

/** Goes somewhere. A new step of the history, unless `replace`. */
export function go(change: Partial<Place>, { replace = false }: { replace?: boolean } = {}): void {
  const next = { ...place.read(), ...change };
  const address = location.pathname + searchOf(new URLSearchParams(location.search).get('link') ?? '', next);
  // `opened` is the history's length after the preview was opened.
  if (replace) history.replaceState(history.state, '', address);
  else history.pushState({ opened: change.preview ? history.length + 1 : null }, '', address);
  place.set(next);
}

/** Closes the preview: back, if this page opened it, so that the history does not grow by it. */
export function leavePreview(): void {
  const opened = (history.state as { opened?: number | null } | null)?.opened;
  if (typeof opened !== 'number' || !stepBack(opened)) go({ preview: null }, { replace: true });
}
