import type { Translated } from '../translate.ts';
import type { later as chinese } from '../zh-CN/coming-soon.ts';

export const later: Translated<typeof chinese> = {
  title: '{name} isn’t available yet',
  text: 'This page is on its way. For now, use your personal files.',
  goHome: 'Go to personal files',
};
