import type { Language } from '@alcove/contract';
import { setTexts } from '../i18n/index.ts';
import type { allTexts } from './all-texts.zh-CN.ts';

type AllTexts = typeof allTexts;

declare module '../i18n/translate.ts' {
  // Declares the keys that `t` accepts: the lower layer i18n may not import features, so this augments its `Texts`.
  interface Texts extends AllTexts {}
}

/** Loads the texts of one language; it must finish before the first render. */
export async function loadTexts(language: Language): Promise<void> {
  const { allTexts } = language === 'en-US' ? await import('./all-texts.en-US.ts') : await import('./all-texts.zh-CN.ts');
  setTexts(language, allTexts);
}
