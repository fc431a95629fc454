import { useMatches } from 'react-router';
import { t, type PlainKey } from '../i18n/index.ts';
import { useNamedTitle } from './page-title.ts';

export interface RouteHandle {
  /** The document's title and the phone's top bar, until the page names something closer. */
  title?: PlainKey;
}

/** The title of what is on screen: named by the page, else by its route. */
export function useScreenTitle(): string {
  const matches = useMatches();
  const named = useNamedTitle();
  const key = (matches.at(-1)?.handle as RouteHandle | undefined)?.title;
  return named ?? (key ? t(key) : '');
}
