import type { Translated } from '../../i18n/translate.ts';
import type * as chinese from './texts.zh-CN.ts';

export const comingSoon: Translated<typeof chinese.comingSoon> = {
  title: '{name} isn’t available yet',
  text: 'This page is on its way. For now, use your personal files.',
  goHome: 'Go to personal files',
};
