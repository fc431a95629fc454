import { transfer as transferEnglish } from '../../features/transfer/texts.en-US.ts';
import { transfer as transferChinese } from '../../features/transfer/texts.zh-CN.ts';
import { addTexts, currentLanguage } from '../../i18n/index.ts';
import { upload as uploadEnglish } from './texts.en-US.ts';
import { upload as uploadChinese } from './texts.zh-CN.ts';

declare module '../../i18n/translate.ts' {
  interface Texts {
    upload: typeof uploadChinese;
  }
}

// What uploads say of themselves comes with them.
addTexts(
  currentLanguage() === 'en-US'
    ? { transfer: transferEnglish, upload: uploadEnglish }
    : { transfer: transferChinese, upload: uploadChinese },
);
