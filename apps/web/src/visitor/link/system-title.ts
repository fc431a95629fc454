import type { SystemTitle } from '@alcove/contract';
import { currentLanguage, t } from '../../i18n/index.ts';
import { createStore, useStore } from '../../ui/store.ts';

/** What the company calls its drive; null until a link has said it, and for addresses that are no link. */
export const systemTitle = createStore<SystemTitle | null>(null);

/** Until it is known, the product's name. */
export const useSystemTitle = (): string => useStore(systemTitle)?.[currentLanguage()] ?? t('common.productName');
