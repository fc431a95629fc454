import { useEffect } from 'react';
import { t } from '../../i18n/index.ts';
import { useSystemTitle } from '../link/system-title.ts';

/** The document's title: what is open, then the system. */
export function useTitle(title: string | null): void {
  const system = useSystemTitle();
  useEffect(() => {
    document.title = `${title || t('visitor.title')} · ${system}`;
  }, [title, system]);
}
