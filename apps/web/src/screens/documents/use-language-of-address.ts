import { useSearchParams } from 'react-router';
import { languages } from '@alcove/contract';
import type { Language } from '@alcove/contract';
import { currentLanguage } from '../../i18n/index.ts';

/** The language of a document that has one address for all: the parameter `in`, else the reader's language. */
export function useLanguageOfAddress(): Language {
  const asked = useSearchParams()[0].get('in');
  return languages.find((language) => language === asked) ?? currentLanguage();
}
