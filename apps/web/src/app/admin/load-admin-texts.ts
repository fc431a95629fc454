import { addTexts, currentLanguage } from '../../i18n/index.ts';
import type { allAdminTexts } from './all-admin-texts.zh-CN.ts';

type AdminTexts = typeof allAdminTexts;

declare module '../../i18n/translate.ts' {
  interface Texts extends AdminTexts {}
}

/** Loads the texts of the administration area; its screens render after it. */
export async function loadAdminTexts(): Promise<void> {
  const { allAdminTexts } =
    currentLanguage() === 'en-US' ? await import('./all-admin-texts.en-US.ts') : await import('./all-admin-texts.zh-CN.ts');
  addTexts(allAdminTexts);
}
