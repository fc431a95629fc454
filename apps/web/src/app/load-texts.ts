import type { Language } from '@alcove/contract';
import { setTexts } from '../i18n/index.ts';
import type { allTexts } from './all-texts.zh-CN.ts';

type AllTexts = typeof allTexts;

declare module '../i18n/translate.ts' {
  // The keys that `t` takes: a layer below knows no feature, so the features' texts are declared to it here.
  interface Texts extends AllTexts {}
}

/** Loads one language's texts; nothing may render before. */
export async function loadTexts(language: Language): Promise<void> {
  const { allTexts } = language === 'en-US' ? await import('./all-texts.en-US.ts') : await import('./all-texts.zh-CN.ts');
  setTexts(language, allTexts);
}
