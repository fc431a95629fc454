import { useMatches } from 'react-router';
import { t } from '../i18n/index.ts';
import type { RouteHandle } from './routes.tsx';
import { useNamedTitle } from '../ui/page-title.ts';

/** The title of what is on screen: named by the page, else by its route. */
export function useScreenTitle(): string {
  const matches = useMatches();
  const named = useNamedTitle();
  const key = (matches.at(-1)?.handle as RouteHandle | undefined)?.title;
  return named ?? (key ? t(key) : '');
}
