import { setTexts, storedLanguage } from '../i18n/index.ts';
import * as commonEnglish from '../i18n/texts.en-US.ts';
import * as commonChinese from '../i18n/texts.zh-CN.ts';
import { files as filesEnglish } from '../items/texts.en-US.ts';
import { files as filesChinese } from '../items/texts.zh-CN.ts';
import { visitor as visitorEnglish } from './texts.en-US.ts';
import { visitor as visitorChinese } from './texts.zh-CN.ts';

declare module '../i18n/translate.ts' {
  interface Texts {
    visitor: typeof visitorChinese;
  }
}

/** Both languages come with the page: fetching one would cost a round trip before the first paint, which takes longer than the other's bytes. */
export function loadVisitorTexts(): void {
  const language = storedLanguage();
  if (language === 'en-US') setTexts(language, { ...commonEnglish, files: filesEnglish, visitor: visitorEnglish });
  else setTexts(language, { ...commonChinese, files: filesChinese, visitor: visitorChinese });
}
