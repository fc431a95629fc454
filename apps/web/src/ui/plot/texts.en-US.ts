import type { Translated } from '../../i18n/index.ts';
import type * as chinese from './texts.zh-CN.ts';

export const plot: Translated<typeof chinese.plot> = {
  asTable: 'Table',
  tableOf: '{title}: table',
  unknown: 'No data',
  keys: 'Use the left and right arrow keys to move from point to point, Home and End for the ends.',
  enter: ' Enter shows only this point.',
};
