import { useSearchParams } from 'react-router';
import { languages } from '@alcove/contract';
import type { Language } from '@alcove/contract';
import { currentLanguage } from '../../i18n/index.ts';

/** Of a document that has one address: the language that the address asks for (`in`), else the reader's. */
export function useLanguageOfAddress(): Language {
  const asked = useSearchParams()[0].get('in');
  return languages.find((language) => language === asked) ?? currentLanguage();
}
