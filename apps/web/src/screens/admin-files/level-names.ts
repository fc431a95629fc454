import type { Sensitivity } from '@alcove/contract';
import type { PlainKey } from '../../i18n/index.ts';

export const levelNames = {
  normal: 'files.sensitivityNormal',
  internal: 'files.sensitivityInternal',
  high: 'files.sensitivityHigh',
} as const satisfies Record<Sensitivity, PlainKey>;
