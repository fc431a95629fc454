import { useEffect } from 'react';
import { t } from '../../i18n/index.ts';

/** The document's title: what is open, then the product. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${t('common.productName')}` : `${t('visitor.title')} · ${t('common.productName')}`;
  }, [title]);
}
