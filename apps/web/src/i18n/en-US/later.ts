import type { Translated } from '../translate.ts';
import type { later as chinese } from '../zh-CN/later.ts';

export const later: Translated<typeof chinese> = {
  title: '{name}: not here yet',
  text: 'This page is being prepared. Until then, use personal files.',
  goHome: 'Go to personal files',
};
