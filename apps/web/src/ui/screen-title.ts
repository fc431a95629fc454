import { useMatches } from 'react-router';
import { t, type PlainKey } from '../i18n/index.ts';
import { useNamedTitle } from './page-title.ts';

export interface RouteHandle {
  /** The document title and the phone's top bar title, until the page sets its own. */
  title?: PlainKey;
}

/** The current title: the page's own, else its route's. */
export function useScreenTitle(): string {
  const matches = useMatches();
  const named = useNamedTitle();
  const key = (matches.at(-1)?.handle as RouteHandle | undefined)?.title;
  return named ?? (key ? t(key) : '');
}
